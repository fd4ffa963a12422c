import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachCell } from '../../../src/replay/lanes/laneRow.ts';

const begins = fc
  .array(fc.integer({ min: 0, max: 4000 }), { maxLength: 300 })
  .map((list) => Float64Array.from(list.sort((a, b) => a - b)));

test('visits everything that begins in one cell together, and everything once', () => {
  fc.assert(
    fc.property(begins, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 4000 }), (list, cell, until) => {
      const visited: number[] = [];
      const cells: number[] = [];
      eachCell(list, 0, until, cell, (first, last) => {
        const at = Math.floor((list[first] as number) / cell);
        cells.push(at);
        for (let n = first; n <= last; n += 1) {
          visited.push(n);
          expect(Math.floor((list[n] as number) / cell)).toBe(at);
        }
      });
      expect(new Set(cells).size).toBe(cells.length);
      expect(visited).toEqual(visited.map((_, n) => n));
      const seen = list.filter((at) => at <= until).length;
      expect(visited.length).toBeGreaterThanOrEqual(seen);
      expect(cells.length).toBeLessThanOrEqual(Math.floor(until / cell) + 1);
    }),
  );
});

test('groups independently of where the view begins', () => {
  const list = Float64Array.from({ length: 1000 }, (_, n) => n * 7);
  const groups = (first: number): string[] => {
    const found: string[] = [];
    eachCell(list, first, 7000, 40, (from, to) => found.push(`${from}-${to}`));
    return found;
  };
  const whole = groups(0);
  expect(groups(300).slice(1)).toEqual(whole.slice(-(groups(300).length - 1)));
});
