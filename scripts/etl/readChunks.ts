import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** How much is read at once, in bytes: with larger chunks, fewer lines lie across two. */
const CHUNK_BYTES = 1024 * 1024;

/** Minimum buffer size, in bytes: a file may have grown since its size was read. */
const MIN_BUFFER_BYTES = 16 * 1024;

const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file from `offset` on, up to `length` of them. Throws if it is not a regular file. */
export async function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path, openFlags);
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is no longer a file.`);
    const buffer = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/**
 * The bytes of a file from `start` on. All chunks share one buffer, so each is valid only until the next is asked for; new buffers would
 * pile up, because memory outside the heap hardly triggers garbage collection. Throws if it is not a regular file: reading a pipe that
 * replaced it would never end.
 */
export async function* readChunks(path: string, start = 0): AsyncGenerator<Uint8Array> {
  const file = await open(path, openFlags);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is no longer a file.`);
    const left = stats.size - start;
    const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(MIN_BUFFER_BYTES, left)));
    for (let at = start; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
