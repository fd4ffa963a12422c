import type { Adapter, SourceFile, SourceHints } from './contract.ts';
import { convertSource } from './convertSource.ts';
import { type ClaimedFile, groupSources } from './groupSources.ts';
import { joinPointed } from './joinPointed.ts';
import type { Conversion, ConvertOptions } from './openConversion.ts';
import { readSample } from './read/createSample.ts';
import { detectFormat } from './registry.ts';

/** What became of files: a source that was converted, or a file that tells of no run, and why. */
export type FileOutcome =
  | { is: 'source'; format: string; names: readonly string[]; conversion: Conversion }
  | { is: 'side'; name: string; format: string; because: string }
  | { is: 'unrecognised'; name: string; reasons: Readonly<Record<string, string>> }
  | { is: 'failed'; names: readonly string[]; format: string | undefined; message: string };

/** Options of {@link convertFiles}. */
export interface ConvertFilesOptions extends ConvertOptions {
  /** How many bytes of all sources were read so far; detection, which reads the first 64 KiB of each, not counted. */
  onProgress?: (readBytes: number) => void;
  /** What rules about the machine are held against; without it they are left out. */
  world?: SourceHints['world'];
}

/**
 * Turns files of any formats, mixed, into sessions: asks the adapters whose each is, puts together what belongs together, and
 * converts source after source. A file that cannot be read costs only its own source. Throws on abort alone.
 */
export async function* convertFiles(
  files: readonly SourceFile[],
  { onProgress, world, ...options }: ConvertFilesOptions = {},
): AsyncGenerator<FileOutcome> {
  const claimed: ClaimedFile[] = [];
  for (const file of files) {
    const found = await claimFile(file);
    options.signal?.throwIfAborted();
    if ('is' in found) yield found;
    else claimed.push(found);
  }
  let readBytes = 0;
  const count = (bytes: number): void => {
    readBytes += bytes;
    onProgress?.(readBytes);
  };
  for (const group of await joinPointed(groupSources(claimed))) {
    const names = group.files.map(({ name }) => name);
    const format = group.adapter.descriptor.id;
    const hints = world === undefined ? {} : { hints: { world } };
    const source = { ...group, ...hints, files: group.files.map((file) => counted(file, count)) };
    try {
      yield { is: 'source', format, names, conversion: await convertSource(group.adapter, source, options) };
    } catch (error) {
      options.signal?.throwIfAborted();
      yield { is: 'failed', names, format, message: messageOf(error) };
    }
  }
}

async function claimFile(file: SourceFile): Promise<ClaimedFile | Exclude<FileOutcome, { is: 'source' }>> {
  const { name } = file;
  try {
    const { best, refusals } = detectFormat(await readSample(name, file.bytes()));
    if (best === undefined) return { is: 'unrecognised', name, reasons: refusals };
    const { adapter, detection } = best;
    if (detection.role.is === 'side') return sideFile(name, adapter, detection.role.because);
    return { file, adapter, role: detection.role };
  } catch (error) {
    return { is: 'failed', names: [name], format: undefined, message: messageOf(error) };
  }
}

function sideFile(name: string, { descriptor }: Adapter, because: string): FileOutcome & { is: 'side' } {
  return { is: 'side', name, format: descriptor.id, because };
}

function counted({ name, bytes }: SourceFile, count: (bytes: number) => void): SourceFile {
  return {
    name,
    bytes: async function* () {
      for await (const chunk of bytes()) {
        count(chunk.byteLength);
        yield chunk;
      }
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
