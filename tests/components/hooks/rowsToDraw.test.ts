import { expect, test } from 'vitest';
import { rowsToDraw } from '../../../src/components/hooks/useRowsInView.ts';

test('the focused row is always drawn, exactly once, and rows keep their order', () => {
  expect(rowsToDraw({ first: 3, last: 5 }, 4, 10)).toEqual([3, 4, 5]);
  expect(rowsToDraw({ first: 3, last: 5 }, 0, 10)).toEqual([0, 3, 4, 5]);
  expect(rowsToDraw({ first: 3, last: 5 }, 9, 10)).toEqual([3, 4, 5, 9]);
});

test('a row that does not exist is not drawn', () => {
  expect(rowsToDraw({ first: 3, last: 5 }, -1, 10)).toEqual([3, 4, 5]);
  expect(rowsToDraw({ first: 3, last: 5 }, 12, 10)).toEqual([3, 4, 5]);
  expect(rowsToDraw({ first: 0, last: -1 }, 0, 0)).toEqual([]);
});
