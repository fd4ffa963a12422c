import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeenTable } from '../../../src/session/links/seenTable.ts';

describe('createSeenTable', () => {
  it('remembers for each fingerprint the last two calls that showed it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(3)), { maxLength: 400 }), (shown) => {
        const table = createSeenTable();
        const expected = new Map<number, number[]>();
        for (const [n, [fingerprint]] of shown.entries()) {
          table.show(table.slotOf(fingerprint), n);
          expected.set(fingerprint, [n, ...(expected.get(fingerprint) ?? [])]);
        }
        for (const [fingerprint, calls] of expected) {
          const slot = table.slotOf(fingerprint);
          expect([table.shown(slot), table.shownBefore(slot)]).toEqual([calls[0], calls[1] ?? -1]);
          expect(table.timesShown(slot)).toBe(Math.min(255, calls.length));
        }
      }),
    );
  });

  it('keeps its entries while it grows', () => {
    const table = createSeenTable();
    for (let n = 1; n <= 20_000; n += 1) table.show(table.slotOf(n * 2_654_435_761), n);
    for (const n of [1, 777, 19_999]) expect(table.shown(table.slotOf(n * 2_654_435_761))).toBe(n);
  });

  it('records what the agent itself said before a call showed it', () => {
    const table = createSeenTable();
    const slot = table.slotOf(7);
    table.use(slot, 3, 300);
    expect(table.timesUsed(slot)).toBe(255);
    table.show(slot, 4);
    expect(table.isKnown(slot)).toBe(true);
    expect(table.timesUsed(slot)).toBe(0);
  });
});
