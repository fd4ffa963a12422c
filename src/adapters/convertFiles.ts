import type { Adapter, SourceFile, SourceHints } from './contract.ts';
import { convertSource } from './convertSource.ts';
import { findSources, type PassedFile } from './findSources.ts';
import type { SourceGroup } from './groupSources.ts';
import type { Conversion, ConvertOptions } from './openConversion.ts';

/** What became of files: a source that was converted, or a file that records no run, and why. */
export type FileOutcome =
  | { is: 'source'; format: string; names: readonly string[]; conversion: Conversion }
  | { is: 'side'; name: string; format: string; because: string }
  | { is: 'unrecognised'; name: string; reasons: Readonly<Record<string, string>> }
  | { is: 'failed'; names: readonly string[]; format: string | undefined; message: string };

/** Options of {@link convertFiles}. */
export interface ConvertFilesOptions extends ConvertOptions {
  /** The adapters that are asked, each with an id of its own. Default: the kit's, `adapters`. */
  adapters?: readonly Adapter[];
  /** How many bytes of all sources were read so far; detection, which reads the first 64 KiB of each, not counted. */
  onProgress?: (readBytes: number) => void;
  /** What rules about the machine are held against; without it they are left out. */
  world?: SourceHints['world'];
}

/** What became of a source: converted, or why it could not be read. */
export type SourceOutcome<Source extends SourceGroup> =
  | { is: 'converted'; source: Source; conversion: Conversion }
  | { is: 'failed'; source: Source; message: string };

/**
 * Turns files of any formats, mixed, into sessions: asks the adapters whose each is, puts together what belongs together, and
 * converts source after source. A file that cannot be read costs only its own source. Throws on abort, and a TypeError where two
 * adapters have one id.
 */
export async function* convertFiles(
  files: readonly SourceFile[],
  { onProgress, world, adapters, ...options }: ConvertFilesOptions = {},
): AsyncGenerator<FileOutcome> {
  const { sources, passed } = await findSources(files, { adapters, signal: options.signal });
  for (const each of passed) yield passedOutcome(each);
  let readBytes = 0;
  const count = (bytes: number): void => {
    readBytes += bytes;
    onProgress?.(readBytes);
  };
  const hints = world === undefined ? {} : { hints: { world } };
  const counting = sources.map((source) => ({
    ...source,
    ...hints,
    files: source.files.map((file) => counted(file, count)),
  }));
  for await (const outcome of convertSources(counting, options)) {
    const format = outcome.source.adapter.descriptor.id;
    const names = outcome.source.files.map(({ name }) => name);
    if (outcome.is === 'failed') yield { is: 'failed', names, format, message: outcome.message };
    else yield { is: 'source', format, names, conversion: outcome.conversion };
  }
}

/** Converts source after source; one that cannot be read costs only itself. Throws on abort alone. */
export async function* convertSources<Source extends SourceGroup & { hints?: SourceHints }>(
  sources: readonly Source[],
  options: ConvertOptions = {},
): AsyncGenerator<SourceOutcome<Source>> {
  for (const source of sources) {
    try {
      yield { is: 'converted', source, conversion: await convertSource(source.adapter, source, options) };
    } catch (error) {
      options.signal?.throwIfAborted();
      yield { is: 'failed', source, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function passedOutcome(passed: PassedFile): FileOutcome {
  const { name } = passed.file;
  switch (passed.is) {
    case 'side':
      return { is: 'side', name, format: passed.format, because: passed.because };
    case 'left-out':
      return { is: 'side', name, format: passed.format, because: 'The main file of its run is not among the files.' };
    case 'unrecognised':
      return { is: 'unrecognised', name, reasons: passed.refusals };
    case 'unreadable':
      return { is: 'failed', names: [name], format: undefined, message: passed.message };
  }
}

function counted({ name, bytes, range }: SourceFile, count: (bytes: number) => void): SourceFile {
  return {
    name,
    range,
    bytes: async function* () {
      for await (const chunk of bytes()) {
        count(chunk.byteLength);
        yield chunk;
      }
    },
  };
}
