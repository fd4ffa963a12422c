import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PendingCall, PendingCalls } from '../../../src/replay/links/contextLinks.ts';

function pending(index: number, end: number): PendingCall {
  return { item: { index }, end } as PendingCall;
}

it('releases calls in the order in which they end, then began, and none early', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(25), (ends, now) => {
      const calls = new PendingCalls();
      for (const [index, end] of ends.entries()) calls.add(pending(index, end));
      const taken: number[] = [];
      for (let call = calls.takeEnded(now); call !== undefined; call = calls.takeEnded(now))
        taken.push(call.item.index);
      const expected = ends
        .map((end, index) => ({ end, index }))
        .filter(({ end }) => end <= now)
        .sort((a, b) => a.end - b.end || a.index - b.index);
      expect(taken).toEqual(expected.map(({ index }) => index));
    }),
  );
});
