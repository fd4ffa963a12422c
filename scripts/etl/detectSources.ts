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
import type { FoundFile } from './collectFiles.ts';

/** Files of one adapter that are converted together. */
export interface FoundSource {
  adapter: Adapter;
  files: readonly FoundFile[];
  /** Runs of other formats among the files. */
  joined?: readonly JoinedRun[];
}

export interface Detected {
  sources: FoundSource[];
  /** Of a known format, but telling of no run. */
  sideFiles: { file: FoundFile; format: string; because: string }[];
  /** Of no known format. */
  unrecognised: { file: FoundFile; refusals: Readonly<Record<string, string>> }[];
  unreadable: { file: FoundFile; message: string }[];
  diagnostics: Diagnostic[];
}

/** Asks the adapters which file is whose, and puts together what belongs together. `format` names one for all. */
export async function detectSources(files: readonly FoundFile[], format: string | undefined): Promise<Detected> {
  const detected: Detected = { sources: [], sideFiles: [], unrecognised: [], unreadable: [], diagnostics: [] };
  const only = format === undefined ? undefined : adapterById(format);
  const claimed: (ClaimedFile & { file: FoundFile })[] = [];
  for (const file of files) {
    try {
      const claim = await claimFile(file, only, detected);
      if (claim !== undefined) claimed.push(claim);
    } catch (error) {
      detected.unreadable.push({ file, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const byFile = new Map(claimed.map((claim) => [claim.file as object, claim.file]));
  const groups = await joinPointed(groupSources(claimed));
  detected.sources = groups.map(({ files: grouped, ...group }) => ({
    ...group,
    files: grouped.map((file) => byFile.get(file)).filter((file) => file !== undefined),
  }));
  return detected;
}

async function claimFile(
  file: FoundFile,
  only: Adapter | undefined,
  detected: Detected,
): Promise<(ClaimedFile & { file: FoundFile }) | undefined> {
  const sample = await readSample(file.name, file.bytes());
  const { best, ties, refusals } = detectFormat(sample, only === undefined ? undefined : [only]);
  if (best === undefined) {
    // Who names the format takes the responsibility for it.
    if (only !== undefined && file.named) return { file, adapter: only, role: { is: 'primary', key: file.name } };
    detected.unrecognised.push({ file, refusals });
    return undefined;
  }
  const { adapter, detection } = best;
  if (ties.length > 0) {
    const claims = [best, ...ties].map((each) => `${each.adapter.descriptor.id} (${each.detection.because})`);
    detected.diagnostics.push(diagnose('ambiguous-format', { at: { file: file.name }, actual: claims.join(', ') }));
  }
  if (detection.role.is === 'side') {
    detected.sideFiles.push({ file, format: adapter.descriptor.id, because: detection.role.because });
    return undefined;
  }
  return { file, adapter, role: detection.role };
}
