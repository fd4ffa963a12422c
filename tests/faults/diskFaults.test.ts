import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeAtomically } from '../../scripts/etl/writeAtomically.ts';

const fault = vi.hoisted(() => ({ call: '', code: '', after: 0 }));

/** Throws from the call named, once it was made so many times. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const failing =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      if (fault.call === name) {
        if (fault.after === 0) throw Object.assign(new Error(`${fault.code}: injected`), { code: fault.code });
        fault.after -= 1;
      }
      return call(...args);
    };
  const faulty = Object.fromEntries(
    (['openSync', 'writeSync', 'fsyncSync', 'renameSync'] as const).map((name) => [name, failing(name, fs[name])]),
  );
  return { ...fs, ...faulty };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out/session.json'), 'old');
});
afterEach(() => {
  fault.call = '';
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['writeSync', 'ENOSPC', 0],
  ['writeSync', 'ENOSPC', 1],
  ['fsyncSync', 'EIO', 0],
  ['renameSync', 'EACCES', 0],
  ['openSync', 'EROFS', 0],
])('when %s fails with %s after %i calls, the old file stays whole and no half one is left', (call, code, after) => {
  Object.assign(fault, { call, code, after });
  const path = join(folder, 'out/session.json');
  expect(() => writeAtomically(path, ['a'.repeat(2_000_000), 'b'.repeat(2_000_000)])).toThrow(code);
  expect(readdirSync(join(folder, 'out'))).toEqual(['session.json']);
  expect(readFileSync(path, 'utf8')).toBe('old');
  fault.call = '';
  writeAtomically(path, ['new']);
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('a run that cannot write its folder says so without a stack and ends with 3', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/etl.ts', 'data/sources/planner', '--out', join(folder, 'out/session.json')],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  expect(status).toBe(3);
  expect(stderr).toContain('Stopped: ');
  expect(stderr).not.toContain('    at ');
});
