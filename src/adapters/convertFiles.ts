import { errorText } from '../session/text/errorText.ts';
import type { Adapter, SourceFile, SourceHints } from './contract.ts';
import type { Conversion, ConvertOptions } from './convertSource.ts';
import { convertSource } from './convertSource.ts';
import { findSources, type PassedFile } from './findSources.ts';
import type { SourceGroup } from './groupSources.ts';

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

/** The outcome for a source: what it was converted to, or why it could not be. */
export type SourceOutcome<File extends SourceFile, Result> =
  | { is: 'converted'; source: SourceGroup<File>; result: Result }
  | { is: 'failed'; source: SourceGroup<File>; error: unknown };

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
  const onRead = (bytes: number): void => {
    readBytes += bytes;
    onProgress?.(readBytes);
  };
  const hints: SourceHints = { ...(world === undefined ? {} : { world }), zone };
  const convert = (source: SourceGroup): Promise<Conversion> =>
    convertSource(source.adapter, { ...source, hints }, options);
  for await (const outcome of convertSources(sources, convert, { onRead, signal: options.signal })) {
    const format = outcome.source.adapter.descriptor.id;
    const names = outcome.source.files.map(({ name }) => name);
    if (outcome.is === 'failed') yield { is: 'failed', names, format, message: errorText(outcome.error) };
    else yield { is: 'source', format, names, conversion: outcome.result };
  }
}

/**
 * Converts source after source, each by `convert`: in this thread or another, into memory or onto a disk. The ETL, the command,
 * `convertFiles` and the page's worker all convert theirs here; several that take from one iterator share its sources. A source that cannot
 * be converted costs only itself. Throws only on abort. `onRead` is called with the size of each piece that is read of a source's files.
 */
export async function* convertSources<File extends SourceFile, Result>(
  sources: Iterable<SourceGroup<File>>,
  convert: (source: SourceGroup<File>) => Promise<Result>,
  { onRead, signal }: { onRead?: ((bytes: number) => void) | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<SourceOutcome<File, Result>> {
  for (const source of sources) {
    signal?.throwIfAborted();
    const read =
      onRead === undefined ? source : { ...source, files: source.files.map((file) => counted(file, onRead)) };
    let outcome: SourceOutcome<File, Result>;
    try {
      outcome = { is: 'converted', source, result: await convert(read) };
    } catch (error) {
      signal?.throwIfAborted();
      outcome = { is: 'failed', source, error };
    }
    yield outcome;
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

/** A file that counts the bytes read of it; what is read twice counts twice. */
function counted<File extends SourceFile>(file: File, count: (bytes: number) => void): File {
  return {
    ...file,
    name: file.name,
    range: file.range,
    bytes: async function* () {
      for await (const chunk of file.bytes()) {
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
