import { countBelow, countUpTo } from '../../replay/countUpTo.ts';
import { findInRow } from '../../replay/lanes/findCall.ts';
import { cellPx, outlinedPx } from './draw/drawLane.ts';
import { type LaneHeights, rowAt } from './laneHeights.ts';
import type { LaneScale } from './laneScale.ts';
import type { Pointed } from './laneStage.ts';

/** How far from a mark the pointer still is on it, in pixels. */
const reachPx = 4;

/** The call at a point of the lanes, in pixels from their top left; undefined where there is none. */
export function callAt(heights: LaneHeights, scale: LaneScale, x: number, y: number): Pointed | undefined {
  const found = rowAt(heights, y);
  if (found === undefined) return undefined;
  const { place, row } = found;
  // Where rows are thin, the ones beside are within reach too.
  const near = Math.max(1, Math.round(reachPx / place.pitch));
  for (let off = 0; off <= near; off += 1) {
    for (const n of off === 0 ? [row] : [row - off, row + off]) {
      const calls = place.lane.rows[n];
      const item = calls === undefined ? undefined : findInRow(calls, scale.place(x), reachPx / scale.pxPer);
      if (calls !== undefined && item !== undefined) return { item, together: countTogether(calls, item, scale) };
    }
  }
  return undefined;
}

/** How many calls share the mark of one; a bar is a call's own. */
function countTogether(
  { from, to, items }: { from: Float64Array; to: Float64Array; items: Uint32Array },
  item: number,
  scale: LaneScale,
): number {
  const cell = cellPx / scale.pxPer;
  const isBar = (n: number): boolean => ((to[n] as number) - (from[n] as number)) * scale.pxPer >= outlinedPx;
  const own = countUpTo(items, item) - 1;
  if (isBar(own)) return 1;
  const at = Math.floor((from[own] as number) / cell);
  const end = countBelow(from, (at + 1) * cell);
  return end - countBelow(from, at * cell) - (isBar(end - 1) ? 1 : 0);
}
