import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import {
  type Adapter,
  type Conversion,
  type ConvertOptions,
  openConversion,
  type SourceFile,
  type SourceItem,
  type SourceOutline,
} from '../../../src/adapters/index.ts';
import { readChunks } from '../readChunks.ts';

/** Number of bytes at the beginning and the end of what was read that are compared to tell whether the file is still the same. */
const SAMPLE_BYTES = 4096;

/** A file that is read as it grows: its reader waits at the end for more, until the file is ended. */
interface FollowedFile extends SourceFile {
  readonly path: string;
  /** How many bytes were read, and the SHA-256 of them. */
  readonly read: { bytes: number; sha256: string };
  /** Lets the reader continue; resolves when it has reached the end again, or has stopped reading. */
  advance(): Promise<void>;
  /** Whether what was read is still there: false if the file was cut, replaced or rewritten. */
  isSame(): Promise<boolean>;
  /** Ends the file where it is. */
  close(): void;
}

function followFile(path: string, name: string, atEnd: 'wait' | 'stop' = 'wait'): FollowedFile {
  const hash = createHash('sha256');
  let at = 0;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let closed = false;
  let failure: { error: unknown } | undefined;
  let wake = deferred();
  let idle = deferred();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    // The reader that only looked at the beginning is done: this one starts over.
    let position = 0;
    try {
      while (!closed) {
        for await (const chunk of readChunks(path, position)) {
          position += chunk.length;
          if (position > at) {
            const fresh = chunk.subarray(chunk.length - (position - at));
            hash.update(fresh);
            head = Buffer.concat([head, fresh.subarray(0, SAMPLE_BYTES - head.length)]);
            tail = Buffer.concat([tail, fresh.subarray(-SAMPLE_BYTES)]).subarray(-SAMPLE_BYTES);
            at = position;
          }
          yield chunk;
        }
        if (closed || atEnd === 'stop') return;
        const woken = wake.promise;
        idle.resolve();
        await woken;
      }
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      idle.resolve();
    }
  }

  return {
    path,
    name,
    bytes,
    get read() {
      return { bytes: at, sha256: hash.copy().digest('hex') };
    },
    async advance() {
      idle = deferred();
      const [asleep, waiting] = [wake, idle];
      wake = deferred();
      asleep.resolve();
      await waiting.promise;
      // The reader of this file ends later than this: without it, what cannot be read would look empty.
      if (failure !== undefined) throw failure.error;
    },
    async isSame() {
      try {
        // A reader that stopped at the end never sees what came after it.
        if (atEnd === 'stop' && at > 0 && (await stat(path)).size !== at) return false;
        return (await holds(path, 0, head)) && (await holds(path, at - tail.length, tail));
      } catch {
        return false;
      }
    },
    close() {
      closed = true;
      wake.resolve();
    },
  };
}

/** Whether a file has these bytes at that position. */
async function holds(path: string, start: number, bytes: Uint8Array): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const there = Buffer.alloc(bytes.length);
    const { bytesRead } = await file.read(there, 0, there.length, start);
    return bytesRead === bytes.length && there.equals(bytes);
  } finally {
    await file.close();
  }
}

interface Deferred {
  promise: Promise<void>;
  resolve(): void;
}

function deferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A source that is converted as its files grow. */
export interface LiveSource {
  /** Reads what was appended, and gives the present sessions. Throws what reading throws. */
  advance(): Promise<Conversion>;
  /** Whether what was read of each file is still there. */
  isSame(): Promise<boolean>;
  /** How many bytes of each file were read. */
  readonly read: readonly number[];
  /** Ends the files where they are, and gives the final sessions, including what waited for more to come. */
  finish(): Promise<Conversion>;
  /** Ends the files where they are; resolves when nobody reads them any longer. */
  close(): Promise<void>;
}

interface Stream {
  followed: FollowedFile;
  /** Settles when the files are closed; rejects with what reading threw. */
  done: Promise<void>;
}

/** Opens a source that can be read in streams; undefined where its format can only be read whole. */
export function openLiveSource(
  adapter: Adapter,
  files: readonly { path: string; name: string }[],
  options: ConvertOptions,
  outline: Omit<SourceOutline, 'names'> = {},
): LiveSource | undefined {
  const names = files.map(({ name }) => name);
  const groups = adapter.streams?.(names);
  if (groups === undefined) return undefined;
  const conversion = openConversion(adapter, { ...outline, names }, options);
  // Only the first file of a stream is followed; the others are read as they are when their turn comes.
  const heads = new Set(groups.map(([first]) => first));
  const followed = files.map(({ path, name }, index) => followFile(path, name, heads.has(index) ? 'wait' : 'stop'));
  const records = files.map(() => 0);
  const feed = (item: SourceItem<unknown>, indices: readonly number[]): void => {
    const source = indices[item.ref.source] ?? 0;
    records[source] = (records[source] ?? 0) + 1;
    conversion.feed({ ...item, ref: { ...item.ref, source } });
  };
  const streams: Stream[] = [];

  const start = (indices: readonly number[]): Stream | undefined => {
    const [first, ...rest] = indices;
    const head = first === undefined ? undefined : followed[first];
    if (head === undefined) return undefined;
    const parts = rest.map((index) => followed[index]).filter((each) => each !== undefined);
    const run = async (): Promise<void> => {
      for await (const batch of adapter.parse({ files: [head, ...parts] }, conversion.context)) {
        for (const item of batch) feed(item, indices);
      }
    };
    const done = run();
    // `advance` and `finish` report the error; until then, nobody listens.
    done.catch(() => undefined);
    return { followed: head, done };
  };

  const advance = async ({ followed: file, done }: Stream): Promise<void> => {
    await Promise.race([file.advance(), done]);
  };

  const readAll = (): Conversion =>
    conversion.read(
      followed.map(({ name, read: { sha256, bytes } }, index) => ({
        name,
        // In the order in which a plain run writes them, so that equal facts give equal bytes.
        sha256,
        bytes,
        records: records[index] ?? 0,
      })),
    );

  return {
    async advance() {
      if (streams.length > 0) for (const stream of streams) await advance(stream);
      else {
        for (const indices of groups) {
          const stream = start(indices);
          if (stream === undefined) continue;
          streams.push(stream);
          await advance(stream);
        }
      }
      return readAll();
    },
    async isSame() {
      for (const file of followed) if (!(await file.isSame())) return false;
      return true;
    },
    get read() {
      return followed.map(({ read }) => read.bytes);
    },
    async finish() {
      for (const { followed: head } of streams) head.close();
      for (const { done } of streams) await done;
      conversion.end();
      return readAll();
    },
    async close() {
      for (const { followed: head } of streams) head.close();
      await Promise.allSettled(streams.map(({ done }) => done));
    },
  };
}
