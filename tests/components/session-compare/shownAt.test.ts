import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownAt } from '../../../src/components/session-compare/useCompareRows.ts';

test('a hidden row is replaced by the next shown one, else by the last', () => {
  const ascending = fc.uniqueArray(fc.nat({ max: 50 })).map((rows) => rows.sort((a, b) => a - b));
  fc.assert(
    fc.property(ascending, fc.nat({ max: 60 }), (rows, row) => {
      const next = rows.findIndex((each) => each >= row);
      expect(shownAt(rows, row)).toBe(next === -1 ? rows.length - 1 : next);
    }),
  );
});
