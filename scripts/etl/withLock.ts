import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 50;

/** A lock whose owner is gone is taken over; one that nobody wrote a number into, after this long. */
const EMPTY_LOCK_MS = 10_000;

/** Runs `work` while no other process holds the lock file; waits for it as long as its owner lives. */
export async function withLock<Result>(path: string, work: () => Promise<Result> | Result): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true });
  while (!takeLock(path)) {
    if (!isStale(path) || !clearStale(path)) await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** A file that could not be written is removed at once: an empty lock would keep everybody waiting. */
function takeLock(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, String(process.pid));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Removes a lock whose owner is gone; false while another process does. Looks once more with the guard in hand: since
 * the first look, another may have removed it and taken the lock, which must not be taken from it.
 */
function clearStale(path: string): boolean {
  const guard = `${path}.takeover`;
  if (!takeLock(guard)) {
    if (isStale(guard)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isStale(path)) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    return owner > 0 ? !isAlive(owner) : Date.now() - statSync(path).mtimeMs > EMPTY_LOCK_MS;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
