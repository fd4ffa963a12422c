import { expect, test } from 'vitest';
import { createFormatters } from '../../../src/components/language/formatters.ts';

const format = createFormatters();

test.each([
  [0, '0 ms'],
  [20, '20 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [14_320, '14.3 s'],
  [59_949, '59.9 s'],
  [59_960, '1m 00s'],
  [333_000, '5m 33s'],
  [3_599_400, '59m 59s'],
  [3_599_600, '1:00:00'],
  [4_728_000, '1:18:48'],
  [362_491_000, '100:41:31'],
  [-1, '–'],
  [Number.NaN, '–'],
])('a duration of %d ms is written %s', (ms, text) => {
  expect(format.duration(ms)).toBe(text);
});

test.each([
  [0, '0:00:00'],
  [4_728_999, '1:18:48'],
  [-5000, '−0:00:05'],
  [-400, '0:00:00'],
  [Number.POSITIVE_INFINITY, '–'],
])('a position %d ms into a session is written %s', (ms, text) => {
  expect(format.clock(ms)).toBe(text);
});

test.each([
  [59_112, '59,112'],
  [999_999, '999,999'],
  [1_000_000, '1.00 M'],
  [7_932_410, '7.93 M'],
  [131_400_000, '131 M'],
  [999_600_000, '1.00 B'],
  [Number.NaN, '–'],
])('a count of %d tokens is written %s', (count, text) => {
  expect(format.tokens(count)).toBe(text);
});

test.each([
  [588, '588 B'],
  [1000, '1.00 kB'],
  [14_200, '14.2 kB'],
  [999_999, '1.00 MB'],
  [1_310_000, '1.31 MB'],
  [-1, '–'],
])('a size of %d bytes is written %s', (bytes, text) => {
  expect(format.bytes(bytes)).toBe(text);
});

test.each([
  [0, '$0.00'],
  [0.0123, '$0.0123'],
  [4.318, '$4.32'],
  [1234.5, '$1,234.50'],
])('an amount of %d dollars is written %s', (amount, text) => {
  expect(format.dollars(amount)).toBe(text);
});

test('numbers have grouped thousands and a true minus sign', () => {
  expect(format.number(-1234)).toBe('−1,234');
  expect([format.change(12, '+'), format.change(6, '-'), format.change(0, '-')]).toEqual(['+12', '−6', '−0']);
});

test('amounts that no log counts are written in a few digits', () => {
  const { number, tokens, bytes, duration, clock, dollars } = format;
  for (const write of [number, tokens, bytes, duration, clock, dollars]) {
    for (const amount of [1e18, 1e300]) expect(write(amount).length, `${write.name} ${amount}`).toBeLessThan(16);
  }
  expect([number(-1e300), tokens(1e300), dollars(1e300)]).toEqual(['\u22121E300', '1E288 T', '$1.00E300']);
  expect(number(999_999_999_999_999)).toBe('999,999,999,999,999');
});

test('a time of day names its zone', () => {
  const moment = '2026-04-05T05:17:09.000Z';
  expect(format.timeOfDay(moment)).toBe('05:17:09 UTC');
  expect(format.dateTime(moment)).toBe('2026-04-05 05:17 UTC');
  const there = createFormatters({ timeZone: 'Asia/Shanghai' });
  expect(there.timeOfDay(moment)).toBe('13:17:09 GMT+8');
  expect(there.dateTime('2026-04-04T16:00:00Z')).toBe('2026-04-05 00:00 GMT+8');
});

test('an invalid time is written as an en dash', () => {
  expect(format.timeOfDay('yesterday')).toBe('–');
});

test.each(['UTC', 'Asia/Kathmandu', 'Europe/Amsterdam', 'Africa/Monrovia'])(
  'a time in %s does not depend on what was formatted before it',
  (timeZone) => {
    const shared = createFormatters({ timeZone });
    // Around a change of summer time, and in years in which zones had seconds.
    const moments = [...Array(200).keys()].flatMap((n) => [
      1_774_745_990_000 + n * 977,
      1_774_745_999_999,
      -1_300_000_000_000 + n * 7919,
    ]);
    for (const moment of moments) {
      const alone = createFormatters({ timeZone });
      expect(shared.dateTime(moment)).toBe(alone.dateTime(moment));
      expect(shared.timeOfDay(moment)).toBe(alone.timeOfDay(moment));
    }
  },
);
