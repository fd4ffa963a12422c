import { expect, test } from 'vitest';
import { callAt } from '../../../src/components/timeline-lanes/LaneGrid.tsx';
import { layoutHeights } from '../../../src/components/timeline-lanes/laneHeights.ts';
import {
  callRunningIn,
  callsIn,
  createLaneScale,
  rangeOf,
  spanOfRange,
} from '../../../src/components/timeline-lanes/laneStage.ts';
import { moveEdge } from '../../../src/components/timeline-lanes/Minimap.tsx';
import { indexSession, layoutLanes, sessionMs } from '../../../src/replay/index.ts';
import { idleSession, manyCalls, nestedSession } from '../../../stories/data/laneSessions.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(nestedSession);
const lanes = layoutLanes(index, index.axes.squeezed);
const heights = layoutHeights(lanes.lanes, new Set());
const scale = createLaneScale({ from: 0, to: lanes.axis.total }, 1000);

test('every call is found at the point where it is drawn', () => {
  for (const { lane, top, rowsTop, pitch } of heights.boxes) {
    for (const item of lane.calls) {
      const x = scale.x((lanes.axis.startOf(item) + lanes.axis.endOf(item)) / 2);
      const y = top + rowsTop + (lanes.rowOf[item] as number) * pitch + pitch / 2;
      expect(callAt(heights, scale, x, y)?.item).toBe(item);
    }
  }
});

test('finds nothing beside the calls', () => {
  expect(callAt(heights, scale, 999, heights.total - 2)).toBeUndefined();
  expect(callAt(heights, scale, 10, heights.total + 10)).toBeUndefined();
});

test('a merged mark says how many calls it stands for', () => {
  const big = indexSession(manyCalls(2000));
  const all = layoutLanes(big, big.axes.squeezed);
  const places = layoutHeights(all.lanes, new Set());
  const narrow = createLaneScale({ from: 0, to: all.axis.total }, 200);
  const found = callAt(places, narrow, 60, (places.boxes[0]?.rowsTop ?? 0) + 2);
  expect(found?.together).toBeGreaterThan(1);
});

test('an end of the view moves no further than the other end allows', () => {
  const bounds = { total: 1000, least: 50 };
  expect(moveEdge({ from: 100, to: 300 }, 'from', 200, bounds)).toEqual({ from: 200, to: 300 });
  expect(moveEdge({ from: 100, to: 300 }, 'from', 290, bounds)).toEqual({ from: 250, to: 300 });
  expect(moveEdge({ from: 100, to: 300 }, 'to', 0, bounds)).toEqual({ from: 100, to: 150 });
  expect(moveEdge({ from: 100, to: 300 }, 'to', 5000, bounds)).toEqual({ from: 100, to: 1000 });
});

test('a range is given in moments of the session, even if idle time is squeezed', () => {
  const idle = indexSession(idleSession);
  const squeezed = layoutLanes(idle, idle.axes.squeezed).axis;
  const full = layoutLanes(idle, idle.axes.full).axis;
  const range = { from: sessionMs(5000), to: sessionMs(4_210_000) };
  for (const axis of [squeezed, full]) {
    const { from, to } = rangeOf(axis, spanOfRange(axis, range));
    expect([from, to].map(Math.round)).toEqual([5000, 4_210_000]);
  }
  expect(callsIn(idle, range)).toBe(3);
  expect(callsIn(idle, { from: sessionMs(0), to: sessionMs(1) })).toBe(0);
});

test('a range contains the calls that run in it, whenever they began', () => {
  const long = indexSession(sessionFromText('0:00 Read(a) 1s\n0:10 SendMessage(wait) 95s\n2:00 Read(b) 1s'));
  const middle = { from: sessionMs(40_000), to: sessionMs(60_000) };
  expect(callsIn(long, middle)).toBe(1);
  expect(callRunningIn(long, middle)?.call.tool_name).toBe('SendMessage');
  const whole = { from: sessionMs(0), to: sessionMs(130_000) };
  expect(callsIn(long, whole)).toBe(3);
  expect(callRunningIn(long, whole)).toBeUndefined();
  expect(callsIn(long, { from: sessionMs(110_000), to: sessionMs(112_000) })).toBe(0);
});

test('a bar is not merged with the marks beside it', () => {
  const text = '0:00 Read(a) 2ms\n0:00.010 SendMessage(wait) 95s\n10:00 Read(b) 1s';
  const few = indexSession(sessionFromText(text));
  const all = layoutLanes(few, few.axes.squeezed);
  const places = layoutHeights(all.lanes, new Set());
  const wide = createLaneScale({ from: 0, to: all.axis.total }, 1000);
  const y = (places.boxes[0]?.rowsTop ?? 0) + 2;
  expect(callAt(places, wide, wide.x(60_000), y)?.together).toBe(1);
});
