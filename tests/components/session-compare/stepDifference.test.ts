import { expect, test } from 'vitest';
import { differenceAt, stepDifference } from '../../../src/components/session-compare/CompareFrame.tsx';

const differences = [2, 5, 9];

test.each([
  [0, 1, 2],
  [2, 1, 5],
  [9, 1, 2],
  [5, -1, 2],
  [7, -1, 5],
  [2, -1, 9],
] as const)('from row %d by %d goes to row %d', (row, by, to) => {
  expect(stepDifference(differences, row, by)).toBe(to);
});

test('where there is none, there is nowhere to go', () => {
  expect([stepDifference([], 3, 1), stepDifference([], 3, -1)]).toEqual([undefined, undefined]);
});

test('differences are counted from one; a row that is none is at none', () => {
  expect([2, 9, 3].map((row) => differenceAt(differences, row))).toEqual([1, 3, 0]);
});
