import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ContentRef } from '../session/index.ts';
import {
  type AbridgedOrigin,
  abridgedFrom,
  abridgedVersion,
  type ByteRange,
  endBytes,
  rangeInSession,
  textOfItem,
} from '../session/internal.ts';
import { errorText } from '../session/text/errorText.ts';
import type { LoadedSession } from './createLoader.ts';
import { type StreamOptions, streamSession } from './readSession.ts';

/** Reads a session from the bytes of its file; see {@link streamSession} and `readSessionFile`. */
export type ReadSession = (
  chunks: AsyncIterable<Uint8Array>,
  options: Pick<StreamOptions, 'onSession' | 'signal'>,
) => Promise<LoadedSession>;

/** Where a session lies. */
export interface RangeSource {
  /** Address of the session file. Its server should answer `Range`; where it does not, the file is read as a whole. */
  readonly session: string;
  /** Address of its abridged copy (`<session_id>.abridged.gz`), where one may be. Default: there is none. */
  readonly abridged?: string | undefined;
  /** Fetches texts that lie beside the session, in its content folder. Default: they cannot be fetched. */
  readonly contents?: (content: ContentRef) => Promise<string>;
  /**
   * Reads the session file where it is read as a whole. Default: as one that the kit has just written, without checks; `readSessionFile`
   * takes a file of any origin.
   */
  readonly read?: ReadSession;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Options of {@link RangeLoader.load}. */
export interface RangeLoadOptions extends Pick<StreamOptions, 'onSession' | 'signal'> {
  /** Called with the share of the bytes read so far, 0…1; undefined where the server does not tell how many there are. */
  readonly onShare?: (share: number | undefined) => void;
}

/** A session as a range loader gives it. */
export interface RangeLoaded {
  readonly loaded: LoadedSession;
  /** `ranges`: the copy is shown, and the rest is fetched when it is wanted. `whole`: the session file was read as a whole. */
  readonly by: 'ranges' | 'whole';
  /** Why the copy could not be used; undefined where it was, and where there is none. */
  readonly because: string | undefined;
}

/** Reads a session of any size from a server: first its abridged copy, then of the session file what a reader opens. */
export interface RangeLoader {
  /** Rejects where the session cannot be read in either way, and on abort. */
  load(options?: RangeLoadOptions): Promise<RangeLoaded>;
  /**
   * The full text behind a shortened one; for `contents` of `KitProvider`. Texts asked for in the order of the file are fetched together.
   * Rejects where it cannot be fetched, or where the session file has changed meanwhile.
   */
  contents(content: ContentRef): Promise<string>;
}

/** Makes a range loader. It asks for nothing until `load` is called. */
export function createRangeLoader(source: RangeSource): RangeLoader {
  const get = source.fetch ?? globalThis.fetch.bind(globalThis);
  const file = createRangedFile(source.session, get);
  return {
    async load({ onSession, signal, onShare } = {}) {
      const shown = { ...(signal && { signal }), ...(onSession && { onSession }) };
      let because: string | undefined;
      try {
        const copy = source.abridged && (await open(get, source.abridged, signal, onShare));
        if (copy) {
          const chunks = await withoutOrigin(inflated(copy), (origin) => file.check(origin, signal));
          return { loaded: await streamSession(chunks, shown), by: 'ranges', because };
        }
      } catch (reason) {
        signal?.throwIfAborted();
        because = errorText(reason);
      }
      const whole = await open(get, source.session, signal, onShare);
      if (whole === undefined) throw new Error(`There is no session at ${source.session}.`);
      const read = source.read ?? streamSession;
      return { loaded: await read(whole, shown), by: 'whole', because };
    },
    async contents(content) {
      const range = rangeInSession(content);
      if (range === undefined) {
        if (source.contents === undefined) throw new Error(`${content.path} lies beside the session.`);
        return source.contents(content);
      }
      const item: unknown = JSON.parse(new TextDecoder().decode(await file.read(range)));
      const text = textOfItem(item, content);
      if (text === undefined || new TextEncoder().encode(text).length !== content.bytes)
        throw new Error('The session file holds something else there: its abridged copy does not belong to it.');
      return text;
    },
  };
}

/**
 * Whether an abridged copy lies at an address, to be asked before a range loader is made of it. `session` is the server's answer for the
 * session itself, of which only the headers are looked at: `etl` writes no copy beside a small one, and asking for it would show an error in
 * the browser's console.
 */
export async function hasAbridgedCopy(
  session: Pick<Response, 'headers'>,
  abridged: string,
  get: typeof fetch = globalThis.fetch,
): Promise<boolean> {
  const size = session.headers.get('content-length');
  // The size of what a server packs says nothing of the session's.
  const isLarge = size === null || session.headers.has('content-encoding') || Number(size) >= abridgedFrom;
  if (!isLarge) return false;
  const { ok, headers } = await get(abridged, { method: 'HEAD' });
  // Some servers answer with their start page where nothing lies.
  return ok && headers.get('content-type')?.startsWith('text/html') !== true;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes at an address; undefined where nothing is there. */
async function open(
  get: typeof fetch,
  address: string,
  signal: AbortSignal | undefined,
  onShare: RangeLoadOptions['onShare'],
): Promise<AsyncGenerator<Bytes> | undefined> {
  const answer = await get(address, signal ? { signal } : {});
  if (answer.status === 404) {
    await answer.body?.cancel();
    return undefined;
  }
  if (!answer.ok || answer.body === null) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  const size = Number(answer.headers.get('content-length'));
  let read = 0;
  return chunksOf(answer.body, (length) => {
    read += length;
    // A server that packs what it sends states the packed size.
    onShare?.(size > 0 && read <= size ? read / size : undefined);
  });
}

/** Iterates over a stream, which not every browser can do itself. */
async function* chunksOf(
  stream: ReadableStream<Bytes>,
  onChunk: (length: number) => void = () => undefined,
): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onChunk(next.value.length);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Unpacks gzip; passes on what a server has unpacked already, as some do with `.gz`. */
async function* inflated(chunks: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  const first = await chunks.next();
  if (first.done === true) throw new Error('The abridged copy is empty.');
  const packed = first.value[0] === 0x1f && (first.value[1] ?? 0x8b) === 0x8b;
  const all = async function* (): AsyncGenerator<Bytes> {
    yield first.value;
    yield* chunks;
  };
  if (!packed) {
    yield* all();
    return;
  }
  const bytes = all();
  const stream = new ReadableStream<Bytes>({
    async pull(controller) {
      const next = await bytes.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
  try {
    yield* chunksOf(stream.pipeThrough(new DecompressionStream('gzip')));
  } catch (reason) {
    throw new Error('The abridged copy is torn.', { cause: reason });
  }
}

/** The first line of an abridged copy is short; a file without one is none. */
const longestFirstLine = 4096;
const noOrigin = 'The abridged copy does not say which session it was made of.';

/** Takes the first line off an abridged copy, has it checked, and gives the session that remains. */
async function withoutOrigin(
  chunks: AsyncGenerator<Bytes>,
  check: (origin: AbridgedOrigin) => Promise<void>,
): Promise<AsyncGenerator<Uint8Array>> {
  let begun: Uint8Array = new Uint8Array();
  let end = -1;
  try {
    while (end === -1) {
      const next = await chunks.next();
      if (next.done === true || begun.length > longestFirstLine) throw new Error(noOrigin);
      begun = joined(begun, next.value);
      end = begun.indexOf(0x0a);
    }
    await check(parseOrigin(new TextDecoder().decode(begun.subarray(0, end))));
  } catch (reason) {
    await chunks.return(undefined);
    throw reason;
  }
  const rest = begun.subarray(end + 1);
  return (async function* () {
    yield Uint8Array.of(0x7b);
    yield rest;
    yield* chunks;
  })();
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function parseOrigin(line: string): AbridgedOrigin {
  let origin: Partial<AbridgedOrigin> | undefined;
  try {
    origin = (JSON.parse(`${line.replace(/,\s{0,2}$/, '')}}`) as { abridged?: Partial<AbridgedOrigin> }).abridged;
  } catch {
    // Said below.
  }
  const { version, bytes, sha256: hash, ends } = origin ?? {};
  if (version === undefined || typeof bytes !== 'number' || typeof ends !== 'string' || typeof hash !== 'string')
    throw new Error(noOrigin);
  if (version !== abridgedVersion) throw new Error(`The abridged copy has version ${version}, which is not known.`);
  return { version, bytes, sha256: hash, ends };
}

/** A session file that is read in parts. */
interface RangedFile {
  /** Resolves if the copy was made of this file; rejects with the reason where it was not, or where the file cannot be read in parts. */
  check(origin: AbridgedOrigin, signal: AbortSignal | undefined): Promise<void>;
  read(range: ByteRange): Promise<Uint8Array>;
}

/** Most bytes that are fetched ahead. */
const mostAhead = 1024 * 1024;
const firstAhead = 64 * 1024;

function createRangedFile(address: string, get: typeof fetch): RangedFile {
  let version: string | undefined;
  let size = 0;
  /** What was fetched last; a reader who goes on is answered from it. */
  let last: { readonly start: number; readonly end: number; readonly bytes: Promise<Uint8Array> } | undefined;
  let ahead = 0;

  const part = async (start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const headers = {
      range: `bytes=${start}-${end - 1}`,
      ...(version === undefined ? {} : { 'if-range': version }),
    };
    const answer = await get(address, { headers, ...(signal && { signal }) });
    if (answer.status !== 206) {
      await answer.body?.cancel();
      if (answer.status === 200 && version !== undefined) throw new Error('The session file has changed.');
      throw new Error(
        answer.status === 200 || answer.status === 416
          ? 'The server does not give these parts of the session file.'
          : `${address}: ${answer.status} ${answer.statusText}`,
      );
    }
    const [, from, total] =
      /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(answer.headers.get('content-range') ?? '') ?? [];
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (Number(from) !== start || bytes.length !== end - start)
      throw new Error('The server gave other bytes of the session file than those asked for.');
    if (size !== 0 && Number(total) !== size) throw new Error('The session file has changed.');
    const tag = answer.headers.get('etag');
    // A weak tag may stay the same while bytes change.
    if (tag !== null && !tag.startsWith('W/')) version ??= tag;
    return bytes;
  };

  return {
    async check(origin, signal) {
      if (origin.bytes === 0) throw new Error('The abridged copy was made of an empty file.');
      size = origin.bytes;
      const length = Math.min(endBytes, size);
      const first = await part(0, length, signal);
      const end = await part(size - length, size, signal);
      if (bytesToHex(sha256(joined(first, end))) !== origin.ends)
        throw new Error('The abridged copy was made of another session, or of an earlier state of this one.');
    },
    async read({ start, length }) {
      const end = start + length;
      if (last === undefined || start < last.start || end > last.end) {
        // Who reads on from where the last part ended, as a search does, will want more.
        const goesOn = last !== undefined && start >= last.start && start <= last.end + mostAhead;
        ahead = goesOn ? Math.min(mostAhead, Math.max(firstAhead, 2 * ahead)) : 0;
        const until = Math.min(size, Math.max(end, start + ahead));
        last = { start, end: until, bytes: part(start, until) };
      }
      const { bytes, start: from } = last;
      try {
        return (await bytes).subarray(start - from, end - from);
      } catch (reason) {
        if (last?.bytes === bytes) last = undefined;
        throw reason;
      }
    },
  };
}
