import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import {
  type Adapter,
  adapters,
  createSample,
  type FoundSources,
  findSources,
  SAMPLE_BYTES,
  type Sample,
  type SourceGroup,
} from '../../src/adapters/index.ts';
import type { Collected } from './collectFiles.ts';
import type { DetectedFile } from './etlState.ts';
import type { FoundFile } from './foundFile.ts';

/** Files of one adapter that are converted together. */
export type FoundSource = SourceGroup<FoundFile>;

/** Which files are converted together, and what became of the others. */
export interface Detected extends Pick<FoundSources<FoundFile>, 'sources' | 'passed' | 'diagnostics'> {
  /** What detection found in each file, by path. */
  files: Map<string, DetectedFile>;
}

/**
 * Asks the adapters which files are theirs, and groups the files of each source. `format` names one adapter for all files; `known` is what
 * an earlier run found: files unchanged since are not read; `outside` are outside adapters.
 */
export async function detectSources(
  files: readonly FoundFile[],
  format: string | undefined,
  known: ReadonlyMap<string, DetectedFile>,
  outside: readonly Adapter[] = [],
): Promise<Detected> {
  const all = [...adapters, ...outside];
  const buffer = Buffer.allocUnsafe(SAMPLE_BYTES);
  const { sources, passed, detections, diagnostics } = await findSources(files, {
    sampleOf: (file) => readHead(file, buffer),
    recall: (file) => recall(file, known),
    adapters: all,
    only: format === undefined ? undefined : all.find(({ descriptor }) => descriptor.id === format),
    // A user who gives both the file and its format is taken at their word.
    isForced: ({ named }) => named,
  });
  const detected: Detected['files'] = new Map();
  for (const [{ path, size, modifiedMs, changedMs }, detection] of detections) {
    const before = known.get(path);
    detected.set(path, before === detection ? before : { size, modifiedMs, changedMs, ...detection });
  }
  return { sources, passed, diagnostics, files: detected };
}

function recall(file: FoundFile, known: ReadonlyMap<string, DetectedFile>): DetectedFile | undefined {
  const before = known.get(file.path);
  return before?.size === file.size && before.modifiedMs === file.modifiedMs && before.changedMs === file.changedMs
    ? before
    : undefined;
}

/** Read synchronously: most logs are small, and awaiting each takes longer than reading it. */
function readHead({ name, path }: FoundFile, buffer: Buffer): Sample {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is no longer a file.`);
    const filled = readFully(file, buffer);
    return createSample(name, buffer.subarray(0, filled), stats.size > filled);
  } finally {
    closeSync(file);
  }
}

function readFully(file: number, bytes: Uint8Array): number {
  for (let filled = 0; ; ) {
    const count = filled < bytes.length ? readSync(file, bytes, filled, bytes.length - filled, filled) : 0;
    if (count === 0) return filled;
    filled += count;
  }
}

/** The source of one main file, as if nothing else were there; all sources where none is given. */
export function onlyRun(
  collected: Collected,
  detected: Detected,
  path: string | undefined,
): { collected: Collected; detected: Detected } {
  if (path === undefined) return { collected, detected };
  const sources = detected.sources.filter(({ files }) => files[0]?.path === path);
  const nothing = { passed: [], diagnostics: [] };
  return { collected: { files: [], passed: [], refused: [] }, detected: { ...detected, ...nothing, sources } };
}
