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
      writePieces(file, pieces);
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
const WRITE_BYTES = 1024 * 1024;

/** Writes pieces one after the other; each is done with before the next is asked for. */
export function writePieces(file: number, pieces: Iterable<string | Uint8Array>): void {
  const waiting = Buffer.allocUnsafe(WRITE_BYTES);
  let filled = 0;
  const flush = (): void => {
    writeWhole(file, waiting.subarray(0, filled));
    filled = 0;
  };
  for (const piece of pieces) {
    const text = typeof piece === 'string';
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const most = text ? piece.length * 3 : piece.length;
    if (filled + most > WRITE_BYTES) flush();
    if (most > WRITE_BYTES) writeWhole(file, text ? Buffer.from(piece) : piece);
    else if (text) filled += waiting.write(piece, filled);
    else {
      waiting.set(piece, filled);
      filled += piece.length;
    }
  }
  flush();
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
