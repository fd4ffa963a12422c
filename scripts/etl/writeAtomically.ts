import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

let count = 0;

/**
 * Writes a file so that nobody ever sees half of it: into a temporary file beside it, synced, renamed. On failure the
 * temporary file is removed and the old one stays.
 */
export function writeAtomically(path: string, pieces: Iterable<string | Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  count += 1;
  const temporary = `${path}.${process.pid}-${count}.tmp`;
  const file = openSync(temporary, 'wx');
  try {
    try {
      for (const bytes of joinPieces(pieces)) writeWhole(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Small pieces are written together. */
const WRITE_BYTES = 256 * 1024;

function* joinPieces(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    length += bytes.length;
    if (length < WRITE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
