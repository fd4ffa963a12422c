import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** How much is read at once, in bytes: larger chunks cost fewer joins of lines that lie across two. */
const CHUNK_BYTES = 1024 * 1024;

/** No buffer is smaller, in bytes: a file may have grown since its size was asked for. */
const MIN_BUFFER_BYTES = 16 * 1024;

const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file from `offset` on, `length` of them or as many as there are. Throws for what is no file. */
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
 * The bytes of a file from `start` on. All chunks lie in one buffer, so that each is valid until the next is asked for: a
 * new one for each would lie about until the collector looks, which what lies outside its heap hardly hurries. Throws for
 * what is no file: a pipe that took its place would be waited for without end.
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
