import { expect, test } from 'vitest';
import { axisTicks } from '../../../src/components/timeline-lanes/draw/axis.ts';
import { indexSession, layoutLanes } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = indexSession(
  sessionFromText('0:00 Read(a.ts) 1s\n0:50 Read(b.ts) 10s\n1:10:00 Read(c.ts) 1s\n1:11:00 Read(d.ts) 20s'),
);
const time = session.axes.squeezed;
const { axis } = layoutLanes(session, time);
const whole = { from: 0, to: axis.total };

test('ticks stand at round times and at the ends of gaps', () => {
  const { ticks, step } = axisTicks(axis, time, whole, 6, 0);
  expect(step).toBe(30_000);
  expect(ticks.map(({ value, rank }) => [value / 1000, rank])).toEqual([
    [0, 'round'],
    [30, 'round'],
    [60, 'round'],
    [4200, 'after a gap'],
    [4200, 'round'],
    [4230, 'round'],
    [4260, 'round'],
  ]);
  for (const { offset: place, value } of ticks) expect(axis.momentAt(place)).toBeCloseTo(value, 3);
  const places = ticks.map(({ offset: place }) => place);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('the time after a very narrow gap has no tick', () => {
  const { ticks } = axisTicks(axis, time, whole, 6, 20_000);
  expect(ticks.every(({ rank }) => rank === 'round')).toBe(true);
});

test('a short view has ticks at fractions of a second', () => {
  const { step, ticks } = axisTicks(axis, time, { from: 1000, to: 1200 }, 8, 0);
  expect(step).toBeLessThan(1000);
  expect(ticks.length).toBeGreaterThan(3);
});

test('an axis of items is labelled with their numbers', () => {
  const index = indexSession(sessionFromText('- Read(a.ts) 0ms\n- Read(b.ts) 0ms\n- Read(c.ts) 0ms'));
  const lanes = layoutLanes(index, index.axes.squeezed);
  const { ticks } = axisTicks(lanes.axis, index.axes.squeezed, { from: 0, to: 2 }, 10, 0);
  expect(ticks.map(({ offset: place, value }) => [place, value])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});
