import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { abridgedFrom, abridgedName } from '../../src/session/internal.ts';
import { abridgeFile } from './abridgeFile.ts';
import { makeFolder } from './makeFolder.ts';
import { mapAtOnce } from './mapAtOnce.ts';
import { folderMode } from './sourceMode.ts';
import type { StagedSession } from './staged.ts';
import { moveAtomically, OutputError, removeTemporaries, writeAtomicallyAsync } from './writeAtomically.ts';

const READ_BYTES = 1024 * 1024;

/** Number of a session's contents that the disk syncs at the same time. */
const SYNCED_AT_ONCE = 8;

/** Options for putting a session into the output folder. */
export interface PutOptions {
  /** Reports what would change, and writes nothing. */
  check: boolean;
  /** Permissions of its files. */
  mode: number;
  /** Called repeatedly while it is written. */
  beat(): void;
}

/** The kit's own files in the output folder. */
export function indexFolder(out: string): string {
  return join(out, 'index');
}

/**
 * Creates the output folder if it is missing. Throws {@link OutputError} where its index is not a folder of its own: what is written there
 * must not land elsewhere.
 */
export function prepareOutput(out: string): void {
  makeFolder(out);
  const index = indexFolder(out);
  // Another run may make it at the same moment.
  if (statsOf(index) === undefined) makeFolder(index);
  if (statsOf(index)?.isDirectory() !== true)
    throw new OutputError(
      `${index} is no folder, but the index of the sessions belongs there. Move it away, then run again.`,
    );
}

/** Removes partial files of killed runs; the caller holds the lock. */
export function clearLeftovers(out: string): void {
  for (const folder of [out, indexFolder(out)]) removeTemporaries(folder);
}

/** Removes the contents of a session that was never completed; the caller holds the lock. */
export function removeUnfinished(out: string, id: string): boolean {
  if (statsOf(join(out, `${id}.json`)) !== undefined) return false;
  removeOthers(contentFolder(out, id), []);
  return true;
}

/** Removes a session with its contents; the caller holds the lock. False where a folder has its name: that is no session, and stays. */
export function removeSession(out: string, id: string): boolean {
  const file = join(out, `${id}.json`);
  if (statsOf(file)?.isDirectory()) return false;
  rmSync(file, { force: true });
  rmSync(abridgedFile(out, id), { force: true });
  removeOthers(contentFolder(out, id), []);
  return true;
}

/** What became of a session that was put into the folder. */
export interface PutResult {
  change: 'written' | 'unchanged';
  /** Whether the session is new. */
  isNew: boolean;
}

/** Puts a staged session and its contents under its name. */
export async function putSession(
  out: string,
  staged: StagedSession,
  id: string,
  options: PutOptions,
): Promise<PutResult> {
  const file = join(out, `${id}.json`);
  const folder = contentFolder(out, id);
  const bytes = () => sessionBytes(staged, id, options.beat);
  const isSameFile = (path: string, wanted: () => Iterable<Uint8Array>): boolean =>
    statsOf(path)?.isFile() === true && hashOf(wanted()) === hashOf(chunksOf(path));
  const content = (name: string) => () => chunksOf(join(staged.contentFolder, name));
  const isNew = statsOf(file) === undefined;
  const isFolder = statsOf(folder)?.isDirectory() === true;
  const stale = staged.contents.filter((name) => !isFolder || !isSameFile(join(folder, name), content(name)));
  if (stale.length === 0 && isSameFile(file, bytes)) {
    const paths = isFolder ? [folder, ...filesOf(out, id)] : [file];
    if (!options.check) for (const path of paths) tighten(path, options.mode);
    if (!options.check) await putAbridged(out, id, options);
    return { change: 'unchanged', isNew };
  }
  if (options.check) return { change: 'written', isNew };
  const write = { mode: options.mode, temporaryFolder: indexFolder(out) };
  try {
    // Contents first, so that everything a session file refers to always exists.
    if (staged.contents.length > 0) makeContentFolder(folder, options.mode);
    await mapAtOnce(stale, SYNCED_AT_ONCE, async (name) => {
      const [from, to] = [join(staged.contentFolder, name), join(folder, name)];
      const isMoved = !staged.keepsContents && (await moveAtomically(from, to, options.mode));
      if (!isMoved) await writeAtomicallyAsync(to, content(name)(), write);
      options.beat();
    });
    await writeAtomicallyAsync(file, bytes(), write);
  } catch (error) {
    if (isNew) removeOthers(folder, []);
    throw error;
  }
  removeOthers(folder, staged.contents);
  rmSync(abridgedFile(out, id), { force: true });
  await putAbridged(out, id, options);
  return { change: 'written', isNew };
}

/** Writes the abridged copy of a large session, unless it is there. */
async function putAbridged(out: string, id: string, { mode, beat }: PutOptions): Promise<void> {
  const file = join(out, `${id}.json`);
  const abridged = abridgedFile(out, id);
  if ((statsOf(file)?.size ?? 0) < abridgedFrom || statsOf(abridged) !== undefined) return;
  await writeAtomicallyAsync(abridged, abridgeFile(file, beat), { mode, temporaryFolder: indexFolder(out) });
}

function abridgedFile(out: string, id: string): string {
  return join(out, abridgedName(`${id}.json`));
}

