import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestRising, longestRisingInSteps } from '../../src/session/internal.ts';

/** The length by the plain definition: for each value the longest run that ends there. */
function slowLength(values: readonly number[], equal: boolean): number {
  const lengths: number[] = [];
  for (const [at, value] of values.entries()) {
    const before = lengths.filter((_, n) => (values[n] as number) < value || (equal && values[n] === value));
    lengths[at] = Number.isNaN(value) ? 0 : Math.max(0, ...before) + 1;
  }
  return Math.max(0, ...lengths);
}

it('finds ascending positions, as many as possible', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(Number.NaN))),
      fc.boolean(),
      (values, equal) => {
        const run = longestRising(values, { equal });
        expect(run).toHaveLength(slowLength(values, equal));
        for (const [n, at] of run.entries()) {
          const previous = run[n - 1];
          if (previous === undefined) continue;
          expect(at).toBeGreaterThan(previous);
          const [low, high] = [values[previous] as number, values[at] as number];
          expect(equal ? low <= high : low < high).toBe(true);
        }
      },
    ),
  );
});

it('pauses at regular intervals without changing the result', () => {
  const values = [5, 1, 4, 2, 3, 9, 0];
  const steps = longestRisingInSteps(values, { valuesAStep: 2 });
  let rests = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) rests += 1;
  expect(rests).toBe(4);
  expect(step.value).toEqual(longestRising(values));
  expect(step.value.map((at) => values[at])).toEqual([1, 2, 3, 9]);
});
