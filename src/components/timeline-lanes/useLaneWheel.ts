'use client';
import { type RefObject, useEffect } from 'react';
import { type LaneBounds, panView, zoomView } from '../../replay/internal.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage } from './laneStage.ts';

/** Pixels per line and per page of a wheel. */
const modePx = [1, 16, 400] as const;
/** Zoom per pixel of the wheel: a notch of 100 zooms by a third. */
const zoomPerPx = 0.003;

/**
 * Zooms with Ctrl or ⌘ and the wheel, around the pointer (browsers report pinching a touchpad the same way). Pans with Shift, or when the
 * wheel goes sideways. A plain wheel scrolls the page and the lanes, as everywhere.
 *
 * @param area where the wheel works.
 * @param plot where the axis lies.
 */
export function useLaneWheel(
  area: RefObject<HTMLElement | null>,
  plot: RefObject<HTMLElement | null>,
  stage: LaneStage,
  bounds: LaneBounds,
): void {
  useEffect(() => {
    const element = area.current;
    const drawn = plot.current;
    if (element === null || drawn === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const unit = modePx[event.deltaMode] ?? 1;
      const [across, down] = [event.deltaX * unit, event.deltaY * unit];
      const { left, width } = drawn.getBoundingClientRect();
      const view = stage.view.get();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const at = createLaneScale(view, width).offset(event.clientX - left);
        stage.view.set(zoomView(view, Math.exp(-down * zoomPerPx), at, bounds));
      } else if (event.shiftKey || Math.abs(across) > Math.abs(down)) {
        event.preventDefault();
        stage.view.set(panView(view, (across || down) / Math.max(1, width), bounds));
      }
    };
    // Not passive: zooming the lanes must not zoom the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, plot, stage, bounds]);
}
