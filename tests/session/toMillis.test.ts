import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIso, toMillis } from '../../src/session/index.ts';

describe('toMillis', () => {
  it('reads what toIso writes, on any day', () => {
    const time = fc.integer({ min: Date.parse('0000-01-01'), max: Date.parse('9999-12-31') });
    fc.assert(fc.property(time, (millis) => toMillis(toIso(millis)) === millis));
  });

  it.each([
    '2026-03-01T23:59:59.999Z',
    '2026-03-01T24:00:00.000Z',
    '2026-03-01T12:60:00.000Z',
    '2026-03-01T12:00:60.000Z',
    '2026-03-01T12:00:0x.000Z',
    '2026-03-01T12:00:00,000Z',
    '2026-03-01T12-00-00.000Z',
    '2026-03-01T-1:00:00.000Z',
  ])('reads %s the same, whether or not the previous time was of the same day', (time) => {
    toIso(0);
    const afresh = toMillis(time);
    toIso(Date.parse('2026-03-01T00:00:00.000Z'));
    expect(toMillis(time)).toBe(afresh);
  });
});
