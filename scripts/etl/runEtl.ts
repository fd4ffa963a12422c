import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { collectFiles } from './collectFiles.ts';
import { createProgress } from './createProgress.ts';
import { type Detected, detectSources, type FoundSource } from './detectSources.ts';
import { buildReport, type EtlReport } from './etlReport.ts';
import { type EtlState, emptyState, fingerprintOf, readState, stateJson, stateOf, unchangedSince } from './etlState.ts';
import type { EtlArguments } from './parseEtlArguments.ts';
import { type NewSession, type Published, publishSessions } from './publishSessions.ts';
import type { SourceResult } from './sourceResult.ts';
import { sizeOf, stageSources } from './stageSources.ts';
import { withLock } from './withLock.ts';
import { writeAtomically } from './writeAtomically.ts';

export interface EtlContext {
  /** Absolute path of the project: its `data/sources` are the samples. */
  project: string;
  progress: NodeJS.WriteStream;
}

/** Collects, detects, converts what has changed, names and writes; the report says what became of every file. */
export async function runEtl(args: EtlArguments, { project, progress }: EtlContext): Promise<EtlReport> {
  const out = resolve(args.out);
  const { annotate, redact, format } = args;
  const fingerprint = fingerprintOf(project, { annotate, redact, format });
  // A check proves what is in the folder: it believes nothing that an earlier run noted.
  const state = args.check ? emptyState(fingerprint) : readState(statePath(out), fingerprint);
  const collected = collectFiles(args.paths);
  const detected = await detectSources(collected.files, format, state.detected);
  const folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
  try {
    const { unchanged, changed } = await splitByState(detected.sources, state, out);
    const total = { files: changed.length, bytes: changed.reduce((sum, source) => sum + sizeOf(source), 0) };
    const meter = createProgress(total, progress);
    const staged = await stageSources(changed, {
      setting: { folder, nonce: randomBytes(12).toString('hex'), annotate, redact },
      jobs: args.jobs,
      startedAt: anchorsOf(project),
      done: (source) => meter.advance(sizeOf(source), source.files[0]?.name ?? ''),
    });
    meter.end();
    const publish = () => publishAll(staged, { out, project, check: args.check, fingerprint, detected });
    const published = args.check ? publish() : await withLock(join(out, 'index', '.lock'), publish);
    return buildReport({ collected, detected, results: [...unchanged, ...staged], published });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function statePath(out: string): string {
  return join(out, 'index', 'state.json');
}

type Unchanged = Extract<SourceResult, { is: 'unchanged' }>;

async function splitByState(
  sources: readonly FoundSource[],
  state: EtlState,
  out: string,
): Promise<{ unchanged: Unchanged[]; changed: FoundSource[] }> {
  const unchanged: Unchanged[] = [];
  const changed: FoundSource[] = [];
  for (const source of sources) {
    const before = await unchangedSince(source, state, out);
    if (before === undefined) changed.push(source);
    else unchanged.push({ is: 'unchanged', source, ...before });
  }
  return { unchanged, changed };
}

interface PublishContext {
  out: string;
  project: string;
  check: boolean;
  fingerprint: string;
  detected: Detected;
}

/** Publishes what was staged and notes it for the next run. */
function publishAll(results: readonly SourceResult[], context: PublishContext): Published[] {
  const { out, project, check } = context;
  const sessions = results.map((result) => newSessions(result, project));
  const published = publishSessions(out, sessions.flat(), check);
  if (check) return published;
  // Another run may have noted things since this one started.
  const state = readState(statePath(out), context.fingerprint);
  for (const [path, found] of context.detected.files) state.detected.set(path, found);
  let next = 0;
  for (const [index, result] of results.entries()) {
    const count = sessions[index]?.length ?? 0;
    const outputs = published.slice(next, next + count).map(({ file }) => basename(file));
    next += count;
    noteSource(state, result, outputs);
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
  if (noted === undefined || !quiet) state.sources.delete(path);
  else state.sources.set(path, noted);
}

function newSessions(result: SourceResult, project: string): NewSession[] {
  if (result.is !== 'staged') return [];
  const path = result.source.files[0]?.path ?? '';
  const tracked = path.startsWith(`${samplesOf(project)}${sep}`);
  const source = tracked ? relative(project, path).replaceAll(sep, '/') : path;
  return result.sessions.map((staged) => ({ staged, source, tracked }));
}

function samplesOf(project: string): string {
  return join(project, 'data', 'sources');
}

/** When the runs of samples began whose logs have no clock: `data/sources/anchors.json`. */
function anchorsOf(project: string): (source: FoundSource) => string | undefined {
  const samples = samplesOf(project);
  const anchors = readAnchors(join(samples, 'anchors.json'));
  return ({ files }) => anchors.get(relative(samples, files[0]?.path ?? '').replaceAll(sep, '/'));
}

function readAnchors(path: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}
