import { expect, test } from 'vitest';
import { cellsOfLane } from '../../../src/components/timeline-lanes/LaneRow.tsx';
import { laneCommandOf, moveCall } from '../../../src/components/timeline-lanes/laneCommand.ts';
import { indexSession, layoutLanes } from '../../../src/replay/index.ts';
import { nestedSession } from '../../../stories/data/laneSessions.ts';

const index = indexSession(nestedSession);
const { lanes, axis } = layoutLanes(index, index.axes.squeezed);
const places = { index, axis, lanes, view: { from: 0, to: 60_000 } };
const [main, north, reader, south, islands] = lanes;
if (main === undefined || north === undefined || reader === undefined || south === undefined || islands === undefined)
  throw new Error('five lanes');
const first = (lane: typeof main): number => lane.calls[0] as number;

test('moves along a lane and to its ends, but not beyond', () => {
  expect(moveCall(places, main, first(main), 'next')).toBe(main.calls[1]);
  expect(moveCall(places, main, first(main), 'previous')).toBeUndefined();
  expect(moveCall(places, main, first(main), 'last')).toBe(main.calls.at(-1));
  expect(moveCall(places, main, main.calls.at(-1) ?? 0, 'next')).toBeUndefined();
  expect(moveCall(places, main, main.calls.at(-1) ?? 0, 'first')).toBe(first(main));
});

test('moves a page as long as the view', () => {
  const paged = moveCall(places, north, first(north), 'pageOn') as number;
  expect(axis.startOf(paged)).toBeLessThanOrEqual(axis.startOf(first(north)) + 60_000);
  expect(moveCall(places, north, first(north), 'pageBack')).toBe(first(north));
  expect(moveCall(places, north, north.calls.at(-1) ?? 0, 'pageOn')).toBe(north.calls.at(-1));
});

test('moves to the call nearest in time in another lane', () => {
  expect(moveCall(places, main, first(main), 'below')).toBe(first(north));
  expect(moveCall(places, main, first(main), 'above')).toBeUndefined();
  expect(moveCall(places, islands, first(islands), 'above')).toBe(first(south));
  expect(moveCall(places, islands, first(islands), 'below')).toBeUndefined();
  expect(moveCall(places, south, first(south), 'firstOfAll')).toBe(first(main));
  expect(moveCall(places, main, first(main), 'lastOfAll')).toBe(islands.calls.at(-1));
});

test('the neighbours of the focused call are in the document, and one call of every other lane', () => {
  const active = north.calls[2] as number;
  expect(cellsOfLane(north, active, axis.startOf(active), undefined)).toEqual([...north.calls.subarray(1, 4)]);
  expect(cellsOfLane(reader, active, axis.startOf(active), undefined)).toHaveLength(1);
  expect(cellsOfLane(north, active, 0, north.calls.at(-1))).toContain(north.calls.at(-1));
  expect(cellsOfLane(main, undefined, 0, undefined)).toEqual([first(main)]);
});

test('handles the keys of grids and profilers, and leaves those of the browser alone', () => {
  const key = (name: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey', boolean>> = {}) =>
    laneCommandOf({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
  expect(key('ArrowRight')).toEqual({ do: 'move', to: 'next' });
  expect(key('ArrowRight', { shiftKey: true })).toEqual({ do: 'extend', to: 'next' });
  expect(key('End', { ctrlKey: true })).toEqual({ do: 'move', to: 'lastOfAll' });
  expect(key('+')).toMatchObject({ do: 'zoom' });
  expect(key('d')).toMatchObject({ do: 'pan' });
  expect(key('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(key('f', { ctrlKey: true })).toBeUndefined();
  expect(key(' ')).toBeUndefined();
  expect(key('__proto__')).toBeUndefined();
});
