import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTokens } from '../../stories/foundation/readTokens.ts';

test.each(['colors', 'tokens', 'rowSizes'])('every token of %s.css is on its page exactly once', (name) => {
  const sheet = readFileSync(`src/components/theme/${name}.css`, 'utf8');
  const read = readTokens(sheet).flatMap(({ tokens }) => tokens);
  const named = new Set([...sheet.matchAll(/^\s*(--ark-[\w-]+):/gm)].map(([, each]) => each));
  expect(new Set(read.map((token) => token.name))).toEqual(new Set([...named].filter((each) => each !== undefined)));
  expect(read.length).toBe(named.size);
  expect(read.filter(({ value }) => value === '')).toEqual([]);
});

test('comments give the purpose of each group', () => {
  const [first, second] = readTokens(
    ':where(:root) {\n  /* Space */\n  --ark-a: 4px;\n\n  --ark-b:\n    x,\n    y;\n}',
  );
  expect(first).toEqual({ about: 'Space', tokens: [{ name: '--ark-a', value: '4px' }] });
  expect(second).toEqual({ about: '', tokens: [{ name: '--ark-b', value: 'x, y' }] });
});
