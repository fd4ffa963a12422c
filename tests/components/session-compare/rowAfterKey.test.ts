import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowAfterKey, shownAt } from '../../../src/components/session-compare/compareRows.ts';

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 8],
  ['PageDown', 7, 9],
  ['PageUp', 7, 2],
  ['PageUp', 2, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
] as const)('%s from row %d goes to row %d', (key, from, to) => {
  expect(rowAfterKey(key, from, 9, 5)).toBe(to);
});

test('a row that is left out gives way to the next one shown, else to the last', () => {
  const ascending = fc.uniqueArray(fc.nat({ max: 50 })).map((rows) => rows.sort((a, b) => a - b));
  fc.assert(
    fc.property(ascending, fc.nat({ max: 60 }), (rows, row) => {
      const next = rows.findIndex((each) => each >= row);
      expect(shownAt(rows, row)).toBe(next === -1 ? rows.length - 1 : next);
    }),
  );
});
