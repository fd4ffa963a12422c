import { basename } from 'node:path';
import { addAccounts, type PassedFile } from '../../src/adapters/index.ts';
import { type Account, type Diagnostic, diagnose, diagnosticCatalogue } from '../../src/session/index.ts';
import type { Collected, FoundFile, RefusalCode } from './collected.ts';
import type { Published } from './createPublisher.ts';
import type { Detected } from './detectSources.ts';
import { type LossLocation, lossLocations, type SourceFigures, type SourceResult } from './sourceResult.ts';
import { systemReason } from './systemReason.ts';

/** What a run did with the files of one format. */
export interface FormatFigures {
  format: string;
  files: number;
  sessions: number;
  account: Account;
  droppedByCode: Record<string, number>;
  maskedByRule: Record<string, number>;
}

export interface Failure {
  file: string;
  message: string;
  remedy: string;
  /** A field that does not fit: its session was made without it, and keeps what it held among the leftovers. */
  isMended?: true;
}

/** What was lost of the logs of one format for one reason, or of a file that failed for it. */
export interface Loss {
  format: string;
  /** Code of a diagnostic. */
  code: string;
  count: number;
  /** Where; of a source that an earlier run converted only the first ones are known. */
  places: LossLocation[];
  /** Whether it is named among the failures, because it cost a whole file or a field did not fit. */
  isFailure: boolean;
}

/** A session of a run. */
export interface ReportedSession {
  session_id: string;
  /** File name in the output folder. */
  file: string;
  format: string;
  /** Name of the primary file of its source. */
  source: string;
  change: 'new' | 'changed' | 'unchanged';
}

/** The report of a run; `--json` prints it as it is. */
export interface EtlReport {
  formats: FormatFigures[];
  /** In the order of their sources: unchanged ones first. */
  sessions: ReportedSession[];
  /** Ids of sessions whose log is gone: those kept, and those removed. */
  gone: string[];
  pruned: string[];
  /** Files of known formats in variants that are not read yet, and why. */
  notConverted: { file: string; because: string }[];
  sideFiles: { file: string; format: string; because: string }[];
  /** Files of no known format, with each adapter's reason, by adapter id, and the nearest adapter, if any. */
  unrecognised: { file: string; nearest?: string; because?: string; refusals: Readonly<Record<string, string>> }[];
  /** Parts of runs whose main file is not among the files given. */
  leftOut: { file: string; format: string }[];
  /** Links and folders that were not entered, and logs that are the same as others, and why. */
  passedOver: { file: string; because: string }[];
  failures: Failure[];
  losses: Loss[];
  diagnostics: Diagnostic[];
  /** Numbers of sessions written and left unchanged, of sources that were not even read, and whether anything in the folder changed. */
  published: { written: number; unchanged: number; skippedSources: number; changed: boolean };
  dataLoss: number;
}

export interface ReportInput {
  collected: Collected;
  detected: Detected;
  results: readonly SourceResult[];
  published: readonly Published[];
  /** Ids of sessions whose log is gone, and of those that were removed. */
  gone?: readonly string[];
  pruned?: readonly string[];
}

export function buildReport({
  collected,
  detected,
  results,
  published,
  gone = [],
  pruned = [],
}: ReportInput): EtlReport {
  const passed = passedOf(detected);
  const diagnostics = [
    ...detected.diagnostics,
    ...results.flatMap(diagnosticsOf),
    ...published.flatMap(({ file, lostName }) =>
      lostName === undefined
        ? []
        : [diagnose('id-taken', { at: { file: basename(file) }, actual: basename(file, '.json'), expected: lostName })],
    ),
  ];
  const sessions = published.filter((each) => each.is === 'session');
  const skipped = results.filter((each) => each.is === 'unchanged');
  const same = sessions.filter(({ change }) => change === 'unchanged').length;
  const unsupported = diagnostics.filter(({ code }) => code === 'unsupported-version');
  const figures = results.flatMap((each) => (each.is === 'failed' ? [] : [each.figures]));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return {
    formats: figuresByFormat(results),
    sessions: sessionsOf(results, sessions),
    gone: gone.filter((id) => !pruned.includes(id)),
    pruned: [...pruned],
    notConverted: unsupported.map(({ at, message, actual }) => ({ file: at?.file ?? '', because: actual ?? message })),
    sideFiles: passed('side').map(({ file, format, because }) => ({ file: file.name, format, because })),
    unrecognised: passed('unrecognised').map(({ is, file, ...why }) => ({ file: file.name, ...why })),
    leftOut: passed('left-out').map(({ file, format }) => ({ file: file.name, format })),
    passedOver: [...collected.passed.map(({ path, because }) => ({ file: path, because })), ...copiesOf(results)],
    failures: failuresOf(collected, detected, results),
    losses: lossesOf(results),
    diagnostics,
    published: {
      written: sessions.length - same,
      unchanged: same + skipped.reduce((sum, { outputs }) => sum + outputs.length, 0),
      skippedSources: skipped.length,
      changed: published.some(({ change }) => change === 'written'),
    },
    dataLoss: errors + figures.reduce((sum, { losses }) => sum + total(losses), 0),
  };
}

