import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steadyTimes } from '../../src/replay/times.ts';

function steadied(times: readonly number[], fallback = 0): number[] {
  const result = Float64Array.from(times);
  steadyTimes(result, fallback);
  return [...result];
}

describe('steadyTimes', () => {
  it('keeps ascending times', () => {
    expect(steadied([1, 2, 2, 5])).toEqual([1, 2, 2, 5]);
  });

  it('gives an item without a time its predecessor’s, and items before the first known time that time', () => {
    expect(steadied([Number.NaN, 3, Number.NaN, 4])).toEqual([3, 3, 3, 4]);
  });

  it('uses the fallback if no time is known', () => {
    expect(steadied([Number.NaN, Number.NaN], 7)).toEqual([7, 7]);
  });

  it('moves one item from the future, not all that follow it', () => {
    expect(steadied([1, 2, 9999, 3, 4])).toEqual([1, 2, 3, 3, 4]);
  });

  it('moves one item from the past, not all before it', () => {
    expect(steadied([10, 11, -500, 12])).toEqual([10, 11, 11, 12]);
  });

  it('trusts the longer part when a clock is set back', () => {
    expect(steadied([100, 101, 10, 11, 12])).toEqual([10, 10, 10, 11, 12]);
  });

  it('gives ascending times with the fewest moves, and moves none of an ascending list', () => {
    const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(Number.NaN)), { maxLength: 12 });
    fc.assert(
      fc.property(times, (list) => {
        const result = steadied(list);
        expect(result).toEqual(result.toSorted((a, b) => a - b));
        const known = list.filter((time) => !Number.isNaN(time));
        const kept = list.filter((time, i) => time === result[i]).length;
        expect(kept).toBeGreaterThanOrEqual(longestByTrial(known));
      }),
    );
  });
});

/** The length of the longest ascending subsequence, by trying each way. */
function longestByTrial([first, ...rest]: readonly number[], floor = Number.NEGATIVE_INFINITY): number {
  if (first === undefined) return 0;
  const without = longestByTrial(rest, floor);
  return first < floor ? without : Math.max(without, 1 + longestByTrial(rest, first));
}
