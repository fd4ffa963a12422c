import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFollowedLogs } from '../../../scripts/serve/createFollowedLogs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the four logs opened last are followed', () => {
  const followed = createFollowedLogs();
  for (const log of ['a', 'b', 'c', 'd', 'a', 'e']) followed.add(log);
  expect([...followed]).toEqual(['c', 'd', 'a', 'e']);
  expect([followed.has('a'), followed.has('b')]).toEqual([true, false]);
});

test('a log rests three times as long as the work for it took, also where the work failed', async () => {
  const followed = createFollowedLogs();
  const work = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw new Error('torn');
  });
  const first = expect(followed.workFor('a', work)).rejects.toThrow('torn');
  await followed.workFor('a', work);
  await vi.advanceTimersByTimeAsync(100);
  await first;
  await vi.advanceTimersByTimeAsync(290);
  await followed.workFor('a', work);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  followed.workFor('a', work).catch(() => undefined);
  expect(work).toHaveBeenCalledTimes(2);
});
