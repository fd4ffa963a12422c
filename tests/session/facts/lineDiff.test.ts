import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from '../../../src/session/facts/lineDiff.ts';

const drawn = (before: string, after: string): string[] =>
  lineDiff([...before], [...after]).map(({ sign, text }) => `${sign}${text}`);

test.each([
  ['', '', []],
  ['ab', 'ab', [' a', ' b']],
  ['', 'a', ['+a']],
  ['a', '', ['-a']],
  ['abc', 'axc', [' a', '-b', '+x', ' c']],
  ['abcabba', 'cbabac', ['-a', '-b', ' c', '-a', ' b', '+a', ' b', ' a', '+c']],
])('computes the difference from %j to %j', (before, after, lines) => {
  expect(drawn(before, after)).toEqual(lines);
});

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

test('makes the old text of kept and removed lines, and the new text of kept and added ones', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      expect(lines.filter(({ sign }) => sign !== '+').map((line) => line.text)).toEqual(before);
      expect(lines.filter(({ sign }) => sign !== '-').map((line) => line.text)).toEqual(after);
    }),
  );
});

/** Length of the longest common subsequence, the slow and certain way. */
function common(before: readonly string[], after: readonly string[]): number {
  let last = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, at) => {
      next.push(line === other ? (last[at] ?? 0) + 1 : Math.max(last[at + 1] ?? 0, next[at] ?? 0));
    });
    last = next;
  }
  return last.at(-1) ?? 0;
}

test('finds a shortest difference', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(lineDiff(before, after).filter(({ sign }) => sign === ' ')).toHaveLength(common(before, after));
    }),
  );
});

test('replaces one text by the other where they have nothing in common', () => {
  const before = Array.from({ length: 3000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 3000 }, (_, at) => `new ${at}`);
  const signs = lineDiff(before, after).map(({ sign }) => sign);
  expect(signs.slice(0, 3000).every((sign) => sign === '-')).toBe(true);
  expect(signs.slice(3000).every((sign) => sign === '+')).toBe(true);
});
