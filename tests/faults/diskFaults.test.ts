import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareOutput } from '../../scripts/etl/sessionFolder.ts';
import { writeAtomically, writeAtomicallyAsync } from '../../scripts/etl/writeAtomically.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const fault = vi.hoisted(() => ({ call: '', code: '', after: 0, rival: false }));

/** Makes the named call throw after it was made `after` times; a rival makes each folder first. */
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
  const fsync = (file: number, done: (failure: Error | null) => void): void => {
    if (fault.call === 'fsync') done(Object.assign(new Error(`${fault.code}: injected`), { code: fault.code }));
    else fs.fsync(file, done);
  };
  const faulty = Object.fromEntries(
    (['openSync', 'writeSync', 'fsyncSync', 'renameSync'] as const).map((name) => [name, failing(name, fs[name])]),
  );
  const mkdirSync: typeof fs.mkdirSync = (path, options) => {
    if (fault.rival) fs.mkdirSync(path, { recursive: true });
    return fs.mkdirSync(path, options);
  };
  return { ...fs, ...faulty, fsync, mkdirSync };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out/session.json'), 'old');
});
afterEach(() => {
  Object.assign(fault, { call: '', rival: false });
  rmSync(folder, { recursive: true, force: true });
});

/** Both write the same way, and sync in different ones. */
const writers = {
  writeAtomically: async (path: string, pieces: string[]) => writeAtomically(path, pieces),
  writeAtomicallyAsync,
};

it.each([
  ['writeAtomically', 'writeSync', 'ENOSPC', 0],
  ['writeAtomically', 'writeSync', 'ENOSPC', 1],
  ['writeAtomically', 'fsyncSync', 'EIO', 0],
  ['writeAtomically', 'renameSync', 'EACCES', 0],
  ['writeAtomically', 'openSync', 'EROFS', 0],
  ['writeAtomicallyAsync', 'writeSync', 'ENOSPC', 1],
  ['writeAtomicallyAsync', 'fsync', 'EIO', 0],
  ['writeAtomicallyAsync', 'renameSync', 'EACCES', 0],
  ['writeAtomicallyAsync', 'openSync', 'EROFS', 0],
] as const)(
  '%s: a failure of %s with %s after %i calls keeps the old file whole and leaves no partial one',
  async (writer, call, code, after) => {
    Object.assign(fault, { call, code, after });
    const path = join(folder, 'out/session.json');
    await expect(writers[writer](path, ['a'.repeat(2_000_000), 'b'.repeat(2_000_000)])).rejects.toThrow(code);
    expect(readdirSync(join(folder, 'out'))).toEqual(['session.json']);
    expect(readFileSync(path, 'utf8')).toBe('old');
    fault.call = '';
    await writers[writer](path, ['new']);
    expect(readFileSync(path, 'utf8')).toBe('new');
  },
);

it('takes an output folder and its index that another run makes at the same moment', () => {
  fault.rival = true;
  prepareOutput(join(folder, 'new'));
  expect(readdirSync(join(folder, 'new'))).toEqual(['index']);
});

it('etl that cannot write its folder says so without a stack and exits with 3', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/etl.ts', 'data/sources/planner', '--out', join(folder, 'out/session.json')],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  expect(status).toBe(3);
  expect(stderr).toContain('session.json');
  expect(stderr).not.toContain('    at ');
});

/** Makes writes fail as on a full disk after so many bytes, in the whole command as a user runs it. */
const fullAfter = (bytes: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let left = ${bytes};
    for (const call of ['writeSync', 'writevSync']) {
      const write = fs[call];
      fs[call] = (file, data, ...rest) => {
        if (file <= 2) return write(file, data, ...rest);
        if (left <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
        const written = write(file, data, ...rest);
        left -= written;
        return written;
      };
    }
    syncBuiltinESMExports();
  `)}`;

it.each([0, 2_000, 30_000, 50_000])(
  'etl on a disk full after %i bytes exits with 3 and says so in a line; the next run completes',
  { timeout: 60_000 },
  (bytes) => {
    const out = join(folder, 'sessions');
    const run = (...options: string[]) =>
      spawnSync(process.execPath, [...options, 'scripts/etl.ts', 'data/sources/planner', '--out', out], {
        cwd: join(import.meta.dirname, '../..'),
        encoding: 'utf8',
      });
    const { status, stdout, stderr } = run('--import', fullAfter(bytes));
    expect(status).toBe(3);
    expect(stdout + stderr).toContain('The disk is full');
    expect(stdout + stderr).not.toMatch(/^ {4}at /m);
    for (const name of listFiles(out)) {
      expect(name).not.toMatch(/\.tmp$|\.lock$/);
      if (name.endsWith('.json')) JSON.parse(readFileSync(join(out, name), 'utf8'));
    }
    expect(run().status).toBe(0);
    expect(listFiles(out).filter((name) => /^[^/]+\.json$/.test(name)).length).toBeGreaterThan(5);
  },
);
