import { type Diagnostic, diagnose } from '../session/index.ts';
import { errorText } from '../session/text/errorText.ts';
import type { Adapter, FileRole, Sample, SourceFile } from './contract.ts';
import { checkAdapterIds } from './defineAdapter.ts';
import { type ClaimedFile, groupSources, joinPointed, type SourceGroup } from './groupSources.ts';
import { readSample } from './read/createSample.ts';
import { detectFormat, adapters as kitAdapters } from './registry.ts';

/** The detection result of a file: plain data that may be cached, valid until the file changes. */
export interface FileDetection {
  /** The adapter that recognises the file; absent if none does. */
  claim?: { format: string; role: FileRole } | undefined;
  /** Why each adapter rejected the file, by adapter id; absent if one recognises it. */
  refusals?: Readonly<Record<string, string>> | undefined;
  /** Id of the adapter with the most marks in the file; absent if an adapter recognises it, or none has a mark there. */
  nearest?: string | undefined;
  /** What keeps every adapter from recognising the file, if that is known. */
  because?: string | undefined;
  /** The format of which the file certainly is, where it was forced to be of another. */
  overruled?: { format: string; because: string } | undefined;
}

/** A file that belongs to no source, with the reason. */
export type PassedFile<File extends SourceFile = SourceFile> =
  /** Of a known format, but not the record of a run. */
  | { is: 'side'; file: File; format: string; because: string }
  /** Of no known format. */
  | { is: 'unrecognised'; file: File; refusals: Readonly<Record<string, string>>; nearest?: string; because?: string }
  /** A part of a run whose main file is not among the files. */
  | { is: 'left-out'; file: File; format: string; because: string }
  /** `message` says why it cannot be read. */
  | { is: 'unreadable'; file: File; message: string };

/** Which files are converted together, and what happened to the others. */
export interface FoundSources<File extends SourceFile = SourceFile> {
  sources: readonly SourceGroup<File>[];
  /** In file order. */
  passed: readonly PassedFile<File>[];
  /** The detection result of each readable file. */
  detections: ReadonlyMap<File, FileDetection>;
  /** Files that several adapters claim with equal certainty, or that were forced to be of another format than they certainly are. */
  diagnostics: readonly Diagnostic[];
}

const noMainFile = 'The main file of its run is not among the files.';

/** Options of {@link findSources}. */
export interface FindSourcesOptions<File extends SourceFile = SourceFile> {
  /** The adapters to ask, each with its own id. Default: the kit's, `adapters`. */
  adapters?: readonly Adapter[] | undefined;
  /** Reads a file's sample for detection. Default: {@link readSample}. */
  sampleOf?: (file: File) => Sample | Promise<Sample>;
  /** Earlier detection result of a file that has not changed since; such a file is not read again. */
  recall?: (file: File) => FileDetection | undefined;
  /** Asks only this adapter. */
  only?: Adapter | undefined;
  /** Whether `only` converts a file that it does not recognise. Default: it converts none. */
  isForced?: (file: File) => boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Asks the adapters which files they recognise, and groups files that belong together. The ETL, the command, `convertFiles` and the page's
 * worker all find their sources here. A file that cannot be read costs only itself. Throws on abort, and a TypeError if two adapters share
 * an id.
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
      for (const forced of forcedFormat(file, detection)) diagnostics.push(forced);
      const found = claimOf(file, detection, byId);
      if ('is' in found) passed.push(found);
      else claimed.push(found);
    } catch (error) {
      passed.push({ is: 'unreadable', file, message: errorText(error) });
    }
    options.signal?.throwIfAborted();
  }
  const sources = await joinPointed(groupSources(claimed));
  const taken = new Set(sources.flatMap((source) => source.files));
  for (const { file, adapter } of claimed) {
    if (!taken.has(file)) passed.push({ is: 'left-out', file, format: adapter.descriptor.id, because: noMainFile });
  }
  return { sources, passed, detections, diagnostics };
}

/** How a text in UTF-16 begins when it is read as UTF-8: its mark is invalid, and each second byte of its letters is 0. */
const utf16 = /^\uFFFD\uFFFD(?:[^\0]\0|\0[^\0])/;

/** Control characters that no log holds in number; a crash leaves 0, a terminal backspaces, bells and escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const control = /[\x01-\x06\x0E-\x1A\x1C-\x1F]/g;

/** The least share of control characters that makes a file binary; of random bytes they are a tenth. */
const BINARY_SHARE = 0.02;

/** What keeps a file from being read as any text; undefined where nothing does. */
function unreadableBecause({ text }: Sample): string | undefined {
  if (utf16.test(text.slice(0, 8))) return 'The file is encoded in UTF-16.';
  if (text.startsWith('SQLite format 3\0')) return 'It is a database of SQLite, but of no program that the kit knows.';
  const controls = text.match(control)?.length ?? 0;
  return controls > 0 && controls >= BINARY_SHARE * text.replaceAll('\0', '').length
    ? 'The file is binary, and no text.'
    : undefined;
}

async function detectFile<File extends SourceFile>(
  file: File,
  { sampleOf = ({ name, bytes }) => readSample(name, bytes()), adapters, only, isForced }: FindSourcesOptions<File>,
  diagnostics: Diagnostic[],
): Promise<FileDetection> {
  const { name } = file;
  const sample = await sampleOf(file);
  const { best, ties, refusals, nearest } = detectFormat(sample, only === undefined ? adapters : [only]);
  if (best === undefined) {
    const because = unreadableBecause(sample);
    if (only === undefined || isForced?.(file) !== true || because !== undefined) {
      return { refusals, ...(nearest === undefined ? {} : { nearest }), ...(because === undefined ? {} : { because }) };
    }
    const claim = { format: only.descriptor.id, role: { is: 'primary', key: name } } as const;
    const { best: other } = detectFormat(sample, adapters);
    if (other?.detection.grade !== 'certain') return { claim };
    return { claim, overruled: { format: other.adapter.descriptor.id, because: other.detection.because } };
  }
  if (ties.length > 0) {
    const claims = [best, ...ties].map((each) => `${each.adapter.descriptor.id} (${each.detection.because})`);
    diagnostics.push(diagnose('ambiguous-format', { at: { file: name }, actual: claims.join(', ') }));
  }
  return { claim: { format: best.adapter.descriptor.id, role: best.detection.role } };
}

function forcedFormat({ name }: SourceFile, { claim, overruled }: FileDetection): Diagnostic[] {
  if (overruled === undefined) return [];
  const { format, because } = overruled;
  return [
    diagnose('forced-format', { at: { file: name }, actual: `${format} (${because})`, expected: claim?.format ?? '' }),
  ];
}

function claimOf<File extends SourceFile>(
  file: File,
  { claim, refusals = {}, nearest, because }: FileDetection,
  byId: ReadonlyMap<string, Adapter>,
): ClaimedFile<File> | PassedFile<File> {
  const adapter = claim === undefined ? undefined : byId.get(claim.format);
  if (claim === undefined || adapter === undefined) {
    const known = { ...(nearest === undefined ? {} : { nearest }), ...(because === undefined ? {} : { because }) };
    return { is: 'unrecognised', file, refusals, ...known };
  }
  const { format, role } = claim;
  return role.is === 'side' ? { is: 'side', file, format, because: role.because } : { file, adapter, role };
}
