import {
  type Adapter,
  adapterById,
  type ClaimedFile,
  detectFormat,
  groupSources,
  type JoinedRun,
  joinPointed,
  readSample,
} from '../../src/adapters/index.ts';
import { type Diagnostic, diagnose } from '../../src/session/index.ts';
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
  /** Of no known format; why not, by adapter id. */
  unrecognised: { file: FoundFile; refusals: Readonly<Record<string, string>> }[];
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
  for (const file of files) {
    try {
      const found = recall(file, known) ?? (await detectFile(file, format, detected));
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
  return before?.size === file.size && before.modifiedMs === file.modifiedMs ? before : undefined;
}

async function detectFile(file: FoundFile, format: string | undefined, detected: Detected): Promise<DetectedFile> {
  const { size, modifiedMs, name } = file;
  const only = format === undefined ? undefined : adapterById(format);
  const sample = await readSample(name, file.bytes());
  const { best, ties, refusals } = detectFormat(sample, only === undefined ? undefined : [only]);
  if (ties.length > 0 && best !== undefined) {
    const claims = [best, ...ties].map((each) => `${each.adapter.descriptor.id} (${each.detection.because})`);
    detected.diagnostics.push(diagnose('ambiguous-format', { at: { file: name }, actual: claims.join(', ') }));
  }
  if (best !== undefined) {
    return { size, modifiedMs, claim: { format: best.adapter.descriptor.id, role: best.detection.role } };
  }
  // Who names the format takes the responsibility for it.
  if (only !== undefined && file.named) {
    return { size, modifiedMs, claim: { format: only.descriptor.id, role: { is: 'primary', key: name } } };
  }
  return { size, modifiedMs, refusals };
}

function claimOf(
  file: FoundFile,
  { claim, refusals = {} }: DetectedFile,
  detected: Detected,
): (ClaimedFile & { file: FoundFile }) | undefined {
  const adapter = claim === undefined ? undefined : adapterById(claim.format);
  if (claim === undefined || adapter === undefined) {
    detected.unrecognised.push({ file, refusals });
    return undefined;
  }
  if (claim.role.is === 'side') {
    detected.sideFiles.push({ file, format: claim.format, because: claim.role.because });
    return undefined;
  }
  return { file, adapter, role: claim.role };
}
