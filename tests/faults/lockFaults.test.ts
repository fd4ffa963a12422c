import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProcessOwner, thisProcess } from '../../scripts/etl/processOwner.ts';
import { withLock } from '../../scripts/etl/withLock.ts';

const hooks = vi.hoisted(() => ({
  failWrite: false,
  afterRead: undefined as undefined | (() => void),
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    writeSync: (file: number, text: string) => {
      if (hooks.failWrite) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
      return fs.writeSync(file, text);
    },
    readFileSync: (path: string, encoding: 'utf8') => {
      const text = fs.readFileSync(path, encoding);
      if (!path.endsWith('.lock')) return text;
      const { afterRead } = hooks;
      hooks.afterRead = undefined;
      afterRead?.();
      return text;
    },
  };
});

const lockOf = (owner: Partial<ProcessOwner>): string => JSON.stringify({ ...thisProcess(), ...owner });

/** A process number that no process has. */
const GONE = lockOf({ pid: 999_999_999 });

/** A living process: the parent of this one. */
const LIVING = lockOf({ pid: process.ppid, ticks: undefined });

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, '.lock');
});
afterEach(() => {
  hooks.failWrite = false;
  hooks.afterRead = undefined;
  rmSync(folder, { recursive: true, force: true });
});

it('withLock reports a lock that it cannot write and leaves no empty one that blocks the next run', async () => {
  hooks.failWrite = true;
  await expect(withLock(lock, () => 'done')).rejects.toThrow('ENOSPC');
  expect(existsSync(lock)).toBe(false);
  hooks.failWrite = false;
  expect(await withLock(lock, () => 'done')).toBe('done');
});

it('withLock takes over the empty lock of a killed run once it is old', async () => {
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  expect(await withLock(lock, () => 'done')).toBe('done');
});

it('withLock takes over the lock of a dead process, and leaves nothing behind', async () => {
  writeFileSync(lock, GONE);
  expect(await withLock(lock, () => readFileSync(lock, 'utf8'))).toBe(lockOf({}));
  expect(existsSync(lock)).toBe(false);
  expect(existsSync(`${lock}.takeover`)).toBe(false);
});

it('withLock does not take a stale lock from a faster process that found it too', async () => {
  writeFileSync(lock, GONE);
  // Between the look and the removal, another process takes the lock over.
  hooks.afterRead = () => writeFileSync(lock, LIVING);
  let ran = false;
  const waiting = withLock(lock, () => {
    ran = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(ran).toBe(false);
  expect(readFileSync(lock, 'utf8')).toBe(LIVING);
  rmSync(lock);
  await waiting;
  expect(ran).toBe(true);
});

describe('withLock, given the lock of a killed run', () => {
  it.each([
    ['in a container, where the next run has its number', lockOf({ started: '2026-01-01T00:00:00.000Z', ticks: '1' })],
    ['whose number another process has by now', lockOf({ pid: process.ppid, ticks: '1' })],
  ])('%s, takes it over at once', { timeout: 2_000 }, async (_, text) => {
    writeFileSync(lock, text);
    expect(await withLock(lock, () => 'done')).toBe('done');
  });

  it.each([
    ['empty, by a clock that runs ahead', ''],
    ['by a kit that wrote only a number', String(process.pid)],
    ['damaged', '{"host":'],
    ['on another host', lockOf({ host: 'elsewhere' })],
    ['in another container of this host', lockOf({ scope: 'other' })],
  ])('%s, takes it over once it shows no activity for a time', { timeout: 3_000 }, async (_, text) => {
    writeFileSync(lock, text);
    const future = Date.now() / 1000 + 3600;
    utimesSync(lock, future, future);
    const begun = performance.now();
    expect(await withLock(lock, () => 'done', { silentMs: 300 })).toBe('done');
    expect(performance.now() - begun).toBeGreaterThan(250);
  });
});

it('withLock waits for an owner elsewhere that gives signs of life, and names it', { timeout: 5_000 }, async () => {
  writeFileSync(lock, lockOf({ host: 'elsewhere', pid: 77 }));
  const said: string[] = [];
  let ended = false;
  const waiting = withLock(lock, () => 'done', { silentMs: 600, say: (line) => said.push(line) }).then(() => {
    ended = true;
  });
  for (let beat = 1; beat <= 8; beat += 1) {
    utimesSync(lock, beat, beat);
    await sleep(200);
  }
  expect(ended).toBe(false);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/process 77 on elsewhere.*\.lock.*dead after 0\.6 s/);
  await waiting;
});

it('withLock stops waiting when it is aborted', async () => {
  writeFileSync(lock, LIVING);
  const stop = new AbortController();
  const waiting = withLock(lock, () => 'done', { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('abort');
});

it.each([
  ['a folder', () => mkdirSync(lock)],
  ['a link', () => symlinkSync(join(folder, 'none'), lock)],
])('withLock refuses %s under the name of the lock, and says what to do', async (_, make) => {
  make();
  await expect(withLock(lock, () => 'done')).rejects.toThrow('Remove it, then run again.');
});

it('work that lost its lock stops, and leaves it to its new owner', { timeout: 5_000 }, async () => {
  const work = async (beat: () => void) => {
    writeFileSync(lock, LIVING);
    await sleep(1100);
    beat();
  };
  await expect(withLock(lock, work)).rejects.toThrow('was taken by another run');
  expect(readFileSync(lock, 'utf8')).toBe(LIVING);
});

it('long work gives signs of life', { timeout: 5_000 }, async () => {
  await withLock(lock, async (beat) => {
    utimesSync(lock, 1, 1);
    await sleep(1100);
    beat();
    expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(10_000);
  });
});
