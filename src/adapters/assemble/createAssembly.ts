import type { Redactor } from '../../redaction/index.ts';
import {
  aboutTheMachine,
  type Diagnostic,
  type DiagnosticCode,
  type Provenance,
  type Session,
} from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { SourceHints, Verdict } from '../contract.ts';
import type { CreateHash, HashBytes } from '../sha256.ts';
import { type AccountLedger, createLedger } from './account.ts';
import { adoptSession } from './adoptSession.ts';
import type { AssembledSession } from './assembledSession.ts';
import { type Cleaner, createCleaner } from './cleanValue.ts';
import type { Content, ContentStore } from './contents.ts';
import { finishSession, type NamedFacts } from './finishSession.ts';
import type { ItemStore } from './itemStore.ts';
import { SessionBuilder } from './sessionBuilder.ts';
import { FirstChanges } from './touchedFiles.ts';

/** Number of diagnostics kept in full per code; later ones are only counted. */
const KEPT_PER_CODE = 50;

/** Collects diagnostics in bounded memory. */
interface DiagnosticLog {
  report(diagnostic: Diagnostic): void;
  /** Number of diagnostics per code that concern the log. */
  counts(): Record<string, number>;
  /** The first ones of each code, in order of report. */
  list(): Diagnostic[];
  /** A report that starts from another one's diagnostics. */
  fork(): DiagnosticLog;
}

/** `mask` masks the secrets in values that diagnostics quote. */
function createDiagnosticLog(mask: (text: string) => string): DiagnosticLog {
  return logOf(new Map(), [], mask);
}

function logOf(counts: Map<DiagnosticCode, number>, kept: Diagnostic[], mask: (text: string) => string): DiagnosticLog {
  return {
    report(diagnostic) {
      const count = (counts.get(diagnostic.code) ?? 0) + 1;
      counts.set(diagnostic.code, count);
      if (count <= KEPT_PER_CODE) kept.push(maskDiagnostic(diagnostic, mask));
    },
    counts: () =>
      Object.fromEntries(
        [...counts].filter(([code]) => !aboutTheMachine.has(code)).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    list: () => [...kept],
    fork: () => logOf(new Map(counts), [...kept], mask),
  };
}

function maskDiagnostic(diagnostic: Diagnostic, mask: (text: string) => string): Diagnostic {
  const { message, actual, at } = diagnostic;
  return {
    ...diagnostic,
    message: mask(message),
    ...(actual === undefined ? {} : { actual: mask(actual) }),
    ...(at?.pointer === undefined ? {} : { at: { ...at, pointer: mask(at.pointer) } }),
  };
}

export interface AssemblyOptions {
  format: string;
  /** Package of the adapter; undefined for the kit's own. */
  maker?: Provenance['adapter'];
  names: readonly string[];
  hints: SourceHints | undefined;
  redactor: Redactor | undefined;
  hash: HashBytes;
  createHash: CreateHash;
  createItems(): ItemStore;
  createContents(): ContentStore;
  /** Makes a session's id; called once per session, in order of appearance. */
  nameSession(facts: NamedFacts & { key: string }): string;
  /** Whether to infer phases if the source has none. */
  annotate: boolean;
}

/** A finished session with its contents and diagnostics. */
export interface ConvertedSession {
  key: string;
  session: AssembledSession;
  contents: readonly Content[];
  diagnostics: readonly Diagnostic[];
}

interface Entry {
  key: string;
  ledger: AccountLedger;
  log: DiagnosticLog;
  redactions: Map<string, number>;
  contents: ContentStore;
  clean: Cleaner;
  made: { is: 'assembled'; builder: SessionBuilder } | { is: 'adopted'; session: Session };
}

type SourceFacts = Provenance['sources'];

/** The assembly of one source: first the sink of a converter, in the end the finished sessions. */
export interface RunningAssembly extends Assembly {
  /** Adds a record's verdict to the account of the current session. */
  enter(verdict: Verdict): void;
  /** Treats what is described from now on as provisional, until `settle` is called. */
  suppose(describe: () => void): void;
  settle(): void;
  finish(sources: SourceFacts): ConvertedSession[];
  /** What was reported and counted before any session existed; everything if none ever did. */
  readonly unattributed: { ledger: AccountLedger; log: DiagnosticLog };
}

export function createAssembly(options: AssemblyOptions): RunningAssembly {
  const entries = new Map<string, Entry>();
  const createLog = () => createDiagnosticLog((text) => options.redactor?.mask(text) ?? text);
  let current: Pick<Entry, 'ledger' | 'log'> = { ledger: createLedger(), log: createLog() };
  const unattributed = current;

  const create = (key: string, make: (entry: Omit<Entry, 'made'>) => Entry['made']): Entry => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    // The first session takes over what was counted and reported before it.
    const { ledger, log } = entries.size === 0 ? current : { ledger: createLedger(), log: createLog() };
    const base = createBase(key, ledger, log, options);
    const entry = { ...base, made: make(base) };
    entries.set(key, entry);
    return entry;
  };

  const assembled = (): SessionBuilder[] =>
    [...entries.values()].flatMap(({ made }) => (made.is === 'assembled' ? [made.builder] : []));
  let isSupposing = false;
  const settle = (): void => {
    if (!isSupposing) return;
    isSupposing = false;
    for (const builder of assembled()) builder.settle();
  };

  return {
    session(key, format = options.format) {
      const entry = create(key, (base) => ({ is: 'assembled', builder: createBuilder(base, { ...options, format }) }));
      current = entry;
      if (entry.made.is === 'adopted') throw new Error(`agent-replay-kit: session ${key} was adopted whole.`);
      return entry.made.builder.sink;
    },
    adopt(session, attachments = []) {
      current = create(session.session_id, ({ contents }) => {
        for (const attachment of attachments) contents.put(attachment);
        return { is: 'adopted', session };
      });
    },
    report: (diagnostic) => current.log.report(diagnostic),
    enter: (verdict) => current.ledger.enter(verdict),
    suppose(describe) {
      settle();
      isSupposing = true;
      for (const builder of assembled()) builder.suppose();
      describe();
    },
    settle,
    finish: (sources) => [...entries.values()].map((entry) => finishEntry(entry, sources, options)),
    unattributed,
  };
}

