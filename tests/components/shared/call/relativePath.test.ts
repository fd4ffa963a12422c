import { expect, test } from 'vitest';
import { relativePath, splitPath } from '../../../../src/components/shared/call/relativePath.ts';

test.each([
  ['/home/mara/tidewatch/src/a.ts', '/home/mara/tidewatch', 'src/a.ts'],
  ['/home/mara/tidewatch/src/a.ts', '/home/mara/tidewatch/', 'src/a.ts'],
  ['/home/mara/tidewatch', '/home/mara/tidewatch', '.'],
  ['/home/mara/tidewatch-old/a.ts', '/home/mara/tidewatch', '~/tidewatch-old/a.ts'],
  ['/Users/mara/a.ts', undefined, '~/a.ts'],
  ['/home/mara', undefined, '~'],
  ['/root/a', undefined, '~/a'],
  ['/rooted/a', undefined, '/rooted/a'],
  ['C:\\Users\\Mara\\src\\a.ts', 'C:\\Users\\Mara\\src', 'a.ts'],
  ['C:\\Users\\Mara\\a.ts', undefined, '~\\a.ts'],
  ['/home/[REDACTED:user]/a.ts', undefined, '~/a.ts'],
  ['src/a.ts', '/home/mara', 'src/a.ts'],
  ['/etc/hosts', '', '/etc/hosts'],
])('the path %s in %s is shown as %s', (path, cwd, text) => {
  expect(relativePath(path, cwd)).toBe(text);
});

test.each([
  ['src/a.ts', { folder: 'src/', name: 'a.ts' }],
  ['a.ts', { folder: '', name: 'a.ts' }],
  ['src/stations/', { folder: 'src/', name: 'stations/' }],
  ['a\\b.ts', { folder: 'a\\', name: 'b.ts' }],
  ['/', { folder: '', name: '/' }],
  ['', { folder: '', name: '' }],
])('the path %s splits into %o', (path, parts) => {
  expect(splitPath(path)).toEqual(parts);
});
