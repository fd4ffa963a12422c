import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
      const { afterRead } = hooks;
      hooks.afterRead = undefined;
      afterRead?.();
      return text;
    },
  };
});

/** No process has such a number. */
const GONE = '999999999';

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

it('a lock that cannot be written is said and leaves no empty one that blocks the next', async () => {
  hooks.failWrite = true;
  await expect(withLock(lock, () => 'done')).rejects.toThrow('ENOSPC');
  expect(existsSync(lock)).toBe(false);
  hooks.failWrite = false;
  expect(await withLock(lock, () => 'done')).toBe('done');
});

it('an empty lock of a run that was killed is taken over once it is old', async () => {
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  expect(await withLock(lock, () => 'done')).toBe('done');
});

it('the lock of a process that is gone is taken over, and nothing is left', async () => {
  writeFileSync(lock, GONE);
  expect(await withLock(lock, () => readFileSync(lock, 'utf8'))).toBe(String(process.pid));
  expect(existsSync(lock)).toBe(false);
  expect(existsSync(`${lock}.takeover`)).toBe(false);
});

it('of two that find the lock stale, the slower one does not take it from the faster', async () => {
  writeFileSync(lock, GONE);
  // Between the look and the removal, another process (that lives: the parent of this one) takes the lock over.
  hooks.afterRead = () => writeFileSync(lock, String(process.ppid));
  let ran = false;
  const waiting = withLock(lock, () => {
    ran = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(ran).toBe(false);
  expect(readFileSync(lock, 'utf8')).toBe(String(process.ppid));
  rmSync(lock);
  await waiting;
  expect(ran).toBe(true);
});