/** Published sessions come in the order of their sources. */
function sessionsOf(results: readonly SourceResult[], published: readonly Published[]): ReportedSession[] {
  let next = 0;
  return results.flatMap((result) => {
    if (result.is === 'failed') return [];
    const { adapter, files } = result.source;
    const facts = { format: adapter.descriptor.id, source: files[0]?.name ?? '' };
    const entryOf = (file: string, change: ReportedSession['change']): ReportedSession => {
      return { session_id: basename(file, '.json'), file: basename(file), ...facts, change };
    };
    if (result.is === 'unchanged') return result.outputs.map((name) => entryOf(name, 'unchanged'));
    const own = published.slice(next, next + result.figures.sessions);
    next += own.length;
    return own.map(({ file, change, isNew }) =>
      entryOf(file, change === 'unchanged' ? 'unchanged' : isNew === true ? 'new' : 'changed'),
    );
  });
}

/** Findings in a source; a diagnostic without a file means the source's first one. */
function diagnosticsOf(result: SourceResult): Diagnostic[] {
  if (result.is !== 'staged') return [];
  const file = result.source.files[0]?.name ?? '';
  return result.diagnostics.map((each) => ({ ...each, at: { file, ...each.at } }));
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function figuresByFormat(results: readonly SourceResult[]): FormatFigures[] {
  const byFormat = new Map<string, FormatFigures>();
  for (const result of results) {
    if (result.is === 'failed') continue;
    const { id } = result.source.adapter.descriptor;
    const sum = byFormat.get(id) ?? emptyFigures(id);
    byFormat.set(id, addFigures(sum, result.source.files.length, result.figures));
  }
  return [...byFormat.values()].sort((a, b) => (a.format < b.format ? -1 : 1));
}

function emptyFigures(format: string): FormatFigures {
  const account = { records: 0, converted: 0, unknown: 0, ignored: {}, dropped: 0 };
  return { format, files: 0, sessions: 0, account, droppedByCode: {}, maskedByRule: {} };
}

function addFigures(sum: FormatFigures, files: number, more: SourceFigures): FormatFigures {
  return {
    format: sum.format,
    files: sum.files + files,
    sessions: sum.sessions + more.sessions,
    account: addAccounts([sum.account, more.account]),
    droppedByCode: addCounts(sum.droppedByCode, more.losses),
    maskedByRule: addCounts(sum.maskedByRule, more.masked),
  };
}

function addCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const sum = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

/** Logs whose every record stands in another of the same size: what their sessions would hold is there. */
function copiesOf(results: readonly SourceResult[]): EtlReport['passedOver'] {
  return results.flatMap((result) => {
    if (result.is === 'failed') return [];
    const { ignored, converted, unknown, dropped } = result.figures.account;
    const { files, ancestors = [] } = result.source;
    const original = ancestors.find(({ size }) => size === files[0]?.size);
    if (original === undefined || ignored.parent_history === undefined || converted + unknown + dropped > 0) return [];
    return [
      { file: files[0]?.name ?? '', because: `The same as ${original.name}: every record of it stands there, too.` },
    ];
  });
}

function lossesOf(results: readonly SourceResult[]): Loss[] {
  const losses = new Map<string, Loss>();
  const lossOf = (format: string, code: string, isFailure: boolean): Loss => {
    const key = `${format} ${code}`;
    const loss = losses.get(key) ?? { format, code, count: 0, places: [], isFailure };
    losses.set(key, loss);
    return loss;
  };
  for (const result of results) {
    if (result.is === 'failed') continue;
    const { id } = result.source.adapter.descriptor;
    const file = result.source.files[0]?.name ?? '';
    for (const [code, count] of Object.entries(result.figures.losses)) lossOf(id, code, false).count += count;
    const locations = result.is === 'staged' ? lossLocations(result.diagnostics) : (result.figures.places ?? []);
    for (const location of locations)
      lossOf(id, location.code, false).places.push({ ...location, file: location.file ?? file });
    for (const { code, severity } of diagnosticsOf(result)) if (severity === 'error') lossOf(id, code, true).count += 1;
  }
  return [...losses.values()].sort((a, b) => (a.format < b.format ? -1 : a.format > b.format ? 1 : 0));
}

/** Picks the files that were passed over for one kind of reason. */
function passedOf({ passed }: Detected) {
  type Passed = PassedFile<FoundFile>;
  return <Kind extends Passed['is']>(kind: Kind) =>
    passed.filter((each): each is Extract<Passed, { is: Kind }> => each.is === kind);
}

/** Files that were not converted, each with the reason and what to do. */
function failuresOf(collected: Collected, detected: Detected, results: readonly SourceResult[]): Failure[] {
  const passed = passedOf(detected);
  return [
    ...collected.refused.map(({ path, code, message }) => ({
      file: path,
      message: systemReason(path, message),
      remedy: refusalRemedies[code],
    })),
    ...passed('unreadable').map(({ file, message }) => ({
      file: file.name,
      message: systemReason(file.name, message),
      remedy: 'Check that the file can be read.',
    })),
    ...passed('unrecognised')
      .filter(({ file }) => file.named)
      .map(({ file, because }) => ({
        file: file.name,
        message: file.size === 0 ? 'The file is empty.' : (because ?? diagnosticCatalogue['unknown-format'].meaning),
        remedy: remedyFor(file.size === 0 ? '' : because),
      })),
    ...results.flatMap(resultFailures),
  ];
}

/** What helps with a file of no known format; without a reason nothing in it looks like a log. */
function remedyFor(because: string | undefined): string {
  if (because === undefined) return diagnosticCatalogue['unknown-format'].remedy;
  return because.includes('UTF-16') ? 'Store it as UTF-8.' : 'Name the log itself.';
}

function resultFailures(result: SourceResult): Failure[] {
  if (result.is === 'unchanged') return [];
  if (result.is === 'staged')
    return diagnosticsOf(result)
      .filter(({ severity }) => severity === 'error')
      .map((each) => (isMended(each, result) ? { ...failureOf(each), isMended: true } : failureOf(each)));
  const remedy =
    result.source.adapter.contract === undefined
      ? 'Check that the file can be read and the disk has room; if so, this is a bug of the kit: report it.'
      : 'Check that the file can be read; if so, this is a bug of the adapter: report it to who made it.';
  const file = result.source.files[0]?.name ?? '';
  return [{ file, message: systemReason(file, result.message), remedy }];
}

const refusalRemedies = {
  'path-outside-roots': 'Give the folder it points to as a path too, if you trust it.',
  unreadable: 'Check that it can be read.',
  'not-found': 'Check the path.',
  'not-a-file': 'Write what it holds to a file, and give that.',
  'bad-name': 'Rename it.',
  'inside-output': 'Give --out a folder of its own, beside the logs.',
} as const satisfies Record<RefusalCode, string>;

/** A session is made of what fits; only where nothing was dropped is it sure that no session was refused for the field. */
function isMended({ code }: Diagnostic, { figures }: Extract<SourceResult, { is: 'staged' }>): boolean {
  return code === 'schema-violation' && figures.sessions > 0 && figures.account.dropped === 0;
}

function failureOf({ code, message, at, actual }: Diagnostic): Failure {
  const position = [at?.line, at?.column].filter((each) => each !== undefined).join(':');
  return {
    file: `${at?.file ?? ''}${position === '' ? '' : `:${position}`}`,
    message: actual === undefined || code === 'schema-violation' ? message : `${message} (${actual})`,
    remedy: diagnosticCatalogue[code].remedy,
  };
}
