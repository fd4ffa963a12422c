import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import {
  type Adapter,
  adapterById,
  type ClaimedFile,
  createSample,
  detectFormat,
  groupSources,
  type JoinedRun,
  joinPointed,
  SAMPLE_BYTES,
  type Sample,
} from '../../src/adapters/index.ts';
import { type Diagnostic, diagnose } from '../../src/session/index.ts';
import type { Collected } from './collectFiles.ts';
import type { DetectedFile } from './etlState.ts';
import type { FoundFile } from './foundFile.ts';

/** Files of one adapter that are converted together. */
export interface FoundSource {
  adapter: Adapter;
  files: readonly FoundFile[];
  /** Runs of other formats among the files. */
  joined?: readonly JoinedRun[];
  /** Files of older runs of which this one may hold copied records. */
  ancestors?: readonly FoundFile[];
}

export interface Detected {
  sources: FoundSource[];
  /** Of a known format, but telling of no run. */
  sideFiles: { file: FoundFile; format: string; because: string }[];
  /** Of no known format; why not, by adapter id, and which comes nearest. */
  unrecognised: { file: FoundFile; nearest?: string; refusals: Readonly<Record<string, string>> }[];
  /** Parts of runs whose main file is not among the files. */
  leftOut: { file: FoundFile; format: string }[];
  unreadable: { file: FoundFile; message: string }[];
  diagnostics: Diagnostic[];
  /** What detection said of each file, by path. */
  files: Map<string, DetectedFile>;
}

/**
 * Asks the adapters which file is whose, and puts together what belongs together. `format` names one for all; `known`
 * is what an earlier run found: files that have not changed since are not read.
 */
export async function detectSources(
  files: readonly FoundFile[],
  format: string | undefined,
  known: ReadonlyMap<string, DetectedFile>,
): Promise<Detected> {
  const detected: Detected = {
    sources: [],
    sideFiles: [],
    unrecognised: [],
    leftOut: [],
    unreadable: [],
    diagnostics: [],
    files: new Map(),
  };
  const claimed: (ClaimedFile & { file: FoundFile })[] = [];
  const buffer = Buffer.allocUnsafe(SAMPLE_BYTES);
  for (const file of files) {
    try {
      const found = recall(file, known) ?? detectFile(file, format, detected, buffer);
      detected.files.set(file.path, found);
      const claim = claimOf(file, found, detected);
      if (claim !== undefined) claimed.push(claim);
    } catch (error) {
      detected.unreadable.push({ file, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const byFile = new Map(claimed.map((claim) => [claim.file as object, claim.file]));
  const found = (files: readonly object[]): FoundFile[] => files.flatMap((file) => byFile.get(file) ?? []);
  const groups = await joinPointed(groupSources(claimed));
  detected.sources = groups.map(({ adapter, files: grouped, joined, ancestors }) => ({
    adapter,
    files: found(grouped),
    ...(joined === undefined ? {} : { joined }),
    ...(ancestors === undefined ? {} : { ancestors: found(ancestors) }),
  }));
  const taken = new Set(detected.sources.flatMap((source) => source.files.map(({ path }) => path)));
  for (const { file, adapter } of claimed) {
    if (!taken.has(file.path)) detected.leftOut.push({ file, format: adapter.descriptor.id });
  }
  return detected;
}

function recall(file: FoundFile, known: ReadonlyMap<string, DetectedFile>): DetectedFile | undefined {
  const before = known.get(file.path);
  return before?.size === file.size && before.modifiedMs === file.modifiedMs && before.changedMs === file.changedMs
    ? before
    : undefined;
}

function detectFile(file: FoundFile, format: string | undefined, detected: Detected, buffer: Buffer): DetectedFile {
  const { size, modifiedMs, changedMs, name } = file;
  const only = format === undefined ? undefined : adapterById(format);
  const sample = readHead(file, buffer);
  const { best, ties, refusals, nearest } = detectFormat(sample, only === undefined ? undefined : [only]);
  if (ties.length > 0 && best !== undefined) {
    const claims = [best, ...ties].map((each) => `${each.adapter.descriptor.id} (${each.detection.because})`);
    detected.diagnostics.push(diagnose('ambiguous-format', { at: { file: name }, actual: claims.join(', ') }));
  }
  if (best !== undefined) {
    return { size, modifiedMs, changedMs, claim: { format: best.adapter.descriptor.id, role: best.detection.role } };
  }
  // Who names the format takes the responsibility for it.
  if (only !== undefined && file.named) {
    return { size, modifiedMs, changedMs, claim: { format: only.descriptor.id, role: { is: 'primary', key: name } } };
  }
  return { size, modifiedMs, changedMs, refusals, ...(nearest === undefined ? {} : { nearest }) };
}

/** Read at once: most logs are small, and waiting for each in turn takes longer than reading them. */
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

function claimOf(
  file: FoundFile,
  { claim, refusals = {}, nearest }: DetectedFile,
  detected: Detected,
): (ClaimedFile & { file: FoundFile }) | undefined {
  const adapter = claim === undefined ? undefined : adapterById(claim.format);
  if (claim === undefined || adapter === undefined) {
    detected.unrecognised.push({ file, refusals, ...(nearest === undefined ? {} : { nearest }) });
    return undefined;
  }
  if (claim.role.is === 'side') {
    detected.sideFiles.push({ file, format: claim.format, because: claim.role.because });
    return undefined;
  }
  return { file, adapter, role: claim.role };
}

/** Of what was found, the run of one main file, as if nothing else were there; all of it where none is named. */
export function onlyRun(
  collected: Collected,
  detected: Detected,
  path: string | undefined,
): { collected: Collected; detected: Detected } {
  if (path === undefined) return { collected, detected };
  const sources = detected.sources.filter(({ files }) => files[0]?.path === path);
  const nothing = { sideFiles: [], unrecognised: [], leftOut: [], unreadable: [], diagnostics: [] };
  return { collected: { files: [], passed: [], refused: [] }, detected: { ...detected, ...nothing, sources } };
}
