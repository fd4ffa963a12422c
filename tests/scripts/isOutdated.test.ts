import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isOutdated } from '../../scripts/isOutdated.ts';

const root = mkdtempSync(join(tmpdir(), 'outdated-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (path: string, at: number): void => {
  writeFileSync(join(root, path), '');
  utimesSync(join(root, path), at, at);
};

test('what is missing, or older than a source below a folder, is outdated', () => {
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  write('src/deep/a.ts', 1000);
  for (const folder of ['src', 'src/deep']) utimesSync(join(root, folder), 1000, 1000);
  const made = join(root, 'made');
  expect(isOutdated(made, root, ['src'])).toBe(true);
  write('made', 2000);
  expect(isOutdated(made, root, ['src'])).toBe(false);
  write('src/deep/a.ts', 3000);
  expect(isOutdated(made, root, ['src'])).toBe(true);
});
