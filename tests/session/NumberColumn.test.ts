import { expect, test } from 'vitest';
import { NumberColumn } from '../../src/session/numberColumn.ts';

test.each([
  ['narrow', 255],
  ['whole', 2 ** 32 - 1],
  ['wide', Number.MAX_SAFE_INTEGER],
] as const)('keeps in a %s column numbers up to %d, and 0 where none was set', (width, most) => {
  const column = new NumberColumn(width);
  for (const index of [0, 32_767, 32_768, 1_000_000]) column.set(index, most);
  expect([0, 1, 32_767, 32_768, 32_769, 1_000_000, 2_000_000].map((index) => column.get(index))).toEqual([
    most,
    0,
    most,
    most,
    0,
    most,
    0,
  ]);
  column.set(0, 7);
  expect(column.get(0)).toBe(7);
});

test('keeps its numbers while its first block grows', () => {
  const column = new NumberColumn();
  for (let index = 0; index < 100_000; index += 1) column.set(index, index + 1);
  expect(Array.from({ length: 100_000 }, (_, index) => column.get(index))).toEqual(
    Array.from({ length: 100_000 }, (_, index) => index + 1),
  );
});
