import type { LaneView } from '../../replay/lanes/laneView.ts';
import { createLaneScale, sidePx } from './laneScale.ts';

/**
 * The view in which what was under each of two fingers, or under one, is under it again; it may lie outside the session.
 *
 * @param widthPx of the lanes, the room beside them included.
 * @param before where the fingers were, in pixels; `now` has them in the same order.
 */
export function followFingers(
  view: LaneView,
  widthPx: number,
  before: readonly number[],
  now: readonly number[],
): LaneView {
  const { place, pxPer } = createLaneScale(view, widthPx);
  const [a = 0, b = a] = now;
  const [beforeA = 0, beforeB = beforeA] = before;
  const apart = Math.abs(b - a);
  // Fingers in one place say nothing about the scale.
  const perPx = apart === 0 || beforeA === beforeB ? 1 / pxPer : Math.abs(place(beforeB) - place(beforeA)) / apart;
  const from = place(beforeA) - (a - sidePx) * perPx;
  return { from, to: from + (widthPx - 2 * sidePx) * perPx };
}
