import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packRows } from '../../../src/replay/lanes/layoutLanes.ts';

const ranges = fc
  .array(fc.record({ from: fc.integer({ min: 0, max: 60 }), lasts: fc.integer({ min: 0, max: 12 }) }), {
    maxLength: 60,
  })
  .map((list) => list.sort((a, b) => a.from - b.from));

const pack = (list: readonly { from: number; lasts: number }[]) =>
  packRows(
    Float64Array.from(list, ({ from }) => from),
    Float64Array.from(list, ({ from, lasts }) => from + lasts),
  );

test('puts overlapping calls into separate rows, and the next call into the first free row', () => {
  const { rowOf, rows } = pack([
    { from: 0, lasts: 10 },
    { from: 2, lasts: 2 },
    { from: 3, lasts: 9 },
    { from: 4, lasts: 1 },
    { from: 10, lasts: 5 },
  ]);
  expect([...rowOf]).toEqual([0, 1, 2, 1, 0]);
  expect(rows).toBe(3);
});

test('overlaps no ranges, and uses no more rows than ranges at once', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const { rowOf, rows } = pack(list);
      const until: number[] = [];
      let most = 0;
      for (const [n, { from, lasts }] of list.entries()) {
        const row = rowOf[n] as number;
        const free = until.findIndex((end) => end <= from);
        expect(row).toBe(free < 0 ? until.length : free);
        until[row] = from + lasts;
        most = Math.max(most, until.filter((end) => end > from).length);
      }
      expect(rows).toBe(until.length);
      expect(rows).toBeLessThanOrEqual(Math.max(most + 1, 0));
    }),
  );
});

test('packs hundreds of overlapping ranges like a few', () => {
  const at = (n: number) => ({ from: n, lasts: 1000 - ((n * 7) % 500) });
  const list = Array.from({ length: 900 }, (_, n) => at(n));
  const { rowOf, rows } = pack(list);
  const until: number[] = [];
  for (const [n, { from, lasts }] of list.entries()) {
    const free = until.findIndex((end) => end <= from);
    expect(rowOf[n]).toBe(free < 0 ? until.length : free);
    until[rowOf[n] as number] = from + lasts;
  }
  expect(rows).toBeGreaterThan(300);
});
