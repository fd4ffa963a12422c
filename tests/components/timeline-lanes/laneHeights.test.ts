import { expect, test } from 'vitest';
import {
  boxesBetween,
  layoutHeights,
  rowAt,
  sheetY,
  wholeLanes,
} from '../../../src/components/timeline-lanes/laneHeights.ts';
import { indexSession, layoutLanes } from '../../../src/replay/index.ts';
import { nestedSession, parallelSession } from '../../../stories/data/laneSessions.ts';

const lanesOf = (session: typeof nestedSession) => {
  const index = indexSession(session);
  return layoutLanes(index, index.axes.squeezed).lanes;
};
const nested = lanesOf(nestedSession);

test('lanes follow each other without a gap', () => {
  const { boxes: places, total } = layoutHeights(nested, new Set());
  expect(places.map(({ lane }) => lane.index)).toEqual([0, 1, 2, 3, 4]);
  let top = 0;
  for (const place of places) {
    expect(place.top).toBe(top);
    top += place.height;
    expect(place.rowsTop + place.lane.rows.length * place.pitch).toBeLessThanOrEqual(place.height);
  }
  expect(total).toBe(top);
});

test('lanes below a collapsed lane are left out, at any depth', () => {
  const shown = (collapsed: string[]) => layoutHeights(nested, new Set(collapsed)).boxes.map(({ lane }) => lane.index);
  expect(shown([nested[1]?.id ?? ''])).toEqual([0, 1, 3, 4]);
  expect(shown([nested[0]?.id ?? ''])).toEqual([0]);
  expect(shown(['of another session'])).toEqual([0, 1, 2, 3, 4]);
});

test('a height is mapped to its lane and row', () => {
  const heights = layoutHeights(nested, new Set());
  for (const place of heights.boxes) {
    for (let row = 0; row < place.lane.rows.length; row += 1) {
      const found = rowAt(heights, place.top + place.rowsTop + row * place.pitch + 1);
      expect([found?.box, found?.row]).toEqual([place, row]);
    }
  }
  expect(rowAt(heights, -1)).toBeUndefined();
  expect(rowAt(heights, heights.total)).toBeUndefined();
});

test('finds only the lanes that a range of pixels touches', () => {
  const heights = layoutHeights(nested, new Set());
  const second = heights.boxes[1];
  expect(boxesBetween(heights, 0, 1)).toEqual({ first: 0, last: 0 });
  expect(boxesBetween(heights, second?.top ?? 0, (second?.top ?? 0) + 1)).toEqual({ first: 1, last: 1 });
  expect(boxesBetween(heights, 0, 1e9)).toEqual({ first: 0, last: 4 });
});

test('many rows are thinner, and still distinct', () => {
  const { boxes: places } = layoutHeights(lanesOf(parallelSession), new Set());
  expect(places[0]?.lane.rows.length).toBe(12);
  expect(places[0]?.markPx).toBeLessThan(places[0]?.pitch ?? 0);
});

test('only whole lanes are shown: the first two always, but for a room that is too low for any two', () => {
  const heights = layoutHeights(nested, new Set());
  const bottoms = heights.boxes.map(({ top, height }) => top + height);
  for (let room = 0; room <= heights.total + 50; room += 7) {
    const height = wholeLanes(heights, room);
    expect(bottoms).toContain(height);
    expect(height).toBeLessThanOrEqual(Math.max(room, bottoms[1] ?? 0));
  }
  expect(wholeLanes(heights, 80)).toBe(bottoms[1]);
  expect(wholeLanes(heights, 79)).toBe(bottoms[0]);
  expect(wholeLanes(heights, heights.total)).toBe(heights.total);
});

test('the first lane stays in place, and the others scroll below it', () => {
  const heights = layoutHeights(nested, new Set());
  const { pinnedPx } = heights;
  expect(pinnedPx).toBe(heights.boxes[0]?.height);
  expect(rowAt(heights, sheetY(heights, pinnedPx - 1, 40))?.box.lane.index).toBe(0);
  expect(rowAt(heights, sheetY(heights, pinnedPx + 1, heights.boxes[1]?.height ?? 0))?.box.lane.index).toBe(2);
  expect(layoutHeights(nested.slice(0, 1), new Set()).pinnedPx).toBe(0);
});
