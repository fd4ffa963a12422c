import { expect, test } from 'vitest';
import { folderName, folderNames } from '../../../src/components/shared/folderNames.ts';

test('a folder is called by the last part of its path, and by more where others are called alike', () => {
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
