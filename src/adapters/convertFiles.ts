import { errorText } from '../session/text/errorText.ts';
import type { Adapter, SourceFile, SourceHints } from './contract.ts';
import { convertSource } from './convertSource.ts';
import { findSources, type PassedFile } from './findSources.ts';
import type { SourceGroup } from './groupSources.ts';
import type { Conversion, ConvertOptions } from './openConversion.ts';

/** The outcome for files: a source that was converted, or a file that records no run, with the reason. */
export type FileOutcome =
  | { is: 'source'; format: string; names: readonly string[]; conversion: Conversion }
  | { is: 'side'; name: string; format: string; because: string }
  | { is: 'unrecognised'; name: string; reasons: Readonly<Record<string, string>> }
  | { is: 'failed'; names: readonly string[]; format: string | undefined; message: string };

/** Options of {@link convertFiles}. */
export interface ConvertFilesOptions extends ConvertOptions {
  /** The adapters to ask, each with its own id. Default: the kit's, `adapters`. */
  adapters?: readonly Adapter[];
  /**
   * Called with the number of bytes read so far, over all sources; detection, which reads the first 64 KiB of each file, is not counted.
   */
  onProgress?: (readBytes: number) => void;
  /** Facts about this machine that rules are checked against; without it those rules are skipped. */
  world?: SourceHints['world'];
  /** Zone of times that a log writes without one; see {@link SourceHints}. @default UTC */
  zone?: string | undefined;
}

/** The outcome for a source: converted, or why it could not be read. */
export type SourceOutcome<Source extends SourceGroup> =
  | { is: 'converted'; source: Source; conversion: Conversion }
  | { is: 'failed'; source: Source; message: string };

/**
 * Converts a mix of files in any formats into sessions: asks the adapters which files they recognise, groups files that belong together,
 * and converts source after source. A file that cannot be read costs only its own source. Throws on abort, and a TypeError if two adapters
 * share an id.
 */
export async function* convertFiles(
  files: readonly SourceFile[],
  { onProgress, world, zone, adapters, ...options }: ConvertFilesOptions = {},
): AsyncGenerator<FileOutcome> {
  const { sources, passed } = await findSources(files, { adapters, signal: options.signal });
  for (const each of passed) yield passedOutcome(each);
  let readBytes = 0;
  const count = (bytes: number): void => {
    readBytes += bytes;
    onProgress?.(readBytes);
  };
  const hints: SourceHints = { ...(world === undefined ? {} : { world }), zone };
  const counting = sources.map((source) => ({
    ...source,
    hints,
    files: source.files.map((file) => countedFile(file, count)),
  }));
  for await (const outcome of convertSources(counting, options)) {
    const format = outcome.source.adapter.descriptor.id;
    const names = outcome.source.files.map(({ name }) => name);
    if (outcome.is === 'failed') yield { is: 'failed', names, format, message: outcome.message };
    else yield { is: 'source', format, names, conversion: outcome.conversion };
  }
}

/** Converts source after source; one that cannot be read costs only itself. Throws only on abort. */
export async function* convertSources<Source extends SourceGroup & { hints?: SourceHints }>(
  sources: readonly Source[],
  options: ConvertOptions = {},
): AsyncGenerator<SourceOutcome<Source>> {
  for (const source of sources) {
    try {
      yield { is: 'converted', source, conversion: await convertSource(source.adapter, source, options) };
    } catch (error) {
      options.signal?.throwIfAborted();
      yield { is: 'failed', source, message: errorText(error) };
    }
  }
}

function passedOutcome(passed: PassedFile): FileOutcome {
  const { name } = passed.file;
  switch (passed.is) {
    case 'side':
    case 'left-out':
      return { is: 'side', name, format: passed.format, because: passed.because };
    case 'unrecognised':
      return { is: 'unrecognised', name, reasons: passed.refusals };
    case 'unreadable':
      return { is: 'failed', names: [name], format: undefined, message: passed.message };
  }
}

/** A source file that counts the bytes read of it; what is read twice counts twice. */
export function countedFile({ name, bytes, range }: SourceFile, count: (bytes: number) => void): SourceFile {
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

/** Wraps a file that a person chose or dropped on a page as a source file. `name` defaults to its path in the chosen folder. */
export function blobFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    bytes: () => readBlob(blob),
    range: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}

// Not `for await` over the stream: Safari's streams cannot be iterated.
async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
