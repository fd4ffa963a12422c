import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/replay/times.ts';
import { toMillis } from '../../src/session/index.ts';

describe('parseTime', () => {
  it('agrees with Date for every time of the years 0 to 9999', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') }),
        (date) => {
          expect(parseTime(date.toISOString())).toBe(date.getTime());
        },
      ),
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

  it('agrees with toMillis for every form of ISO 8601', () => {
    const upTo = (max: number, width = 2) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(width, '0'));
    const parts = fc.tuple(
      ...[upTo(9999, 4), upTo(13), upTo(32), fc.constantFrom('T', ' '), upTo(25), upTo(61)],
      fc.oneof(
        fc.constant(''),
        upTo(61).map((second) => `:${second}`),
      ),
      fc
        .constantFrom('', '.', ',')
        .chain((mark) => (mark === '' ? fc.constant('') : upTo(9999, 4).map((n) => mark + n))),
      fc.constantFrom('', 'Z', '+08:00', '-0530', ' '),
    );
    const text = parts.map(([y, m, d, t, h, min, s, f, z]) => `${y}-${m}-${d}${t}${h}:${min}${s}${f}${z}`);
    fc.assert(
      fc.property(text, (time) => {
        expect(parseTime(time)).toBe(toMillis(time) ?? Number.NaN);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['', 'yesterday', 'Jan 1 2020', '2026-13-01T00:00:00Z', '2026-01-25T99:00:00Z', '2026-01-2xT10:00:00Z'])(
    'gives NaN for %j',
    (text) => {
      expect(parseTime(text)).toBeNaN();
    },
  );
});
