import { type Diagnostic, type DiagnosticCode, diagnose, type SourceRef } from '../../session/index.ts';
import { CallTable } from './callTable.ts';
import type { Cleaner } from './cleanValue.ts';
import type { ShortenContext } from './contents.ts';
import { ContextBook } from './contextBook.ts';
import { type ItemStore, ItemWriter } from './itemStore.ts';
import { createRunClock, type RunClock } from './runClock.ts';
import type { FirstChanges } from './touchedFiles.ts';

export interface RunContext {
  format: string;
  /** Prefix of each id: '' for the session itself, `sub-001-` for a sub-session. */
  idPrefix: string;
  clean: Cleaner;
  contents: ShortenContext;
  store: ItemStore;
  report(diagnostic: Diagnostic): void;
  /** Names of the source files, for diagnostics. */
  names: readonly string[];
  /** Whether to infer what calls used of each other. */
  traces: boolean;
  /** Of all runs of the session. */
  firstChanges: FirstChanges;
}

/** Facts about a run that are known only when it is over. */
export interface RunFrame {
  /** Start of the run, in milliseconds since 1970, for items with only a relative time. */
  base: number;
  /** Folder of the contents, relative to the session file. */
  contentFolder: string;
  /** Masks what is described provisionally. */
  clean: Cleaner;
}

/** What the calls and the events of one run have in common. */
export interface RunParts {
  readonly context: RunContext;
  readonly clock: RunClock;
  readonly items: ItemWriter;
  readonly table: CallTable;
  /** What calls used of each other; undefined if that is not inferred. */
  readonly book: ContextBook | undefined;
  readonly report: (code: DiagnosticCode, ref: SourceRef | undefined, actual: string) => void;
}

export function createRunParts(context: RunContext): RunParts {
  const { idPrefix, clean, store, contents, names, traces } = context;
  const report: RunParts['report'] = (code, ref, actual) => context.report(diagnoseAt(names, code, ref, actual));
  return {
    context,
    clock: createRunClock((code, actual) => report(code, undefined, actual)),
    items: new ItemWriter(store, contents),
    table: new CallTable(idPrefix, clean),
    book: traces ? new ContextBook() : undefined,
    report,
  };
}

/** Maximum length of a value quoted in a diagnostic, in characters. */
const MAX_ACTUAL = 200;

/** A diagnostic of a record, by its location in the source files, which have these names. */
export function diagnoseAt(
  names: RunContext['names'],
  code: DiagnosticCode,
  ref: SourceRef | undefined,
  actual: string,
): Diagnostic {
  const file = ref === undefined ? undefined : names[ref.source];
  const at =
    ref === undefined || file === undefined ? {} : { at: { file, line: ref.line, byteOffset: ref.byte_offset } };
  return diagnose(code, { ...at, actual: actual.slice(0, MAX_ACTUAL) });
}
