import { expect, test } from 'vitest';
import { adapters } from '../../../src/adapters/registry.ts';
import { chineseReasons } from '../../../src/components/import-report/chineseReasons.ts';

test('every reason for which an adapter ignores records has a Chinese name of its own, and no other has', () => {
  const reasons = new Set(adapters.flatMap(({ descriptor }) => Object.keys(descriptor.ignores)));
  expect([...chineseReasons.keys()].sort()).toEqual([...reasons].sort());
  expect(new Set(chineseReasons.values()).size).toBe(chineseReasons.size);
  for (const name of chineseReasons.values()) expect(name).toMatch(/\p{Script=Han}/u);
});
