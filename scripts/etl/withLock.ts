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
    if (isStale(path)) rmSync(path, { force: true });
    else await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function takeLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
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
