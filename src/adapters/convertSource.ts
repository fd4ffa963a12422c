import type { Redactor } from '../redaction/index.ts';
import { type Account, type Diagnostic, diagnose, type SourceRef } from '../session/index.ts';
import { addAccounts } from './assemble/accountLedger.ts';
import { type ContentStore, createMemoryContents, type HashBytes, hashBytes } from './assemble/contentStore.ts';
import { type ConvertedSession, createAssembly, type RunningAssembly } from './assemble/createAssembly.ts';
import type { NamedFacts } from './assemble/finishSession.ts';
import { createMemoryItems, type ItemStore } from './assemble/itemStore.ts';
import type { Adapter, Converter, ParseContext, Source, SourceItem, Verdict } from './contract.ts';
import { type CreateHash, createSha256, type MeasuredFile, measureFile } from './read/measureFile.ts';

export interface ConvertOptions {
  /** Masks secrets; absent: nothing is masked. */
  redactor?: Redactor | undefined;
  /** `auto` infers phases where the source has none. Default: `none`. */
  annotate?: 'auto' | 'none';
  /** Gives a session its id. Default: its own id in the source, else its key. */
  nameSession?: (facts: NamedFacts & { key: string }) => string;
  /** Where finished items wait. Default: in memory. */
  createItems?: () => ItemStore;
  /** Where long contents go; one store a session, made in the order of the sessions. Default: in memory. */
  createContents?: () => ContentStore;
  /** SHA-256 of a content. Default: without any platform. */
  hash?: HashBytes;
  /** Incremental SHA-256 of source files. Default: without any platform. */
  createHash?: CreateHash;
  signal?: AbortSignal;
}

export interface Conversion {
  sessions: readonly ConvertedSession[];
  /** Of the whole source. */
  account: Account;
  /** What was reported where no session came of it. */
  diagnostics: readonly Diagnostic[];
}

/** Turns one source into sessions: parse, convert, assemble. Throws only what reading throws, and on abort. */
export async function convertSource(
  adapter: Adapter,
  source: Source,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const measured = source.files.map((file) => measureFile(file, options.createHash ?? createSha256));
  const names = source.files.map(({ name }) => name);
  const assembly = createAssembly({
    format: adapter.descriptor.id,
    names,
    hints: source.hints,
    redactor: options.redactor,
    hash: options.hash ?? hashBytes,
    createItems: options.createItems ?? createMemoryItems,
    createContents: options.createContents ?? createMemoryContents,
    nameSession: options.nameSession ?? (({ nativeId, key }) => nativeId ?? key),
    annotate: options.annotate === 'auto',
  });
  const context: ParseContext = { report: (diagnostic) => assembly.report(diagnostic), signal: options.signal };
  const { hints, joined } = source;
  const converter = adapter.createConverter(assembly, {
    names,
    ...(hints === undefined ? {} : { hints }),
    ...(joined === undefined ? {} : { joined }),
  });
  const feed = createFeed(converter, assembly, names, measured);
  const files = measured.map(({ file }) => file);
  for await (const batch of adapter.parse({ ...source, files }, context)) {
    options.signal?.throwIfAborted();
    for (const item of batch) feed(item);
  }
  converter.end();
  const sources = [];
  for (const file of measured) sources.push(await file.facts());
  const sessions = assembly.finish(sources);
  const accounts = sessions.map(({ session }) => session.head.provenance?.account).filter((each) => each !== undefined);
  const { ledger, log } = assembly.unattributed;
  return {
    sessions,
    account: sessions.length === 0 ? ledger.account() : addAccounts(accounts),
    diagnostics: sessions.length === 0 ? log.list() : [],
  };
}

/** Gives each item to the converter and enters its verdict; what could not be parsed is dropped with its diagnostic. */
function createFeed(
  converter: Converter<unknown>,
  assembly: RunningAssembly,
  names: readonly string[],
  measured: readonly MeasuredFile[],
): (item: SourceItem<unknown>) => void {
  const placeOf = (ref: SourceRef) => ({ file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset });
  return (item) => {
    measured[item.ref.source]?.countRecord();
    if (item.is === 'broken') {
      const { code, ref, message, column } = item;
      const at = { ...placeOf(ref), ...(column === undefined ? {} : { column }) };
      assembly.report(diagnose(code, { at, ...(message === undefined ? {} : { message }) }));
      assembly.enter({ dropped: code });
      return;
    }
    const verdict: Verdict = converter.record(item.value, item.ref);
    if (typeof verdict === 'object' && 'dropped' in verdict) {
      const message = verdict.message === undefined ? {} : { message: verdict.message };
      assembly.report(diagnose(verdict.dropped, { at: placeOf(item.ref), ...message }));
    }
    assembly.enter(verdict);
  };
}
