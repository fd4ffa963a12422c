import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/replay/parseTime.ts';

describe('parseTime', () => {
  it('agrees with Date.parse on every time that a Date can write', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(parseTime(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it.each([
    ['2026-01-25T10:00:00Z', '2026-01-25T10:00:00.000Z'],
    ['2026-01-25T10:00:00.1Z', '2026-01-25T10:00:00.100Z'],
    ['2026-01-25T10:00:00.123456Z', '2026-01-25T10:00:00.123Z'],
    ['2026-01-25T10:00:00', '2026-01-25T10:00:00.000Z'],
    ['2026-01-25 10:00:00.5', '2026-01-25T10:00:00.500Z'],
    ['2026-01-25T10:00:00+08:00', '2026-01-25T02:00:00.000Z'],
    ['2026-01-25T10:00:00.250-05:30', '2026-01-25T15:30:00.250Z'],
    ['2026-01-25T10:00', '2026-01-25T10:00:00.000Z'],
    ['2026-01-25', '2026-01-25T00:00:00.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
  ])('reads %s', (text, utc) => {
    expect(new Date(parseTime(text)).toISOString()).toBe(utc);
  });

  it.each(['', 'yesterday', '2026-13-01T00:00:00Z', '2026-01-25T99:00:00Z', '2026-01-2xT10:00:00Z'])(
    'gives NaN for %j',
    (text) => {
      expect(parseTime(text)).toBeNaN();
    },
  );
});
