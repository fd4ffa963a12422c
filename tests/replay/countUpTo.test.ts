import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, countUpTo } from '../../src/replay/countUpTo.ts';

const ascending = fc.array(fc.integer({ min: -9, max: 9 })).map((list) => list.sort((a, b) => a - b));
const value = fc.integer({ min: -10, max: 10 });

describe('counting in an ascending list', () => {
  it('counts what a linear scan counts', () => {
    fc.assert(
      fc.property(ascending, value, (list, wanted) => {
        expect(countUpTo(list, wanted)).toBe(list.filter((each) => each <= wanted).length);
        expect(countBelow(list, wanted)).toBe(list.filter((each) => each < wanted).length);
      }),
    );
  });
});
