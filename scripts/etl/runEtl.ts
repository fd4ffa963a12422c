import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { createRedactor } from '../../src/redaction/index.ts';
import { collectFiles } from './collectFiles.ts';
import { createProgress } from './createProgress.ts';
import { detectSources, type FoundSource } from './detectSources.ts';
import { buildReport, type EtlReport, type Failure } from './etlReport.ts';
import type { EtlArguments } from './parseEtlArguments.ts';
import { type NewSession, publishSessions } from './publishSessions.ts';
import { type StagedSource, stageSource } from './stageSource.ts';

export interface EtlContext {
  /** Absolute path of the project: its `data/sources` are the samples. */
  project: string;
  progress: NodeJS.WriteStream;
}

/** Collects, detects, converts, names and writes; the report says what became of every file. */
export async function runEtl(args: EtlArguments, { project, progress }: EtlContext): Promise<EtlReport> {
  const collected = collectFiles(args.paths);
  const detected = await detectSources(collected.files, args.format);
  const folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
  try {
    const samples = join(project, 'data', 'sources');
    const options = {
      folder,
      nonce: randomBytes(12).toString('hex'),
      redactor: args.redact ? createRedactor() : undefined,
      annotate: args.annotate,
    };
    const anchors = readAnchors(join(samples, 'anchors.json'));
    const staged: StagedSource[] = [];
    const broken: Failure[] = [];
    const meter = createProgress(totalOf(detected.sources), progress);
    for (const [number, source] of detected.sources.entries()) {
      const path = source.files[0]?.path ?? '';
      try {
        const startedAt = anchors.get(relative(samples, path).replaceAll(sep, '/'));
        staged.push(await stageSource(source, { ...options, startedAt }, number));
      } catch (error) {
        broken.push(failureOf(source, error));
      }
      meter.advance(sizeOf(source), source.files[0]?.name ?? '');
    }
    meter.end();
    const sessions = staged.flatMap((each) => newSessions(each, project, samples));
    const published = await publishSessions(resolve(args.out), sessions, args.check);
    return buildReport({ collected, detected, staged, broken, published });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function newSessions({ source, sessions }: StagedSource, project: string, samples: string): NewSession[] {
  const path = source.files[0]?.path ?? '';
  const tracked = path.startsWith(`${samples}${sep}`);
  const name = tracked ? relative(project, path).replaceAll(sep, '/') : path;
  return sessions.map((staged) => ({ staged, source: name, tracked }));
}

/** When the runs of samples began whose logs have no clock. */
function readAnchors(path: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

function sizeOf({ files }: FoundSource): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function totalOf(sources: readonly FoundSource[]): { files: number; bytes: number } {
  return { files: sources.length, bytes: sources.reduce((sum, source) => sum + sizeOf(source), 0) };
}

function failureOf({ files }: FoundSource, error: unknown): Failure {
  return {
    file: files[0]?.name ?? '',
    message: error instanceof Error ? error.message : String(error),
    remedy: 'Check that the file can be read and the disk has room; if so, this is a bug of the kit: report it.',
  };
}
