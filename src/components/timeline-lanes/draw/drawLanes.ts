import { placesBetween } from '../laneHeights.ts';
import { axisLabels } from './axisLabels.ts';
import { drawGapBands } from './drawGapBands.ts';
import { drawLane } from './drawLane.ts';
import { phasesInView } from './phasesInView.ts';
import type { LaneFrame, LaneScene } from './scene.ts';

/** Draws the lanes that are in sight: grounds of phases, grid, idle stretches, and over them calls and marks. */
export function drawLanes(scene: LaneScene, frame: LaneFrame): void {
  const { context, widthPx, heightPx, scrollPx } = frame;
  const { ink, bands, heights } = scene;
  context.font = ink.font;
  context.textBaseline = 'middle';
  for (const { x, width, type } of phasesInView(bands, frame)) {
    const colour = ink.phases.get(type);
    if (colour === undefined) continue;
    context.fillStyle = colour.wash;
    context.fillRect(Math.max(0, x), 0, Math.min(widthPx, x + width) - Math.max(0, x), heightPx);
  }
  context.fillStyle = ink.line;
  for (const { x, label } of axisLabels(scene, frame)) {
    if (label !== undefined) context.fillRect(Math.round(x), 0, 1, heightPx);
  }
  // Before the calls: the last one before a gap is wider than it took.
  drawGapBands(scene, frame);
  const pinned = scrollPx > 0 ? heights.pinnedPx : 0;
  const { first, last } = placesBetween(heights, scrollPx + pinned, scrollPx + heightPx);
  context.save();
  context.beginPath();
  context.rect(0, pinned, widthPx, heightPx - pinned);
  context.clip();
  for (let n = first; n <= last; n += 1) {
    const place = heights.places[n];
    if (place !== undefined) drawLane(scene, frame, place);
  }
  context.restore();
  const [main] = heights.places;
  if (pinned > 0 && main !== undefined) drawLane(scene, { ...frame, heightPx: pinned, scrollPx: 0 }, main);
}
