import { describe, expect, it } from 'vitest';
import { isZone, localTimeInZone, uuidTime } from '../../src/adapters/recordTimes.ts';

describe('a local time, read by the clocks of a zone', () => {
  it.each([
    ['2026-04-29T14:02:11', 'Asia/Shanghai', '2026-04-29T06:02:11.000Z'],
    ['2026-04-29 14:02:11.250', '+05:30', '2026-04-29T08:32:11.250Z'],
    ['2026-01-15T09:00:00', 'America/New_York', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15T09:00:00', 'America/New_York', '2026-07-15T13:00:00.000Z'],
    ['2026-01-01T00:30:00', 'UTC', '2026-01-01T00:30:00.000Z'],
    ['2026-01-01T00:30', '-03:00', '2026-01-01T03:30:00.000Z'],
  ])('%s in %s is %s', (time, zone, utc) => {
    expect(localTimeInZone(time, zone)).toBe(utc);
  });

  it('is the first of an hour that the clocks repeat', () => {
    expect(localTimeInZone('2026-10-25T02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('counts on where the clocks leave an hour out', () => {
    expect(localTimeInZone('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each(['2026-04-29T14:02:11Z', '2026-04-29T14:02:11+02:00', '2026-04-29', 'yesterday', ''])(
    'leaves %j as it is',
    (time) => expect(localTimeInZone(time, 'Asia/Shanghai')).toBe(time),
  );
});

it.each([
  ['Asia/Shanghai', true],
  ['UTC', true],
  ['+08:00', true],
  ['-03:30', true],
  ['+25:00', false],
  ['+8', false],
  ['Moon/Crater', false],
  ['', false],
])('%j names a zone: %s', (zone, is) => expect(isZone(zone)).toBe(is));

describe('uuidTime', () => {
  it('reads the time of version 7 ids only', () => {
    expect(uuidTime('019ce10f-45f4-7a0d-be80-997b5c90a958')).toBe(Date.parse('2026-03-12T08:00:00.500Z'));
    expect(uuidTime('5b0f7a52-7c3e-4e0b-9c56-2f6f8f6c1a11')).toBeUndefined();
    expect(uuidTime('abc-123')).toBeUndefined();
    expect(uuidTime(undefined)).toBeUndefined();
  });
});
