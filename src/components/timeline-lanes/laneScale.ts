import { scaleLinear } from 'd3-scale';
import type { LaneView } from '../../replay/internal.ts';

/** Room beside the lanes, so that a mark at either end is seen whole; in pixels. The style sheet has it too. */
export const sidePx = 8;

/** Maps places of the axis to pixels of the screen, and back. */
export interface LaneScale {
  x(offset: number): number;
  offset(x: number): number;
  /** Pixels that one unit of the axis takes. */
  readonly pxPer: number;
}

/** Makes the scale of a view that is so many pixels wide, the room beside it included. */
export function createLaneScale({ from, to }: LaneView, widthPx: number): LaneScale {
  const end = Math.max(sidePx + 1, widthPx - sidePx);
  const scale = scaleLinear().domain([from, to]).range([sidePx, end]);
  return { x: scale, offset: scale.invert, pxPer: (end - sidePx) / (to - from) };
}
