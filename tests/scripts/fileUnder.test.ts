import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileUnder } from '../../scripts/fileUnder.ts';

const root = mkdtempSync(join(tmpdir(), 'agent-replay-'));
const folder = join(root, 'served');
mkdirSync(folder);
writeFileSync(join(folder, 'index.html'), '');
writeFileSync(join(folder, '潮 汐.json'), '');
writeFileSync(join(root, 'secret.txt'), '');
symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
symlinkSync(root, join(folder, 'up'));
symlinkSync(join(folder, 'index.html'), join(folder, 'again.html'));
symlinkSync(folder, join(root, 'linked'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['/', 'index.html'],
  ['/?x=1', 'index.html'],
  ['/%E6%BD%AE%20%E6%B1%90.json', '潮 汐.json'],
])('fileUnder finds the file of %s', (url, name) => expect(fileUnder(folder, url)).toBe(join(folder, name)));

test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/none', '/%', '/%E6', '/%00', '//'])(
  'fileUnder finds no file for %s',
  (url) => expect(fileUnder(folder, url)).toBeUndefined(),
);

test.each(['/link.txt', '/up/secret.txt', '/again.html'])('fileUnder refuses %s: it is a link', (url) =>
  expect(fileUnder(folder, url)).toBeUndefined(),
);

test('fileUnder serves a folder that is itself reached by a link', () =>
  expect(fileUnder(join(root, 'linked'), '/')).toBe(join(root, 'linked', 'index.html')));
