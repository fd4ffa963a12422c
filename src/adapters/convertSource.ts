import { createMemoryContents } from './assemble/contents.ts';
import { createMemoryItems } from './assemble/itemStore.ts';
import type { Adapter, ParseContext, Source, SourceFile } from './contract.ts';
import { type Conversion, type ConvertOptions, openConversion } from './openConversion.ts';
import { type CreateHash, createSha256 } from './sha256.ts';

/**
 * Converts one source into sessions: parse, convert, assemble. Throws read errors, on abort, and if an external adapter throws or returns
 * far more than its files hold.
 */
export async function convertSource(
  adapter: Adapter,
  source: Source,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const measured = source.files.map((file) => measureFile(file, options.createHash ?? createSha256));
  const names = source.files.map(({ name }) => name);
  const knownRecords = await readKnownRecords(adapter, source.ancestors ?? [], options.signal);
  const limit = adapter.contract === undefined ? undefined : createOutputLimit(adapter.descriptor.id);
  const limited = limit === undefined ? options : { ...options, ...limit.stores(options) };
  const conversion = openConversion(adapter, { ...source, names, knownRecords }, limited);
  const files = measured.map(({ file }) => limit?.file(file) ?? file);
  for await (const batch of adapter.parse({ ...source, files }, conversion.context)) {
    options.signal?.throwIfAborted();
    for (const item of batch) {
      limit?.record();
      measured[item.ref.source]?.countRecord();
      conversion.feed(item);
    }
  }
  conversion.end();
  const sources = [];
  for (const file of measured) sources.push(await file.facts());
  return conversion.read(sources);
}

/**
 * What the ancestors of a run record, by id, each with the run that recorded it first. An ancestor that cannot be read contributes nothing:
 * the run's own copies then count as its own records.
 */
export async function readKnownRecords(
  { knownRecords }: Pick<Adapter, 'knownRecords'>,
  ancestors: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  // Damaged bytes are reported when the ancestor itself is converted.
  const context: ParseContext = { report: () => undefined, signal };
  for (const ancestor of knownRecords === undefined ? [] : ancestors) {
    const found: (readonly [string, string])[] = [];
    try {
      for await (const each of knownRecords?.(ancestor, context) ?? []) found.push(each);
    } catch {
      signal?.throwIfAborted();
      continue;
    }
    for (const [id, run] of found) if (!all.has(id)) all.set(id, run);
  }
  return all;
}

type FileFacts = {
  name: string;
  sha256: string;
  bytes: number;
  records: number;
};

/** Wraps a file to hash and measure it while it is read. */
interface MeasuredFile {
  file: SourceFile;
  countRecord(): void;
  /** Reads the file now if it has not been read to its end. */
  facts(): Promise<FileFacts>;
}

function measureFile(file: SourceFile, createHash: CreateHash): MeasuredFile {
  let records = 0;
  let measured: { sha256: string; bytes: number } | undefined;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const hash = createHash();
    let length = 0;
    for await (const chunk of file.bytes()) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
    measured ??= { sha256: hash.digest(), bytes: length };
  }

  return {
    file: { name: file.name, bytes, range: file.range },
    countRecord: () => {
      records += 1;
    },
    async facts() {
      if (measured === undefined) for await (const _ of bytes());
      return { name: file.name, sha256: measured?.sha256 ?? '', bytes: measured?.bytes ?? 0, records };
    },
  };
}

/** Allowed output of any source, however short: characters of items' JSON plus bytes of contents. */
const BASE_OUTPUT = 16 * 1024 * 1024;
/** Additional output allowed per byte read; the kit's own formats stay below ten. */
const OUTPUT_PER_BYTE = 32;
/** Cost of a session, whose store takes memory even when empty. */
const STORE_OUTPUT = 16 * 1024;
/** A record takes at least a byte; a parser may also return some for an empty file. */
const BASE_RECORDS = 1_000;

/** Limits what an external adapter may produce from one source. Exceeding the limit throws, which ends that source. */
interface OutputLimit {
  /** Wraps a file, counting its bytes as they are read. */
  file(file: SourceFile): SourceFile;
  /** Counts a record. */
  record(): void;
  /** Wraps the stores of a conversion, counting what goes into them. */
  stores(options: ConvertOptions): Pick<ConvertOptions, 'createItems' | 'createContents'>;
}

function createOutputLimit(adapterId: string): OutputLimit {
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
