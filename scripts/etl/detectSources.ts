import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import {
  type Adapter,
  adapters,
  createSample,
  type FoundSources,
  findSources,
  SAMPLE_BYTES,
  type Sample,
} from '../../src/adapters/index.ts';
import type { Collected, FoundFile } from './collected.ts';
import type { DetectedFile } from './etlState.ts';
import { isBucketAddress } from './store/openStore.ts';

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
  const isKnown = (file: FoundFile): boolean => recall(file, known) !== undefined;
  const headOf = createHeadReader(files.filter((file) => isBucketAddress(file.path) && !isKnown(file)));
  const { sources, passed, detections, diagnostics } = await findSources(files, {
    sampleOf: (file) => (isBucketAddress(file.path) ? headOf(file) : readHead(file, buffer)),
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

/** What an earlier run found in a file; undefined for a file that has changed since, or was never looked at. */
export function recall(file: FoundFile, known: ReadonlyMap<string, DetectedFile>): DetectedFile | undefined {
  const before = known.get(file.path);
  return before?.size === file.size && before.modifiedMs === file.modifiedMs && before.changedMs === file.changedMs
    ? before
    : undefined;
}

/** How many heads of objects are fetched at once: each takes a request. */
const FETCHED_AHEAD = 16;

/** Fetches the heads of objects ahead of those who ask for them, in this order. */
function createHeadReader(files: readonly FoundFile[]): (file: FoundFile) => Promise<Sample> {
  const order = new Map(files.map((file, at) => [file, at]));
  const heads = new Map<FoundFile, Promise<Sample>>();
  const fetchHead = async ({ name, size, range }: FoundFile): Promise<Sample> =>
    createSample(name, (await range?.(0, SAMPLE_BYTES)) ?? new Uint8Array(), size > SAMPLE_BYTES);
  return (file) => {
    const at = order.get(file) ?? 0;
    for (const next of files.slice(at, at + FETCHED_AHEAD)) {
      if (heads.has(next)) continue;
      const head = fetchHead(next);
      // Whoever asks for it gets the error.
      head.catch(() => undefined);
      heads.set(next, head);
    }
    const head = heads.get(file) ?? fetchHead(file);
    heads.delete(file);
    return head;
  };
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
