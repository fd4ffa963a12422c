import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSystemClock } from '../../src/replay/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('createSystemClock', () => {
  it('calls back after the delay, unless it is cancelled', () => {
    vi.useFakeTimers();
    const clock = createSystemClock();
    const calls: string[] = [];
    clock.schedule(() => calls.push('kept'), 1000);
    const cancel = clock.schedule(() => calls.push('cancelled'), 1000);
    cancel();
    const start = clock.now();
    vi.advanceTimersByTime(1000);
    expect(calls).toEqual(['kept']);
    expect(clock.now() - start).toBe(1000);
  });

  it('waits as long as a timer can if the delay is longer, rather than firing at once', () => {
    vi.useFakeTimers();
    const fired = vi.fn();
    createSystemClock().schedule(fired, 40 * 86_400_000);
    vi.advanceTimersByTime(24 * 86_400_000);
    expect(fired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(86_400_000);
    expect(fired).toHaveBeenCalledOnce();
  });
});
