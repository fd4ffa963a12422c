import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsThatFit } from '../../../src/components/timeline-lanes/draw/axis.ts';

const room = { from: 0, to: 1000 };
const wishes = fc
  .array(
    fc.record({
      from: fc.integer({ min: -100, max: 1100 }),
      width: fc.integer({ min: 1, max: 90 }),
      rank: fc.nat({ max: 2 }),
    }),
    { maxLength: 80 },
  )
  .map((list) =>
    list.map(({ from, width, rank }) => ({ from, to: from + width, rank })).sort((a, b) => a.from - b.from),
  );

test('placed labels never overlap, and lie inside the width', () => {
  fc.assert(
    fc.property(wishes, fc.integer({ min: 0, max: 30 }), (list, apart) => {
      const playState = labelsThatFit(list, apart, room).map((n) => list[n] as (typeof list)[number]);
      for (const [n, { from, to }] of playState.entries()) {
        expect(from).toBeGreaterThanOrEqual(room.from);
        expect(to).toBeLessThanOrEqual(room.to);
        const before = playState[n - 1];
        if (before !== undefined) expect(from - before.to).toBeGreaterThanOrEqual(apart);
      }
    }),
  );
});

test('no label is left out if there is room for it', () => {
  fc.assert(
    fc.property(wishes, fc.integer({ min: 0, max: 30 }), (list, apart) => {
      const playState = new Set(labelsThatFit(list, apart, room));
      for (const [n, { from, to }] of list.entries()) {
        if (playState.has(n) || from < room.from || to > room.to) continue;
        const inTheWay = [...playState].some((other) => {
          const wish = list[other] as (typeof list)[number];
          return wish.from - to < apart && from - wish.to < apart;
        });
        expect(inTheWay).toBe(true);
      }
    }),
  );
});

test('a lower rank takes precedence, wherever its label is', () => {
  const list = [
    { from: 0, to: 50, rank: 1 },
    { from: 40, to: 90, rank: 0 },
    { from: 100, to: 150, rank: 1 },
    { from: 145, to: 190, rank: 0 },
    { from: 210, to: 250, rank: 1 },
  ];
  expect(labelsThatFit(list, 5, room)).toEqual([1, 3, 4]);
});
