import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/replay/index.ts';

describe('createManualClock', () => {
  it('calls back at the due moments in order, including callbacks scheduled on the way', () => {
    const clock = createManualClock(100);
    const calls: string[] = [];
    clock.schedule(() => calls.push(`b ${clock.now()}`), 20);
    clock.schedule(() => {
      calls.push(`a ${clock.now()}`);
      clock.schedule(() => calls.push(`c ${clock.now()}`), 15);
    }, 10);
    clock.advance(30);
    expect(calls).toEqual(['a 110', 'b 120', 'c 125']);
    expect(clock.now()).toBe(130);
    expect(clock.pending()).toBe(0);
  });

  it('does not call back what was cancelled or is not due', () => {
    const clock = createManualClock();
    const calls: string[] = [];
    const cancel = clock.schedule(() => calls.push('cancelled'), 5);
    clock.schedule(() => calls.push('later'), 50);
    cancel();
    clock.advance(49);
    expect(calls).toEqual([]);
    expect(clock.pending()).toBe(1);
  });
});
