import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapAtOnce } from '../../../scripts/etl/mapAtOnce.ts';

test('mapAtOnce gives results in order, of so many at the same time', async () => {
  let [now, most] = [0, 0];
  const results = await mapAtOnce([5, 1, 4, 2, 3], 2, async (turns) => {
    now += 1;
    most = Math.max(most, now);
    for (let passed = 0; passed < turns; passed += 1) await turn();
    now -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test('mapAtOnce begins nothing after a failure, and rejects once what was begun has ended', async () => {
  const ended: number[] = [];
  const mapped = mapAtOnce([1, 2, 3, 4], 2, async (value) => {
    if (value === 2) throw new Error('two failed');
    for (let passed = 0; passed < 5; passed += 1) await turn();
    ended.push(value);
  });
  await expect(mapped).rejects.toThrow('two failed');
  expect(ended).toEqual([1]);
});
