import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../../scripts/etl/makeFolder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusalOf = (path: string): string => {
  try {
    makeFolder(path);
    return 'made';
  } catch (error) {
    const { code, syscall, path: at } = error as NodeJS.ErrnoException;
    return `${code} ${syscall} ${at}`;
  }
};

it('makes a folder with those above it, and leaves one that is there', () => {
  const path = join(folder, 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('says what the system answers where a file stands', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(refusalOf(file)).toBe(`EEXIST mkdir ${file}`);
  expect(refusalOf(join(file, 'a'))).toMatch(/^ENOTDIR mkdir /);
});

it('makes nothing behind a link that leads nowhere', () => {
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'gone'), link);
  expect(refusalOf(join(link, 'a'))).toBe(`EEXIST mkdir ${link}`);
  expect(existsSync(join(folder, 'gone'))).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'ends where the system says that nothing is there though the folder above is',
  () => {
    expect(refusalOf('/proc/nope')).toBe('ENOENT mkdir /proc/nope');
    expect(refusalOf('/proc/nope/deeper')).toBe('ENOENT mkdir /proc/nope');
  },
);
