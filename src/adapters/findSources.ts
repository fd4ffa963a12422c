import { type Diagnostic, diagnose } from '../session/index.ts';
import type { Adapter, FileRole, Sample, SourceFile } from './contract.ts';
import { checkAdapterIds } from './defineAdapter.ts';
import { type ClaimedFile, groupSources, type SourceGroup } from './groupSources.ts';
import { joinPointed } from './joinPointed.ts';
import { readSample } from './read/createSample.ts';
import { detectFormat, adapters as kitAdapters } from './registry.ts';

/** What detection says of a file: plain data, which may be kept and holds for as long as the file does not change. */
export interface FileDetection {
  /** Whose the file is; absent where no adapter knows it. */
  claim?: { format: string; role: FileRole } | undefined;
  /** Why no adapter knows it, by adapter id; absent where one does. */
  refusals?: Readonly<Record<string, string>> | undefined;
  /** Id of the adapter whose marks are there most often; absent where one knows the file, or none has a mark there. */
  nearest?: string | undefined;
}

/** A file that is converted with no source, and why. */
export type PassedFile<File extends SourceFile = SourceFile> =
  /** Of a known format, but it records no run. */
  | { is: 'side'; file: File; format: string; because: string }
  /** Of no known format. */
  | { is: 'unrecognised'; file: File; refusals: Readonly<Record<string, string>>; nearest?: string }
  /** A part of a run whose main file is not among the files. */
  | { is: 'left-out'; file: File; format: string }
  /** `message` says why it cannot be read. */
  | { is: 'unreadable'; file: File; message: string };

/** Which files are converted together, and what became of the others. */
export interface FoundSources<File extends SourceFile = SourceFile> {
  sources: readonly SourceGroup<File>[];
  /** In the order of the files. */
  passed: readonly PassedFile<File>[];
  /** What detection said of each file that could be read. */
  detections: ReadonlyMap<File, FileDetection>;
  /** Files that several adapters claim with the same certainty. */
  diagnostics: readonly Diagnostic[];
}

/** Options of {@link findSources}. */
export interface FindSourcesOptions<File extends SourceFile = SourceFile> {
  /** The adapters that are asked, each with an id of its own. Default: the kit's, `adapters`. */
  adapters?: readonly Adapter[] | undefined;
  /** Reads what detection sees of a file. Default: {@link readSample}. */
  sampleOf?: (file: File) => Sample | Promise<Sample>;
  /** What detection said before of a file that has not changed since; such a file is not read. */
  recall?: (file: File) => FileDetection | undefined;
  /** Asks this adapter alone. */
  only?: Adapter | undefined;
  /** Whether a file is converted by `only` even where that adapter does not know it. Default: no file is. */
  isForced?: (file: File) => boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Asks the adapters whose each file is, and puts together what belongs together. The ETL, the command, `convertFiles` and the
 * worker of a page all find their sources here. A file that cannot be read costs only itself. Throws on abort, and a TypeError
 * where two adapters have one id.
 */
export async function findSources<File extends SourceFile>(
  files: readonly File[],
  options: FindSourcesOptions<File> = {},
): Promise<FoundSources<File>> {
  const { adapters = kitAdapters } = options;
  checkAdapterIds(adapters);
  const byId = new Map(adapters.map((adapter) => [adapter.descriptor.id, adapter]));
  const passed: PassedFile<File>[] = [];
  const detections = new Map<File, FileDetection>();
  const diagnostics: Diagnostic[] = [];
  const claimed: ClaimedFile<File>[] = [];
  for (const file of files) {
    try {
      const detection = options.recall?.(file) ?? (await detectFile(file, options, diagnostics));
      detections.set(file, detection);
      const found = claimOf(file, detection, byId);
      if ('is' in found) passed.push(found);
      else claimed.push(found);
    } catch (error) {
      passed.push({ is: 'unreadable', file, message: error instanceof Error ? error.message : String(error) });
    }
    options.signal?.throwIfAborted();
  }
  const sources = await joinPointed(groupSources(claimed));
  const taken = new Set(sources.flatMap((source) => source.files));
  for (const { file, adapter } of claimed) {
    if (!taken.has(file)) passed.push({ is: 'left-out', file, format: adapter.descriptor.id });
  }
  return { sources, passed, detections, diagnostics };
}

async function detectFile<File extends SourceFile>(
  file: File,
  { sampleOf = ({ name, bytes }) => readSample(name, bytes()), adapters, only, isForced }: FindSourcesOptions<File>,
  diagnostics: Diagnostic[],
): Promise<FileDetection> {
  const { name } = file;
  const { best, ties, refusals, nearest } = detectFormat(await sampleOf(file), only === undefined ? adapters : [only]);
  if (best === undefined) {
    if (only === undefined || isForced?.(file) !== true) {
      return { refusals, ...(nearest === undefined ? {} : { nearest }) };
    }
    return { claim: { format: only.descriptor.id, role: { is: 'primary', key: name } } };
  }
  if (ties.length > 0) {
    const claims = [best, ...ties].map((each) => `${each.adapter.descriptor.id} (${each.detection.because})`);
    diagnostics.push(diagnose('ambiguous-format', { at: { file: name }, actual: claims.join(', ') }));
  }
  return { claim: { format: best.adapter.descriptor.id, role: best.detection.role } };
}

function claimOf<File extends SourceFile>(
  file: File,
  { claim, refusals = {}, nearest }: FileDetection,
  byId: ReadonlyMap<string, Adapter>,
): ClaimedFile<File> | PassedFile<File> {
  const adapter = claim === undefined ? undefined : byId.get(claim.format);
  if (claim === undefined || adapter === undefined) {
    return { is: 'unrecognised', file, refusals, ...(nearest === undefined ? {} : { nearest }) };
  }
  const { format, role } = claim;
  return role.is === 'side' ? { is: 'side', file, format, because: role.because } : { file, adapter, role };
}
