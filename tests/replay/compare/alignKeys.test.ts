import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignKeys, alignWindow, findAnchors } from '../../../src/replay/compare/alignKeys.ts';
import type { KeySequence } from '../../../src/replay/compare/itemKeys.ts';
import { finish } from '../../../src/replay/slices.ts';

/** The keys of words: `a1` is input 1 of subject a. */
function keysOf(words: readonly string[]): KeySequence {
  const code = (word: string): number => word.charCodeAt(0);
  return {
    length: words.length,
    exact: Int32Array.from(words, (word) => code(word) * 1_000_000 + Number(word.slice(1))),
    subject: Int32Array.from(words, code),
    weight: new Uint8Array(words.length).fill(2),
  };
}
const align = (left: readonly string[], right: readonly string[]): number[] => [
  ...finish(alignKeys(keysOf(left), keysOf(right))),
];
const words = (text: string): string[] => text.split(' ');

describe('aligning short sequences', () => {
  test.each([
    ['a1 b1 c1', 'a1 b1 c1', [0, 1, 2]],
    ['a1 b1 c1', 'a1 c1', [0, -1, 1]],
    ['a1 b1 c1', 'a1 b2 c1', [0, 1, 2]],
    ['a1 b1', 'c1 d1', [-1, -1]],
    // The one with the same input, not the first one of the kind.
    ['a1', 'a2 a1 a3', [1]],
    ['a1 a1', 'a1', [0, -1]],
  ])('pairs %s with %s', (left, right, partners) => {
    expect(align(words(left), words(right))).toEqual(partners);
  });

  test('pairs nothing where both are empty', () => {
    expect(align([], [])).toEqual([]);
    expect(align(['a1'], [])).toEqual([-1]);
  });
});

const sequence = fc.array(fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1'), { maxLength: 9 });

/** The best score there is, by trying everything. */
function bestScore(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  return right.reduce(
    (best, word, at) => {
      const score = word === first ? 10 : word[0] === first[0] ? 6 : undefined;
      return score === undefined ? best : Math.max(best, score + bestScore(rest, right.slice(at + 1)));
    },
    bestScore(rest, right),
  );
}

test('finds a best alignment of short sequences', () => {
  fc.assert(
    fc.property(sequence, sequence, (left, right) => {
      const score = align(left, right).reduce(
        (sum, partner, at) => (partner < 0 ? sum : sum + (left[at] === right[partner] ? 10 : 6)),
        0,
      );
      expect(score).toBe(bestScore(left, right));
    }),
  );
});

test('pairs nothing outside of the window', () => {
  const [a, b] = [keysOf(words('a1 a1 a1 a1')), keysOf(words('a1 a1 a1 a1'))];
  const found: [number, number][] = [];
  alignWindow(a, b, { left: 1, leftEnd: 3, right: 2, rightEnd: 3 }, (...pair) => found.push(pair));
  expect(found).toEqual([[1, 2]]);
});

test('finds as anchors the keys that occur once, or equally often, and ascend on both sides', () => {
  const [a, b] = [keysOf(words('a1 x1 x1 b1 c1')), keysOf(words('b1 x1 x1 a1 c1'))];
  const whole = { left: 0, leftEnd: 5, right: 0, rightEnd: 5 };
  expect(finish(findAnchors(a.exact, b.exact, whole, false))).toEqual([
    { left: 3, right: 0 },
    { left: 4, right: 4 },
  ]);
  expect(finish(findAnchors(a.exact, b.exact, whole, true))).toEqual([
    { left: 1, right: 1 },
    { left: 2, right: 2 },
    { left: 4, right: 4 },
  ]);
});

/** A long session: so many items, of which each is what `word` makes of its number. */
const long = (count: number, word: (n: number) => string): string[] => Array.from({ length: count }, (_, n) => word(n));
const rises = (partners: readonly number[]): boolean => {
  const paired = partners.filter((partner) => partner >= 0);
  return paired.every((partner, at) => at === 0 || partner > (paired[at - 1] as number));
};

describe('aligning 10,000 keys with 10,000', () => {
  const own = long(10_000, (n) => `${'abcdef'[n % 6]}${n}`);

  test('finds a few changes among unchanged keys', () => {
    const other = [...own.slice(0, 4000), 'z1', 'z2', ...own.slice(4000, 8000), ...own.slice(8100)];
    const partners = align(own, other);
    expect(partners.filter((partner) => partner < 0)).toHaveLength(100);
    expect([partners[3999], partners[4000], partners[8100]]).toEqual([3999, 4002, 8002]);
  });

  test('pairs keys without any anchor piece by piece', () => {
    const left = long(10_000, (n) => `${'ab'[n % 2]}${n % 7}`);
    const right = long(9000, (n) => `${'ba'[n % 2]}${n % 5}`);
    const partners = align(left, right);
    expect(rises(partners)).toBe(true);
    expect(partners.filter((partner) => partner >= 0).length).toBeGreaterThan(7000);
  });

  test('pairs nothing where no key is common', () => {
    expect(
      align(
        own,
        long(10_000, (n) => `x${n}`),
      ).every((partner) => partner < 0),
    ).toBe(true);
  });

  test('pairs reversed keys in one direction or the other', () => {
    expect(rises(align(own, [...own].reverse()))).toBe(true);
  });
});

test('pairs 100,000 keys of the same kind in order, in small steps', () => {
  const left = keysOf(long(100_000, (n) => `a${n}`));
  const right = keysOf(long(100_000, (n) => `a${100_000 + n}`));
  const steps = alignKeys(left, right);
  let count = 0;
  let partners: Int32Array = new Int32Array();
  for (;;) {
    const { done, value } = steps.next();
    count += 1;
    if (done !== true) continue;
    partners = value;
    break;
  }
  // Each piece is a step of its own, so that none looks at more than 512 by 512.
  expect(count).toBeGreaterThan(100_000 / 512);
  expect(rises([...partners])).toBe(true);
  expect(partners.every((partner) => partner >= 0)).toBe(true);
});
