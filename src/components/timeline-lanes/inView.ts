import type { CSSProperties } from 'react';

/**
 * Places an element at a range of the axis. The style sheet turns the range into pixels by the view, so the element follows zooming and
 * panning without rendering.
 *
 * @param total length of the axis.
 */
export function inView(from: number, to: number, total: number): CSSProperties {
  return { '--ark-lane-from': from / total, '--ark-lane-to': to / total } as CSSProperties;
}
