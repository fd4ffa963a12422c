import { expect, test } from 'vitest';
import { folderName, folderNames, relativePath, splitPath } from '../../../src/components/shared/PathText.tsx';

test('a folder is named by the last part of its path, and by more parts where others have the same name', () => {
  const paths = ['/srv/oil/api', '/srv/gas/api', '/srv/web', 'C:\\work\\shop', '/'];
  expect(paths.map((path) => folderNames(paths).get(path))).toEqual(['oil/api', 'gas/api', 'web', 'shop', '/']);
});

test('folders that differ only far from their ends keep the same short name', () => {
  const paths = ['/a/1/2/3/4', '/b/1/2/3/4'];
  expect([...folderNames(paths).values()]).toEqual(['1/2/3/4', '1/2/3/4']);
});

test.each([
  ['/srv/oil/', 'oil'],
  ['oil', 'oil'],
  ['', ''],
])('%j is called %j', (path, name) => expect(folderName(path)).toBe(name));

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
