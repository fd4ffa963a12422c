import { scaleLinear } from 'd3-scale';
import type { CSSProperties } from 'react';
import type { LaneView } from '../../replay/internal.ts';

/** Room on either side of the lanes, so that a mark at an end is fully visible; in pixels. The style sheet repeats it. */
export const sidePx = 8;

/** Maps offsets of the axis to pixels of the screen, and back. */
export interface LaneScale {
  x(offset: number): number;
  offset(x: number): number;
  /** Pixels per unit of the axis. */
  readonly pxPer: number;
}

/** Makes the scale of a view of the given width in pixels, which includes the room on either side. */
export function createLaneScale({ from, to }: LaneView, widthPx: number): LaneScale {
  const end = Math.max(sidePx + 1, widthPx - sidePx);
  const scale = scaleLinear().domain([from, to]).range([sidePx, end]);
  return { x: scale, offset: scale.invert, pxPer: (end - sidePx) / (to - from) };
}

/**
 * Places an element at a range of the axis. The style sheet turns the range into pixels by the view, so the element follows zooming and
 * panning without rendering.
 *
 * @param total length of the axis.
 */
export function inView(from: number, to: number, total: number): CSSProperties {
  return { '--ark-lane-from': from / total, '--ark-lane-to': to / total } as CSSProperties;
}
