import type { CSSProperties } from 'react';

/**
 * Puts an element at a range of the axis. The style sheet makes pixels of it by the view, so that it stays there while one
 * zooms and pans, without any render.
 *
 * @param total length of the axis.
 */
export function inView(from: number, to: number, total: number): CSSProperties {
  return { '--ark-lane-from': from / total, '--ark-lane-to': to / total } as CSSProperties;
}
