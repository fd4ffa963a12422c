import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { createRedactor } from '../../src/redaction/index.ts';
import { collectFiles } from './collectFiles.ts';
import { createProgress } from './createProgress.ts';
import { detectSources, type FoundSource } from './detectSources.ts';
import type { EtlOptions } from './etlOptions.ts';
import { buildReport, type EtlReport } from './etlReport.ts';
import { type EtlState, emptyState, fingerprintOf, readState, unchangedSince } from './etlState.ts';
import { maskName } from './maskName.ts';
import { publishResults, samplesOf, statePath } from './publishResults.ts';
import type { SourceResult } from './sourceResult.ts';
import { sizeOf, stageSources } from './stageSources.ts';
import { withLock } from './withLock.ts';

export interface EtlContext {
  /** Absolute path of the project: its `data/sources` are the samples. */
  project: string;
  progress: NodeJS.WriteStream;
}

/** Collects, detects, converts what has changed, names and writes; the report says what became of every file. */
export async function runEtl(args: EtlOptions, { project, progress }: EtlContext): Promise<EtlReport> {
  const out = resolve(args.out);
  const { annotate, redact, format } = args;
  const redactor = redact ? createRedactor() : undefined;
  const nameOf = ({ files }: FoundSource): string => maskName(files[0]?.name ?? '', redactor);
  const fingerprint = fingerprintOf(project, { annotate, redact, format });
  // A check proves what is in the folder: it believes nothing that an earlier run noted.
  const state = args.check ? emptyState(fingerprint) : readState(statePath(out), fingerprint);
  const collected = collectFiles(args.paths, out);
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
      done: (source) => meter.advance(sizeOf(source), nameOf(source)),
    });
    meter.end();
    const context = { out, project, check: args.check, fingerprint, redactor, detected: detected.files };
    const publish = () => publishResults(staged, context);
    const published = args.check ? publish() : await withLock(join(out, 'index', '.lock'), publish);
    const report = buildReport({ collected, detected, results: [...unchanged, ...staged], published });
    // It quotes names of files and what readers complain about.
    return redactor?.maskJson(report) ?? report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** When the runs of samples began whose logs have no clock: `data/sources/anchors.json`. */
export function anchorsOf(project: string): (source: FoundSource) => string | undefined {
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
