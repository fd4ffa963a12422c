import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatalogueReader } from '../../scripts/serve/catalogueReader.ts';
import { type Library, type LibraryNews, openLibrary } from '../../scripts/serve/library.ts';

const fault = vi.hoisted(() => ({ writesFail: false, opening: (_path: unknown): void => undefined }));

/** Makes writes fail as on a full disk, and lets a test act when a file is opened. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const onFullDisk =
    <Call extends (...args: never[]) => unknown>(call: Call) =>
    (...args: never[]): unknown => {
      if (fault.writesFail)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
      return call(...args);
    };
  const openSync: typeof fs.openSync = (path, ...rest) => {
    fault.opening(path);
    return fs.openSync(path, ...rest);
  };
  return { ...fs, openSync, writeSync: onFullDisk(fs.writeSync), writevSync: onFullDisk(fs.writevSync) };
});

vi.mock('node:fs/promises', async (original) => {
  const promises = await original<typeof import('node:fs/promises')>();
  const open: typeof promises.open = async (path, ...rest) => {
    fault.opening(path);
    return promises.open(path, ...rest);
  };
  return { ...promises, open };
});

const sample = 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl';
const samples = join(import.meta.dirname, '../../data/sources/claude-code/projects/-home-lin-tide-table');

let home: string;
let log: string;
let library: Library;
let news: LibraryNews[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'ark-serve-faults-'));
  log = join(home, 'logs', sample);
  mkdirSync(join(home, 'logs'));
  copyFileSync(join(samples, sample), log);
  news = [];
  const out = join(home, 'out');
  library = await openLibrary({ paths: [join(home, 'logs')], out, project: home, report: (each) => news.push(each) });
});
afterEach(async () => {
  Object.assign(fault, { writesFail: false, opening: () => undefined });
  await library.close();
  rmSync(home, { recursive: true, force: true });
});

async function onlyId(): Promise<string> {
  await library.look();
  const reader = createCatalogueReader(join(home, 'out'), home);
  const { sessions } = await reader.read((catalogue) => catalogue.page({}));
  await reader.close();
  expect(sessions).toHaveLength(1);
  return sessions[0]?.session_id ?? '';
}

const troubles = () => news.flatMap((each) => (each.is === 'trouble' ? [each.message] : []));

function refuse(path: string): void {
  fault.opening = (opened) => {
    if (opened === path)
      throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path });
  };
}

const kinds = ['quiet', 'growing'] as const;

/** A log that was not written for a while is converted as a whole. */
function setAge(kind: (typeof kinds)[number]): void {
  if (kind === 'quiet') utimesSync(log, new Date('2026-01-31'), new Date('2026-01-31'));
}

test.each(kinds)('a %s session opened on a full disk says so, and opens once there is room', async (kind) => {
  setAge(kind);
  const id = await onlyId();
  fault.writesFail = true;
  expect(await library.open(id)).toEqual({
    is: 'failed',
    code: 'disk-full',
    message: 'The disk is full. Make room, then open the session again.',
  });
  fault.writesFail = false;
  expect(await library.open(id)).toMatchObject({ is: 'ready', id });
});

test.each(kinds)('a %s log that may not be read says so, and opens once it may', async (kind) => {
  setAge(kind);
  const id = await onlyId();
  refuse(log);
  expect(await library.open(id)).toEqual({
    is: 'failed',
    code: 'no-permission',
    message: `There is no permission for ${log}. Change its permissions, then open the session again.`,
  });
  fault.opening = () => undefined;
  expect(await library.open(id)).toMatchObject({ is: 'ready', id });
});

test('a folder of sessions that may not be written says so', async () => {
  const id = await onlyId();
  const out = join(home, 'out');
  fault.opening = (opened) => {
    if (String(opened).startsWith(out))
      throw Object.assign(new Error(`EACCES: permission denied, open '${opened}'`), { code: 'EACCES', path: out });
  };
  expect(await library.open(id)).toMatchObject({ is: 'failed', code: 'no-permission' });
});

test.each(kinds)('a %s log that vanishes while it is opened is gone, not empty', async (kind) => {
  setAge(kind);
  const id = await onlyId();
  fault.opening = (opened) => {
    if (opened === log) rmSync(log, { force: true });
  };
  expect(await library.open(id)).toEqual({ is: 'gone' });
});

test('a log that may not be read keeps no other from being listed', async () => {
  const other = join(home, 'logs', sample.replace('d27f', 'a27f'));
  copyFileSync(log, other);
  refuse(other);
  await onlyId();
  expect(troubles()).toEqual([`${other}: EACCES: permission denied, open '${other}'`]);
});
