import type { SourceOutcome } from '../../src/adapters/index.ts';
import type { Account, Diagnostic, DiagnosticLocation, Provenance } from '../../src/session/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import type { FoundFile, FoundSource } from './collected.ts';
import type { StagedSession, StagedSource } from './staged.ts';

/** Where something of a log was lost; without a file it is the source's first. */
export interface LossLocation extends Pick<DiagnosticLocation, 'file' | 'line' | 'byteOffset'> {
  /** Code of a diagnostic. */
  code: string;
}

/** The figures of a source's conversion, as the report and the next run need them. */
export interface SourceFigures {
  account: Account;
  sessions: number;
  /** Masked secrets by rule. */
  masked: Record<string, number>;
  /** Data-loss diagnostics by code. */
  losses: Record<string, number>;
  /** Where the first ones lie; absent where nothing was lost. */
  places?: LossLocation[] | undefined;
}

/** What became of a source: converted now, left as an earlier run made it, or failed. */
export type SourceResult =
  | {
      is: 'staged';
      source: FoundSource;
      figures: SourceFigures;
      sessions: readonly StagedSession[];
      diagnostics: readonly Diagnostic[];
      /** Whether the log was still growing: what only its end decides is missing, so the next run converts it again. */
      provisional?: true;
    }
  | { is: 'unchanged'; source: FoundSource; figures: SourceFigures; outputs: readonly string[] }
  | FailedSource;

export interface FailedSource {
  is: 'failed';
  source: FoundSource;
  message: string;
  /** What the system says of the error, where it is one of the system's. */
  system?: { code?: string | undefined; path?: string | undefined };
}

/** The result of a source that could not be read, or whose sessions could not be written. */
export function failedResult(source: FoundSource, error: unknown): FailedSource {
  const failed = { is: 'failed', source, message: errorText(error) } as const;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' ? { ...failed, system: { code, path } } : failed;
}

/** The figures of a source, from its sessions, its account and its diagnostics. */
export function figuresOf(
  sessions: readonly { provenance?: Pick<Provenance, 'redactions'> | undefined }[],
  account: Account,
  diagnostics: readonly Diagnostic[],
): SourceFigures {
  const losses: Record<string, number> = {};
  for (const { code, severity } of diagnostics) if (severity === 'data-loss') losses[code] = (losses[code] ?? 0) + 1;
  const masked: Record<string, number> = {};
  for (const [rule, times] of sessions.flatMap(({ provenance }) => Object.entries(provenance?.redactions ?? {}))) {
    masked[rule] = (masked[rule] ?? 0) + times;
  }
  const locations = firstLocations(diagnostics);
  return {
    account,
    sessions: sessions.length,
    masked,
    losses,
    ...(locations.length === 0 ? {} : { places: locations }),
  };
}

/** Where something was lost, in the order in which it was found. */
export function lossLocations(diagnostics: readonly Diagnostic[]): LossLocation[] {
  return diagnostics
    .filter(({ severity }) => severity === 'data-loss')
    .map(({ code, at: { file, line, byteOffset } = {} }) => ({
      code,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(byteOffset === undefined ? {} : { byteOffset }),
    }));
}

/** Number of places of one code that are noted of a source for later runs. */
const NOTED_PLACES = 20;

function firstLocations(diagnostics: readonly Diagnostic[]): LossLocation[] {
  const noted = new Map<string, number>();
  return lossLocations(diagnostics).filter(({ code }) => {
    const count = (noted.get(code) ?? 0) + 1;
    noted.set(code, count);
    return count <= NOTED_PLACES;
  });
}

export function stagedResult(
  source: FoundSource,
  { sessions, account, diagnostics }: StagedSource,
): Extract<SourceResult, { is: 'staged' }> {
  return { is: 'staged', source, figures: figuresOf(sessions, account, diagnostics), sessions, diagnostics };
}

/** What became of a source whose sessions were to be staged. */
export function stagingResult(outcome: SourceOutcome<FoundFile, StagedSource>): SourceResult {
  const { source } = outcome;
  return outcome.is === 'failed' ? failedResult(source, outcome.error) : stagedResult(source, outcome.result);
}
