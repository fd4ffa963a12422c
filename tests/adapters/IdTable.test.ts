import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from '../../src/adapters/idTable.ts';

test('numbers ids in order of first appearance, as a map would', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 400 }), (ids) => {
      const table = new IdTable();
      const numbers = new Map<string, number>();
      for (const id of ids) {
        expect(table.find(id)).toBe(numbers.get(id));
        if (!numbers.has(id)) numbers.set(id, numbers.size);
        expect(table.add(id)).toBe(numbers.get(id));
        expect(table.size).toBe(numbers.size);
      }
      for (const [id, number] of numbers) expect(table.find(id)).toBe(number);
    }),
  );
});

test('distinguishes a hundred thousand similar ids', () => {
  const table = new IdTable();
  for (let at = 0; at < 100_000; at += 1) expect(table.add(`toolu_${at}`)).toBe(at);
  expect(table.find('toolu_99999')).toBe(99_999);
  expect(table.find('toolu_100000')).toBeUndefined();
});
