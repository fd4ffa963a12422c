import { type ContentStore, createMemoryContents } from './assemble/contents.ts';
import { createMemoryItems, type ItemStore } from './assemble/itemStore.ts';
import type { SourceFile } from './contract.ts';

/** Allowed output of any source, however short: characters of items' JSON plus bytes of contents. */
const BASE_OUTPUT = 16 * 1024 * 1024;
/** Additional output allowed per byte read; the kit's own formats stay below ten. */
const OUTPUT_PER_BYTE = 32;
/** Cost of a session, whose store takes memory even when empty. */
const STORE_OUTPUT = 16 * 1024;
/** A record takes at least a byte; a parser may also return some for an empty file. */
const BASE_RECORDS = 1_000;

/** Where a conversion puts its items and contents. */
interface Stores<Source> {
  createItems(): ItemStore;
  createContents(source: Source): ContentStore;
}

/** Limits what an external adapter may produce from one source. Exceeding the limit throws, which ends that source. */
interface OutputLimit {
  /** Wraps a file, counting its bytes as they are read. */
  file(file: SourceFile): SourceFile;
  /** Counts a record. */
  record(): void;
  /** Wraps the stores of a conversion, counting what goes into them. */
  stores<Source>(stores: Partial<Stores<Source>>): Stores<Source>;
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
