import { expect, test } from 'vitest';
import { pagesOf, rowAfterKey } from '../../../src/components/shared/rowAfterKey.ts';

const steps = { last: 9, pageFrom: pagesOf(5) };

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
] as const)('the key %s leads from row %d to row %d', (key, from, to) => {
  expect(rowAfterKey(key, from, steps)).toBe(to);
});

test('other keys lead nowhere', () => {
  expect(rowAfterKey('Enter', 5, steps)).toBeUndefined();
});
