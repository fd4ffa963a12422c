import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './makeFolder.ts';

/** Something else stands, or has appeared, where the kit would write; the message says what to do. */
export class OutputError extends Error {}

export interface WriteOptions {
  /** Permissions, as far as the umask lets them. @default 0o666 */
  mode?: number;
  /** Where the file is written before it gets its name; must be on the same disk. @default its own folder */
  temporaryFolder?: string;
}

const sync = promisify(fsync);

/**
 * Writes a file so that no reader ever sees half of it: into a temporary file, synced, renamed. On failure the temporary file is removed
 * and the old one stays. A link that has the name is replaced, not followed.
 */
export function writeAtomically(path: string, pieces: Iterable<string | Uint8Array>, options: WriteOptions = {}): void {
  giveName(writeTemporary(prepareFolders(path, options), pieces, options.mode), path);
}

/** Like {@link writeAtomically}, while the thread goes on as the disk syncs; all pieces are read before it does. */
export async function writeAtomicallyAsync(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  options: WriteOptions = {},
): Promise<void> {
  const { path: temporary, file } = openTemporary(prepareFolders(path, options), options.mode);
  try {
    try {
      writePieces(file, pieces);
      await sync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  giveName(temporary, path);
}

/** Creates the folder of a file, and the one where it is written before; gives the latter. */
function prepareFolders(path: string, { temporaryFolder = dirname(path) }: WriteOptions): string {
  makeFolder(dirname(path));
  makeFolder(temporaryFolder);
  return temporaryFolder;
}

function giveName(temporary: string, path: string): void {
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes and syncs a file under a unique name in a folder, and gives its path; on failure nothing is left. */
export function writeTemporary(folder: string, pieces: Iterable<string | Uint8Array>, mode?: number): string {
  const { path, file } = openTemporary(folder, mode);
  try {
    try {
      writePieces(file, pieces);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function openTemporary(folder: string, mode = 0o666): { path: string; file: number } {
  // Not a number that may recur, such as a process number: files left by a killed run must not be in the way.
  const path = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  return { path, file: openSync(path, 'wx', mode) };
}

/**
 * Renames a file that has no other names, after syncing it and reducing its permissions to `mode`; a file or link of the new name is
 * replaced. Resolves to false, without changes, where the new name is on another disk.
 */
export async function moveAtomically(from: string, path: string, mode: number): Promise<boolean> {
  const file = openSync(from, 'r+');
  try {
    const before = fstatSync(file).mode & 0o7777;
    // A change of permissions has to be synced too.
    if ((before & mode) !== before) fchmodSync(file, before & mode);
    await sync(file);
  } finally {
    closeSync(file);
  }
  try {
    renameSync(from, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

/** Pattern of temporary file names; older kits put them beside their target. */
const temporaryName = /^\.[0-9a-f]{16}\.tmp$|\.(?:json|gitignore)\.\d+-\d+\.tmp$/;

/** Removes the temporary files that killed runs left in a folder; call it only while nobody else writes there. */
export function removeTemporaries(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (temporaryName.test(name) && lstatSync(path).isFile()) rmSync(path, { force: true });
  }
}

/**
 * Small pieces are joined before writing: the buffer begins small, because most files are small and large buffers cost garbage collection.
 */
const FIRST_WRITE_BYTES = 16 * 1024;
const WRITE_BYTES = 1024 * 1024;

/** Writes pieces one after the other; each is done with before the next is asked for. */
export function writePieces(file: number, pieces: Iterable<string | Uint8Array>): void {
  let waiting = Buffer.allocUnsafe(FIRST_WRITE_BYTES);
  let filled = 0;
  const flush = (): void => {
    writeWhole(file, waiting.subarray(0, filled));
    filled = 0;
  };
  const makeRoom = (): void => {
    flush();
    if (waiting.length < WRITE_BYTES) waiting = Buffer.allocUnsafe(waiting.length * 4);
  };
  for (const piece of pieces) {
    const text = typeof piece === 'string';
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const most = text ? piece.length * 3 : piece.length;
    if (filled + most > waiting.length) makeRoom();
    if (most > waiting.length) writeWhole(file, text ? Buffer.from(piece) : piece);
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
