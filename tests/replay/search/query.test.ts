import { expect, it } from 'vitest';
import { isWithin, readAmounts } from '../../../src/replay/search/query.ts';

const met = (name: 'duration' | 'tokens', value: string, amounts: readonly number[]): number[] => {
  const range = readAmounts(name, value);
  if (range === undefined || range === 'unreadable') throw new Error(`${value}: ${range}`);
  return amounts.filter((amount) => isWithin(range, amount));
};

it.each([
  ['>30s', [30_001, 90_000]],
  ['>=30s', [30_000, 30_001, 90_000]],
  ['30', [30_000, 30_001, 90_000]],
  ['<30000ms', [0]],
  ['<=0.5m', [0, 30_000]],
  ['=1m30s', [90_000]],
  ['30s..1m', [30_000, 30_001]],
  ['..30s', [0, 30_000]],
  ['1m..', [90_000]],
])('parses the duration %s', (value, expected) => {
  expect(met('duration', value, [0, 30_000, 30_001, 90_000])).toEqual(expected);
});

it.each([
  ['>5k', [5001, 2_000_000]],
  ['5,000', [5000, 5001, 2_000_000]],
  ['1.5m..2m', [2_000_000]],
  ['<5k', [10]],
])('parses the number of tokens %s', (value, expected) => {
  expect(met('tokens', value, [10, 5000, 5001, 2_000_000])).toEqual(expected);
});

it('has no effect before there is an amount, and reports what is none', () => {
  for (const begun of ['', '>', '<=', '=']) expect(readAmounts('duration', begun)).toBeUndefined();
  for (const wrong of ['soon', '3 s', '30parsecs', '1..2..3', '>1s..2s', '-3s', '5k'])
    expect(readAmounts('duration', wrong)).toBe('unreadable');
});