/** A value that changes with every write to a file; empty if it does not exist. */
export function lookOfFile(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

/** A value that changes if a session or its contents are modified after writing; undefined if one of its files is missing. */
export function lookOf(out: string, id: string): string | undefined {
  if (statsOf(join(out, `${id}.json`)) === undefined) return undefined;
  const hash = createHash('sha256');
  for (const path of filesOf(out, id)) {
    const { size, mtimeMs, ctimeMs } = lstatSync(path);
    hash.update(`${path.slice(out.length)} ${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('base64url').slice(0, 22);
}

/** Paths of the session's file, of its abridged copy, and of its contents. */
function filesOf(out: string, id: string): string[] {
  const folder = contentFolder(out, id);
  const names = statsOf(folder)?.isDirectory() ? readdirSync(folder).sort() : [];
  const abridged = abridgedFile(out, id);
  return [
    join(out, `${id}.json`),
    ...(statsOf(abridged) === undefined ? [] : [abridged]),
    ...names.map((name) => join(folder, name)),
  ];
}

function contentFolder(out: string, id: string): string {
  return join(out, `${id}.content`);
}

/** Stats of the path itself, not of a link's target; undefined if it does not exist. */
function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** A link that has the folder's name is replaced; its target is left alone. */
function makeContentFolder(folder: string, mode: number): void {
  const stats = statsOf(folder);
  if (stats?.isSymbolicLink()) rmSync(folder);
  else if (stats !== undefined && !stats.isDirectory())
    throw new OutputError(
      `${folder} is no folder, but a session's contents belong there. Move it away, then run again.`,
    );
  if (!stats?.isDirectory()) mkdirSync(folder, { mode: folderMode(mode) });
  else tighten(folder, mode);
}

/** Removes permissions that are not in `mode`; adds none. */
function tighten(path: string, mode: number): void {
  const stats = lstatSync(path);
  const allowed = stats.isDirectory() ? folderMode(mode) : mode;
  if (!stats.isSymbolicLink() && (stats.mode & 0o777 & ~allowed) !== 0) chmodSync(path, stats.mode & allowed);
}

/** Removes unwanted files from a session's folder, and the folder once it is empty; never through a link. */
function removeOthers(folder: string, contents: readonly string[]): void {
  const stats = statsOf(folder);
  if (stats?.isSymbolicLink()) rmSync(folder);
  if (!stats?.isDirectory()) return;
  const wanted = new Set(contents);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!wanted.has(entry.name) && !entry.isDirectory()) rmSync(join(folder, entry.name), { force: true });
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** SHA-256 in hex. */
export function hashOf(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * The pieces of a staged session with its name filled in. The name stands only in its texts, never in items that lie in files of their own.
 */
export function* sessionBytes({ parts, token }: StagedSession, id: string, beat: () => void): Generator<Buffer> {
  const files = new Map<string, number>();
  const most = parts.reduce((longest, { length }) => Math.max(longest, length), 0);
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, most));
  // Shared by all texts: a new one for each would pile up until garbage is collected.
  const room = Buffer.allocUnsafe(buffer.length + token.length);
  try {
    for (const { is, path, start, length } of parts) {
      const file = files.get(path) ?? openSync(path, 'r');
      files.set(path, file);
      beat();
      const chunks = readRange(file, buffer, start, start + length);
      yield* is === 'text' ? replaceToken(chunks, token, id, room) : chunks;
    }
  } finally {
    for (const file of files.values()) closeSync(file);
  }
}

/** The bytes of a file; each chunk is valid only until the next is asked for. */
export function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(file);
    yield* readRange(file, Buffer.allocUnsafe(Math.min(READ_BYTES, size)), 0, size);
  } finally {
    closeSync(file);
  }
}

function* readRange(file: number, buffer: Buffer, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const length = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
    if (length === 0) throw new Error('agent-replay-kit: a staged file is shorter than it was.');
    yield buffer.subarray(0, length);
    at += length;
  }
}

/**
 * Replaces every occurrence of an ASCII token in a stream of bytes, even across two chunks. A chunk is not used after the next one is asked
 * for, and output is valid until then: it shares one buffer, `room` as far as that is large enough.
 */
export function* replaceToken(
  chunks: Iterable<Buffer>,
  token: string,
  replacement: string,
  room: Buffer = Buffer.alloc(0),
): Generator<Buffer> {
  const wanted = Buffer.from(token);
  const other = Buffer.from(replacement);
  let buffer = room;
  /** Length of the end of the last chunk that may begin a token. */
  let kept = 0;
  for (const chunk of chunks) {
    const length = kept + chunk.length;
    if (buffer.length < length) buffer = Buffer.concat([buffer.subarray(0, kept)], length);
    buffer.set(chunk, kept);
    const bytes = buffer.subarray(0, length);
    let at = 0;
    for (let hit = bytes.indexOf(wanted, at); hit !== -1; hit = bytes.indexOf(wanted, at)) {
      yield bytes.subarray(at, hit);
      yield other;
      at = hit + wanted.length;
    }
    const end = Math.max(at, length - wanted.length + 1);
    yield bytes.subarray(at, end);
    buffer.copyWithin(0, end, length);
    kept = length - end;
  }
  yield buffer.subarray(0, kept);
}
