import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLooks } from '../../../scripts/serve/createLooks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Looks that each take so many milliseconds. */
function timedLooks(tookMs: number, failed: (error: unknown) => void = () => undefined) {
  const look = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, tookMs)));
  return { look, looks: createLooks(look, failed) };
}

test('a look that is asked for while one goes on is that one', async () => {
  const { look, looks } = timedLooks(10);
  const both = Promise.all([looks.now(), looks.now()]);
  expect(looks.running).toBeDefined();
  await vi.advanceTimersByTimeAsync(10);
  await both;
  expect(look).toHaveBeenCalledTimes(1);
  expect([looks.running, looks.endedAt]).toEqual([undefined, Date.now()]);
});

test('a look that may wait begins nine times as long after the last one as that took', async () => {
  const { look, looks } = timedLooks(100);
  void looks.now();
  await vi.advanceTimersByTimeAsync(100);
  looks.soon();
  looks.soon();
  await vi.advanceTimersByTimeAsync(890);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(look).toHaveBeenCalledTimes(2);
});

test('a look that is still to come can be called off, and one that fails is reported', async () => {
  const failed = vi.fn();
  const looks = createLooks(() => Promise.reject(new Error('no disk')), failed);
  looks.soon();
  looks.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).not.toHaveBeenCalled();
  await expect(looks.now()).rejects.toThrow('no disk');
  expect(looks.running).toBeUndefined();
});
