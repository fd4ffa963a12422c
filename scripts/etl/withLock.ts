import { closeSync, lstatSync, openSync, readFileSync, rmSync, type Stats, utimesSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './makeFolder.ts';
import { lifeOf, type ProcessOwner, parseOwner, thisProcess } from './processOwner.ts';
import { OutputError } from './writeAtomically.ts';

const RETRY_MS = 50;

/** When a waiting process first says why, and how often after that. */
const FIRST_WORD_MS = 1000;
const NEXT_WORD_MS = 10_000;

/** How often a working owner gives a sign of life. */
const BEAT_MS = 1000;

/** An owner that cannot be checked counts as dead after this long without a sign of life. */
const SILENT_MS = 30_000;

export interface LockOptions {
  /** Called with a message about whom it waits for. */
  say?: ((line: string) => void) | undefined;
  /** Aborts the waiting. */
  signal?: AbortSignal | undefined;
  /** Time without a sign of life after which an owner on another host or in another container counts as dead. @default 30 s */
  silentMs?: number;
}

/**
 * Runs `work` while no other process holds the lock file; waits for it as long as its owner lives. Long work calls `beat`, which throws
 * when the lock was lost. Throws {@link OutputError} where something else has the lock's name.
 */
export async function withLock<Result>(
  path: string,
  work: (beat: () => void) => Promise<Result> | Result,
  options: LockOptions = {},
): Promise<Result> {
  makeFolder(dirname(path));
  const own = JSON.stringify(thisProcess());
  await waitForLock(path, own, options);
  try {
    return await work(createBeat(path, own));
  } finally {
    if (readLock(path)?.text === own) rmSync(path, { force: true });
  }
}

async function waitForLock(
  path: string,
  own: string,
  { say, signal, silentMs = SILENT_MS }: LockOptions,
): Promise<void> {
  const isSilent = createSilence(silentMs);
  let nextWordMs = performance.now() + FIRST_WORD_MS;
  while (!takeLock(path, own)) {
    const lock = readLock(path);
    if (lock !== undefined && isAbandoned(lock, isSilent) && clearAbandoned(path, own, lock)) continue;
    if (lock !== undefined && performance.now() >= nextWordMs) {
      const end = lock.owner !== undefined && lifeOf(lock.owner) === 'alive' ? '' : takenOver(silentMs);
      say?.(`Waiting for ${nameOf(lock.owner)}, which writes there, too (${path}).${end}`);
      nextWordMs = performance.now() + NEXT_WORD_MS;
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}

function nameOf(owner: ProcessOwner | undefined): string {
  if (owner === undefined) return 'another run, of which nothing is known';
  return `another run: process ${owner.pid} on ${owner.host}, started ${owner.started}`;
}

function takenOver(silentMs: number): string {
  return ` It is taken for dead after ${silentMs / 1000} s without a sign of life.`;
}

/** A file that could not be written is removed at once: an empty lock would make everybody wait. */
function takeLock(path: string, own: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o644);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, own);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

interface Lock {
  text: string;
  owner: ProcessOwner | undefined;
  modifiedMs: number;
}

/** The present lock; undefined where there is none. */
function readLock(path: string): Lock | undefined {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) {
      const text = readFileSync(path, 'utf8');
      return { text, owner: parseOwner(text), modifiedMs: stats.mtimeMs };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (stats === undefined) return undefined;
  throw new OutputError(`${path} is no file, but the lock of the folder belongs there. Remove it, then run again.`);
}

/** Whether a lock has not changed for a time, measured by this process's own clock: those of others may be wrong. */
function createSilence(silentMs: number): (lock: Lock) => boolean {
  let seen = '';
  let sinceMs = performance.now();
  return ({ text, modifiedMs }) => {
    const look = `${text} ${modifiedMs}`;
    if (look !== seen) [seen, sinceMs] = [look, performance.now()];
    // No process takes this long to write its name into an empty lock.
    return performance.now() - sinceMs >= silentMs || (text === '' && Date.now() - modifiedMs >= silentMs);
  };
}

function isAbandoned(lock: Lock, isSilent: (lock: Lock) => boolean): boolean {
  const silent = isSilent(lock);
  const life = lock.owner === undefined ? 'unknown' : lifeOf(lock.owner);
  return life === 'dead' || (life === 'unknown' && silent);
}

/**
 * Removes an abandoned lock; false while another process is doing so. Checks again while holding the guard: since the first look, another
 * process may have removed the lock and taken it, and it must not lose it.
 */
function clearAbandoned(path: string, own: string, lock: Lock): boolean {
  const guard = `${path}.takeover`;
  if (!takeLock(guard, own)) {
    const other = readLock(guard);
    // Nobody holds a guard for more than a moment.
    const isOld = ({ modifiedMs }: Lock): boolean => Math.abs(Date.now() - modifiedMs) >= SILENT_MS;
    if (other !== undefined && isAbandoned(other, isOld)) rmSync(guard, { force: true });
    return false;
  }
  try {
    const now = readLock(path);
    if (now?.text === lock.text && now.modifiedMs === lock.modifiedMs) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function createBeat(path: string, own: string): () => void {
  let lastMs = performance.now();
  return () => {
    if (performance.now() - lastMs < BEAT_MS) return;
    lastMs = performance.now();
    if (readLock(path)?.text !== own)
      throw new OutputError(`${path} was taken by another run while this one wrote. Run again when that has ended.`);
    const now = new Date();
    utimesSync(path, now, now);
  };
}
