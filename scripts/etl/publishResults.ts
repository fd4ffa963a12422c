import { basename, join, relative, sep } from 'node:path';
import type { Redactor } from '../../src/redaction/index.ts';
import { type DetectedFile, type EtlState, readState, stateJson, stateOf } from './etlState.ts';
import { maskName } from './maskName.ts';
import { type NewSession, type Published, publishSessions } from './publishSessions.ts';
import type { SourceResult } from './sourceResult.ts';
import { writeAtomically } from './writeAtomically.ts';

export interface PublishContext {
  out: string;
  project: string;
  check: boolean;
  fingerprint: string;
  redactor: Redactor | undefined;
  /** What detection said of each file, by path. */
  detected: ReadonlyMap<string, DetectedFile>;
}

/** Publishes what was staged and notes it for the next run. The caller holds the folder's lock, unless it only checks. */
export function publishResults(results: readonly SourceResult[], context: PublishContext): Published[] {
  const { out, check, redactor } = context;
  const sessions = results.map((result) => newSessions(result, context));
  const published = publishSessions(out, sessions.flat(), check);
  if (check) return published;
  // Another run may have noted things since this one started.
  const state = readState(statePath(out), context.fingerprint);
  // A path that holds a secret is noted nowhere; its file is read again in every run.
  const isPlain = (path: string): boolean => maskName(path, redactor) === path;
  for (const [path, found] of context.detected) if (isPlain(path)) state.detected.set(path, found);
  let next = 0;
  for (const [index, result] of results.entries()) {
    const count = sessions[index]?.length ?? 0;
    const outputs = published.slice(next, next + count).map(({ file }) => basename(file));
    next += count;
    if (result.source.files.every(({ path }) => isPlain(path))) noteSource(state, result, outputs);
  }
  writeAtomically(statePath(out), [stateJson(state)]);
  return published;
}

/** A source with something to complain about is converted again next time, so that the complaint is made again. */
function noteSource(state: EtlState, result: SourceResult, outputs: readonly string[]): void {
  if (result.is !== 'staged') return;
  const { source, figures, sessions, diagnostics } = result;
  const path = source.files[0]?.path ?? '';
  const hashes = sessions[0]?.provenance.sources.map(({ sha256 }) => sha256) ?? [];
  const noted = stateOf(source, hashes, outputs, figures);
  const quiet = diagnostics.every(({ code, severity }) => severity !== 'error' && code !== 'unsupported-version');
  if (noted === undefined || !quiet || result.provisional === true) state.sources.delete(path);
  else state.sources.set(path, noted);
}

function newSessions(result: SourceResult, { project, redactor }: PublishContext): NewSession[] {
  if (result.is !== 'staged') return [];
  const path = result.source.files[0]?.path ?? '';
  const tracked = path.startsWith(`${samplesOf(project)}${sep}`);
  const source = maskName(tracked ? relative(project, path).replaceAll(sep, '/') : path, redactor);
  return result.sessions.map((staged) => {
    return { staged: { ...staged, key: maskName(staged.key, redactor) }, source, tracked };
  });
}

/** Where the project keeps its samples; only sessions made of them are tracked by git. */
export function samplesOf(project: string): string {
  return join(project, 'data', 'sources');
}

/** Where a run notes what it found and made, for the next one. */
export function statePath(out: string): string {
  return join(out, 'index', 'state.json');
}
