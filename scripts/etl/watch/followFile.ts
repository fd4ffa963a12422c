import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { SourceFile } from '../../../src/adapters/index.ts';
import { readChunks } from '../readChunks.ts';

/** So much of the beginning and of the end of what was read tells whether the file is still the same, in bytes. */
const SAMPLE_BYTES = 4096;

/** A file that is read on as it grows: whoever reads it waits at its end until more is there, unless it stops there. */
export interface FollowedFile extends SourceFile {
  readonly path: string;
  /** How far it was read, in bytes; and the SHA-256 of that part. */
  readonly read: { bytes: number; sha256: string };
  /** Lets the reader go on; resolves when it has come to the end again, or has stopped reading. */
  advance(): Promise<void>;
  /** Whether what was read still stands there: false for one that was cut, replaced or written anew. */
  isSame(): Promise<boolean>;
  /** Ends the file where it is. */
  close(): void;
}

export function followFile(path: string, name: string, atEnd: 'wait' | 'stop' = 'wait'): FollowedFile {
  const hash = createHash('sha256');
  let at = 0;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let closed = false;
  let wake = deferred();
  let idle = deferred();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    // A reader that only looked at the beginning has gone: this one starts over.
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
    },
    async isSame() {
      try {
        // Whoever stopped at the end never sees what came after it.
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

/** Whether a file has these bytes at that place. */
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
