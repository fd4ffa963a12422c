import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectFiles } from '../../scripts/etl/collectFiles.ts';

const fault = vi.hoisted(() => ({ call: '', code: '' }));

/** The named call fails for every path that ends in `bad.jsonl`; real permissions would not stop the superuser. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const failing =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      if (fault.call === name && String(args[0]).endsWith('bad.jsonl'))
        throw Object.assign(new Error(`${fault.code}: injected`), { code: fault.code });
      return call(...args);
    };
  const faulty = Object.fromEntries(
    (['statSync', 'lstatSync', 'realpathSync', 'readdirSync'] as const).map((name) => [name, failing(name, fs[name])]),
  );
  return { ...fs, ...faulty };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'walk-'));
  mkdirSync(join(folder, 'logs'));
  for (const name of ['bad.jsonl', 'good.jsonl']) writeFileSync(join(folder, 'logs', name), '{}');
});
afterEach(() => {
  fault.call = '';
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['lstatSync', 'EACCES', 'unreadable'],
  ['lstatSync', 'ENOENT', 'not-found'],
  ['realpathSync', 'EACCES', 'unreadable'],
  ['realpathSync', 'ENOENT', 'not-found'],
])('collectFiles, when %s says %s of a file in a folder, reports it and finds the others', (call, code, reason) => {
  Object.assign(fault, { call, code });
  const { files, refused } = collectFiles([join(folder, 'logs')]);
  expect(files.map(({ path }) => basename(path))).toEqual(['good.jsonl']);
  expect(refused).toMatchObject([{ path: join(folder, 'logs/bad.jsonl'), code: reason }]);
});

it.each([
  ['statSync', 'EACCES', 'unreadable'],
  ['statSync', 'ENOENT', 'not-found'],
  ['realpathSync', 'EACCES', 'unreadable'],
])('collectFiles, when %s says %s of a path given to it, reports it and finds the others', (call, code, reason) => {
  Object.assign(fault, { call, code });
  const { files, refused } = collectFiles(['bad.jsonl', 'good.jsonl'].map((name) => join(folder, 'logs', name)));
  expect(files.map(({ path }) => basename(path))).toEqual(['good.jsonl']);
  expect(refused).toMatchObject([{ code: reason }]);
});

it('collectFiles reports a folder that cannot be listed, and finds the rest', () => {
  mkdirSync(join(folder, 'logs/a-bad.jsonl'));
  Object.assign(fault, { call: 'readdirSync', code: 'EACCES' });
  const { files, refused } = collectFiles([join(folder, 'logs')]);
  expect(files.map(({ path }) => basename(path))).toEqual(['bad.jsonl', 'good.jsonl']);
  expect(refused).toMatchObject([{ path: join(folder, 'logs/a-bad.jsonl'), code: 'unreadable' }]);
});
