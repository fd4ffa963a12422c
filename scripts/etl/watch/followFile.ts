import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { SourceFile } from '../../../src/adapters/index.ts';

/** How much is read at once, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/** A file that is read on as it grows: whoever reads it waits at its end until more is there. */
export interface FollowedFile extends SourceFile {
  readonly path: string;
  /** How far it was read, in bytes; and the SHA-256 of that part. */
  readonly read: { bytes: number; sha256: string };
  /** Lets the reader go on; resolves when it has come to the end again, or has stopped reading. */
  advance(): Promise<void>;
  /** Ends the file where it is. */
  close(): void;
}

export function followFile(path: string, name: string): FollowedFile {
  const hash = createHash('sha256');
  let at = 0;
  let closed = false;
  let wake = deferred();
  let idle = deferred();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    // A reader that only looked at the beginning has gone: this one starts over.
    let position = 0;
    try {
      while (!closed) {
        for await (const chunk of readFrom(path, position)) {
          position += chunk.length;
          if (position > at) {
            hash.update(chunk.subarray(chunk.length - (position - at)));
            at = position;
          }
          yield chunk;
        }
        if (closed) return;
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
    close() {
      closed = true;
      wake.resolve();
    },
  };
}

async function* readFrom(path: string, start: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    for (let at = start; ; ) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
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
