import { createMemoryContents } from './assemble/contents.ts';
import { createMemoryItems } from './assemble/itemStore.ts';
import type { SourceFile } from './contract.ts';
import type { ConvertOptions } from './openConversion.ts';

/** What any source may become, however short it is: characters of items' JSON and bytes of contents. */
const BASE_OUTPUT = 16 * 1024 * 1024;
/** Beyond that, so many for each byte that was read: the kit's own formats stay below ten. */
const OUTPUT_PER_BYTE = 32;
/** A session's store, empty as it is, takes room as well. */
const STORE_OUTPUT = 16 * 1024;
/** A record takes a byte at least; a parser may make some of none, for a file that is empty say. */
const BASE_RECORDS = 1_000;

/** What an adapter made outside the kit may give of one source. Whatever exceeds it throws, which ends that source. */
interface OutputLimit {
  /** The file, its bytes counted as they are read. */
  file(file: SourceFile): SourceFile;
  /** Counts a record. */
  record(): void;
  /** Stores of a conversion that count what goes into them. */
  stores(options: ConvertOptions): Pick<ConvertOptions, 'createItems' | 'createContents'>;
}

export function createOutputLimit(adapterId: string): OutputLimit {
  let readBytes = 0;
  let records = 0;
  let output = 0;
  const fail = (what: string): never => {
    throw new Error(`The adapter ${adapterId} gave ${what}: it was stopped.`);
  };
  const add = (size: number): void => {
    output += size;
    if (output > BASE_OUTPUT + OUTPUT_PER_BYTE * readBytes) fail('far more than its files hold');
  };
  return {
    file: ({ bytes, ...file }) => ({
      ...file,
      async *bytes() {
        for await (const chunk of bytes()) {
          readBytes += chunk.length;
          yield chunk;
        }
      },
    }),
    record() {
      records += 1;
      if (records > BASE_RECORDS + readBytes) fail('more records than its files have bytes');
    },
    stores: ({ createItems = createMemoryItems, createContents = createMemoryContents }) => ({
      createItems() {
        add(STORE_OUTPUT);
        const { put, ...store } = createItems();
        return {
          ...store,
          put(seq, item) {
            add(JSON.stringify(item).length);
            put(seq, item);
          },
        };
      },
      createContents(source) {
        const store = createContents(source);
        return {
          contents: () => store.contents(),
          put(content) {
            add(content.bytes.length);
            store.put(content);
          },
        };
      },
    }),
  };
}
