import type { Redactor } from '../redaction/index.ts';
import { type Account, type Diagnostic, diagnose, type Provenance, type SourceRef } from '../session/index.ts';
import { addAccounts } from './assemble/account.ts';
import { type ContentStore, createMemoryContents } from './assemble/contents.ts';
import { type ConvertedSession, createAssembly, type RunningAssembly } from './assemble/createAssembly.ts';
import type { NamedFacts } from './assemble/finishSession.ts';
import { createMemoryItems, type ItemStore } from './assemble/itemStore.ts';
import type { Adapter, ParseContext, Source, SourceFile, SourceItem, SourceOutline, Verdict } from './contract.ts';
import { makerOf } from './defineAdapter.ts';
import { createOutputLimit } from './outputLimit.ts';
import { type CreateHash, createSha256, type HashBytes, hashBytes } from './sha256.ts';

export interface ConvertOptions {
  /** Masks secrets. Absent: nothing is masked. */
  redactor?: Redactor | undefined;
  /** `auto` infers phases if the source has none. Default: `none`. */
  annotate?: 'auto' | 'none';
  /** Makes a session's id. Default: its own id in the source, else its key. */
  nameSession?: (facts: NamedFacts & { key: string }) => string;
  /** Where finished items are kept. Default: in memory. */
  createItems?: () => ItemStore;
  /** Where long contents are stored: one store per session, made in the order of the sessions. Default: in memory. */
  createContents?: (source: ConvertedFiles) => ContentStore;
  /** Called with each record of a source's files before it is converted. */
  onRecord?: (value: unknown) => void;
  /** SHA-256 of a content. Default: an implementation that needs no platform API. */
  hash?: HashBytes;
  /** Incremental SHA-256 of source files and of very long contents. Default: an implementation that needs no platform API. */
  createHash?: CreateHash;
  signal?: AbortSignal;
}

/** Which files to convert, and by which adapter. */
export interface ConvertedFiles {
  /** The adapter's id. */
  readonly format: string;
  readonly names: readonly string[];
}

export interface Conversion {
  sessions: readonly ConvertedSession[];
  /** Diagnostics of the whole source. */
  account: Account;
  /** Diagnostics of a source that became no session. */
  diagnostics: readonly Diagnostic[];
}

/** A conversion fed in pieces, whose sessions can be read at any moment, repeatedly. */
export interface OpenConversion {
  /** Passed to the adapter's `parse`. */
  readonly context: ParseContext;
  feed(item: SourceItem<unknown>): void;
  /** Signals that no record will follow. */
  end(): void;
  /** The sessions in their current state; `sources` describes the files read so far. */
  read(sources: Provenance['sources']): Conversion;
}

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

/** Starts the conversion of a source: the caller parses and feeds it. */
export function openConversion(
  adapter: Adapter,
  { hints, joined, names, knownRecords }: SourceOutline,
  options: ConvertOptions = {},
): OpenConversion {
  const { createContents = createMemoryContents } = options;
  const assembly = createAssembly({
    format: adapter.descriptor.id,
    maker: makerOf(adapter),
    names,
    hints,
    redactor: options.redactor,
    hash: options.hash ?? hashBytes,
    createHash: options.createHash ?? createSha256,
    createItems: options.createItems ?? createMemoryItems,
    createContents: () => createContents({ format: adapter.descriptor.id, names }),
    nameSession: options.nameSession ?? (({ nativeId, key }) => nativeId ?? key),
    annotate: options.annotate === 'auto',
  });
  const converter = adapter.createConverter(assembly, {
    names,
    ...(hints === undefined ? {} : { hints }),
    ...(joined === undefined ? {} : { joined }),
    ...(knownRecords === undefined ? {} : { knownRecords }),
  });
  const reports = createReports(assembly, names);
  const waiting = createWaitingReports(assembly, names);
  const take = (item: SourceItem<unknown>): void => {
    if (item.is === 'broken') {
      reports.broken(item);
      assembly.enter({ dropped: item.code });
      return;
    }
    options.onRecord?.(item.value);
    const verdict: Verdict = converter.record(item.value, item.ref);
    if (typeof verdict === 'object' && 'dropped' in verdict) reports.dropped(verdict, item.ref);
    assembly.enter(verdict);
  };
  let ended = false;
  return {
    context: { report: waiting.report, signal: options.signal },
    feed(item) {
      assembly.settle();
      take(item);
      waiting.release(item.ref);
    },
    end() {
      assembly.settle();
      waiting.release();
      converter.end();
      ended = true;
    },
    read(sources) {
      waiting.release();
      if (!ended) assembly.suppose(() => converter.describe?.());
      return readAssembly(assembly, sources);
    },
  };
}

/**
 * Holds diagnostics from parsing until the record at their position is taken, because only then is its session known: a batch is parsed
 * before its first record is taken, and where a batch ends depends on how the bytes arrive.
 */
function createWaitingReports(assembly: RunningAssembly, names: readonly string[]) {
  const waiting: Diagnostic[] = [];
  let next = 0;
  const isDue = ({ at }: Diagnostic, ref: SourceRef | undefined): boolean =>
    ref === undefined || at?.file !== names[ref.source] || (at?.byteOffset ?? 0) < ref.byte_offset + ref.byte_length;
  return {
    report(diagnostic: Diagnostic): void {
      if (diagnostic.at?.byteOffset === undefined) assembly.report(diagnostic);
      else waiting.push(diagnostic);
    },
    /** Reports the diagnostics up to the end of a record; all of them if no record is given. */
    release(ref?: SourceRef): void {
      for (; next < waiting.length; next += 1) {
        const each = waiting[next] as Diagnostic;
        if (!isDue(each, ref)) return;
        assembly.report(each);
      }
      waiting.length = 0;
      next = 0;
    },
  };
}

/** Reports what was dropped, and where. */
function createReports(assembly: RunningAssembly, names: readonly string[]) {
  const locationOf = (ref: SourceRef) => ({
    file: names[ref.source] ?? '',
    line: ref.line,
    byteOffset: ref.byte_offset,
  });
  return {
    broken({ code, ref, message, column }: Extract<SourceItem<unknown>, { is: 'broken' }>): void {
      const at = { ...locationOf(ref), ...(column === undefined ? {} : { column }) };
      assembly.report(diagnose(code, { at, ...(message === undefined ? {} : { message }) }));
    },
    dropped({ dropped, message }: Extract<Verdict, { dropped: unknown }>, ref: SourceRef): void {
      assembly.report(diagnose(dropped, { at: locationOf(ref), ...(message === undefined ? {} : { message }) }));
    },
  };
}

function readAssembly(assembly: RunningAssembly, sources: Provenance['sources']): Conversion {
  const sessions = assembly.finish(sources);
  const { ledger, log } = assembly.unattributed;
  if (sessions.length === 0) return { sessions, account: ledger.account(), diagnostics: log.list() };
  const accounts = sessions.map(({ session }) => session.head.provenance?.account);
  return { sessions, account: addAccounts(accounts.filter((each) => each !== undefined)), diagnostics: [] };
}