function createBase(
  key: string,
  ledger: AccountLedger,
  log: DiagnosticLog,
  options: AssemblyOptions,
): Omit<Entry, 'made'> {
  const redactions = new Map<string, number>();
  const clean = createEntryCleaner(options, log, redactions);
  return { key, ledger, log, redactions, clean, contents: options.createContents() };
}

function createEntryCleaner(options: AssemblyOptions, log: DiagnosticLog, redactions: Map<string, number>): Cleaner {
  return createCleaner(options.redactor, {
    masked: (rule, times) => redactions.set(rule, (redactions.get(rule) ?? 0) + times),
    report: (diagnostic) => log.report(diagnostic),
  });
}

function createBuilder(base: Omit<Entry, 'made'>, options: AssemblyOptions): SessionBuilder {
  const context = {
    format: options.format,
    idPrefix: '',
    clean: base.clean,
    contents: { store: base.contents, hash: options.hash, createHash: options.createHash },
    store: options.createItems(),
    report: (diagnostic: Diagnostic) => base.log.report(diagnostic),
    names: options.names,
    traces: options.annotate,
    firstChanges: new FirstChanges(),
  };
  return new SessionBuilder(context, options.createItems);
}

/** The session in its current state. Diagnostics and masks from finishing count for this reading only. */
function finishEntry(entry: Entry, sources: SourceFacts, options: AssemblyOptions): ConvertedSession {
  const log = entry.log.fork();
  const redactions = new Map(entry.redactions);
  const clean = createEntryCleaner(options, log, redactions);
  const reading = { ...entry, log, redactions, clean };
  const session = assemble(reading, sources, options);
  return { key: entry.key, session, contents: entry.contents.contents(), diagnostics: log.list() };
}

function assemble(entry: Entry, sources: SourceFacts, options: AssemblyOptions): AssembledSession {
  const { clean, made } = entry;
  const shared = {
    clean,
    report: (diagnostic: Diagnostic) => entry.log.report(diagnostic),
    name: (facts: NamedFacts) => options.nameSession({ ...facts, key: entry.key }),
    provenance: () => provenanceOf(entry, sources, options),
    annotate: options.annotate,
  };
  if (made.is === 'adopted') {
    return adoptSession(made.session, {
      ...shared,
      contents: { store: entry.contents, hash: options.hash, createHash: options.createHash },
    });
  }
  return finishSession(made.builder, {
    ...shared,
    format: options.format,
    hintedStart: options.hints?.startedAt,
    fallbackTitle: options.names[0] ?? entry.key,
  });
}

function provenanceOf(
  entry: Entry,
  sources: SourceFacts,
  { format, maker }: Pick<AssemblyOptions, 'format' | 'maker'>,
): Provenance {
  const redactions = [...entry.redactions].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    source_format: format,
    ...(maker === undefined ? {} : { adapter: maker }),
    sources: sources.map((source) => ({ ...source, name: entry.clean.text(source.name) })),
    account: entry.ledger.account(),
    diagnostics: entry.log.counts(),
    redactions: Object.fromEntries(redactions),
  };
}
