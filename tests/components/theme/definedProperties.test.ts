import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../src');
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
const namesIn = (texts: readonly string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

it('every custom property in use is set by a style sheet or a component', () => {
  const sheets = read('**/*.css');
  const set = new Set([
    ...namesIn(sheets, /(--ark-[\w-]+)\s*:/g),
    ...namesIn(read('**/*.{ts,tsx}'), /['"`](--ark-[\w-]+)/g),
  ]);
  const used = namesIn(sheets, /var\(\s*(--ark-[\w-]+)\s*\)/g);
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});
