import { expect, test } from 'vitest';
import { differenceAt, stepDifference } from '../../../src/components/session-compare/SessionCompare.tsx';

const differences = [2, 5, 9];

test.each([
  [0, 1, 2],
  [2, 1, 5],
  [9, 1, 2],
  [5, -1, 2],
  [7, -1, 5],
  [2, -1, 9],
] as const)('a step from row %d by %d leads to row %d', (row, by, to) => {
  expect(stepDifference(differences, row, by)).toBe(to);
});

test('leads nowhere if there are no differences', () => {
  expect([stepDifference([], 3, 1), stepDifference([], 3, -1)]).toEqual([undefined, undefined]);
});

test('differences are counted from 1; a row that is no difference counts 0', () => {
  expect([2, 9, 3].map((row) => differenceAt(differences, row))).toEqual([1, 3, 0]);
});
