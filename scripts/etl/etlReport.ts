import type { Account, Diagnostic } from '../../src/session/index.ts';
import { diagnosticCatalogue } from '../../src/session/index.ts';
import type { Collected } from './collectFiles.ts';
import type { Detected } from './detectSources.ts';
import type { Published } from './publishSessions.ts';
import type { StagedSource } from './stageSource.ts';

/** What a run did with the files of one format. */
export interface FormatFigures {
  format: string;
  files: number;
  sessions: number;
  account: Account;
  droppedByCode: Record<string, number>;
  masked: number;
}

export interface Failure {
  file: string;
  message: string;
  remedy: string;
}

/** Everything a run has to say; `--json` prints it as it is. */
export interface EtlReport {
  formats: FormatFigures[];
  /** Known formats in forms that are not read yet, and why. */
  notConverted: { file: string; because: string }[];
  sideFiles: { file: string; format: string; because: string }[];
  unrecognised: { file: string; because: Readonly<Record<string, string>> }[];
  failures: Failure[];
  diagnostics: Diagnostic[];
  /** Sessions written anew, left as they were, and whether anything at all changed in the folder. */
  published: { written: number; unchanged: number; changed: boolean };
  dataLoss: number;
}

export interface ReportInput {
  collected: Collected;
  detected: Detected;
  staged: readonly StagedSource[];
  broken: readonly Failure[];
  published: readonly Published[];
}

const emptyAccount: Account = { records: 0, converted: 0, unknown: 0, ignored: {}, dropped: 0 };

export function buildReport({ collected, detected, staged, broken, published }: ReportInput): EtlReport {
  const diagnostics = [...detected.diagnostics, ...staged.flatMap((each) => each.diagnostics)];
  const sessions = published.filter((each) => each.is === 'session');
  const unsupported = diagnostics.filter(({ code }) => code === 'unsupported-version');
  return {
    formats: figuresByFormat(staged),
    notConverted: unsupported.map(({ at, message, actual }) => ({ file: at?.file ?? '', because: actual ?? message })),
    sideFiles: detected.sideFiles.map(({ file, format, because }) => ({ file: file.name, format, because })),
    unrecognised: detected.unrecognised.map(({ file, refusals }) => ({ file: file.name, because: refusals })),
    failures: [...broken, ...failuresOf(collected, detected, staged)],
    diagnostics,
    published: {
      written: sessions.filter(({ change }) => change === 'written').length,
      unchanged: sessions.filter(({ change }) => change === 'unchanged').length,
      changed: published.some(({ change }) => change === 'written'),
    },
    dataLoss: diagnostics.filter(({ severity }) => severity === 'data-loss' || severity === 'error').length,
  };
}

function figuresByFormat(staged: readonly StagedSource[]): FormatFigures[] {
  const byFormat = new Map<string, FormatFigures>();
  for (const { source, sessions, account, diagnostics } of staged) {
    const { id } = source.adapter.descriptor;
    const figures = byFormat.get(id) ?? {
      format: id,
      files: 0,
      sessions: 0,
      account: emptyAccount,
      droppedByCode: {},
      masked: 0,
    };
    figures.files += source.files.length;
    figures.sessions += sessions.length;
    figures.account = addTwo(figures.account, account);
    for (const { code, severity } of diagnostics) {
      if (severity === 'data-loss') figures.droppedByCode[code] = (figures.droppedByCode[code] ?? 0) + 1;
    }
    for (const { provenance } of sessions) {
      figures.masked += Object.values(provenance.redactions).reduce((sum, times) => sum + times, 0);
    }
    byFormat.set(id, figures);
  }
  return [...byFormat.values()].sort((a, b) => (a.format < b.format ? -1 : 1));
}

function addTwo(a: Account, b: Account): Account {
  const ignored = { ...a.ignored };
  for (const [reason, count] of Object.entries(b.ignored)) ignored[reason] = (ignored[reason] ?? 0) + count;
  return {
    records: a.records + b.records,
    converted: a.converted + b.converted,
    unknown: a.unknown + b.unknown,
    ignored,
    dropped: a.dropped + b.dropped,
  };
}

/** Files that did not make it, each with the reason and what to do. */
function failuresOf(collected: Collected, detected: Detected, staged: readonly StagedSource[]): Failure[] {
  return [
    ...collected.refused.map(({ path, code, message }) => ({ file: path, message, remedy: refusalRemedies[code] })),
    ...detected.unreadable.map(({ file, message }) => ({
      file: file.name,
      message,
      remedy: 'Check that the file can be read.',
    })),
    ...detected.unrecognised
      .filter(({ file }) => file.named)
      .map(({ file }) => ({
        file: file.name,
        message: diagnosticCatalogue['unknown-format'].meaning,
        remedy: diagnosticCatalogue['unknown-format'].remedy,
      })),
    ...staged.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error')).map(failureOf),
  ];
}

const refusalRemedies = {
  'path-outside-roots': 'Give the folder it points to as a path too, if you trust it.',
  unreadable: 'Check that it can be read.',
  'not-found': 'Check the path.',
} as const;

function failureOf({ code, message, at, actual }: Diagnostic): Failure {
  const place = [at?.line, at?.column].filter((each) => each !== undefined).join(':');
  return {
    file: `${at?.file ?? ''}${place === '' ? '' : `:${place}`}`,
    message: actual === undefined ? message : `${message} (${actual})`,
    remedy: diagnosticCatalogue[code].remedy,
  };
}
