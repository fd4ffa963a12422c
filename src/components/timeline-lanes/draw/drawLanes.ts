import { boxesBetween } from '../laneHeights.ts';
import { axisLabels } from './axis.ts';
import { drawLane } from './drawLane.ts';
import { phasesInView } from './phaseBands.ts';
import { drawHatch, type LaneFrame, type LaneScene, textWidth } from './scene.ts';

/** A gap narrower than this is drawn as a line, without its length in words; in pixels. */
const leastTextPx = 16;
const leastHatchPx = 3;

/** Draws idle time as left out, with its length written on it, upwards where the gap is narrow. */
function drawGapBands({ lanes, time, ink, formatters }: LaneScene, frame: LaneFrame): void {
  const { context, scale, view, widthPx, heightPx } = frame;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of time.gaps) {
    const from = lanes.axis.offsetOf(start);
    if (from > view.to) break;
    const to = lanes.axis.offsetOf(end);
    if (to < view.from) continue;
    const x = scale.x(from);
    const width = scale.x(to) - x;
    // Of gaps too close to be distinguished, only one is drawn.
    if (x - until < 1) continue;
    until = x + width;
    if (width < leastHatchPx) {
      context.fillStyle = ink.line2;
      context.fillRect(Math.round(x), 0, 1, heightPx);
      continue;
    }
    drawHatch(context, { x, y: 0, width, height: heightPx }, widthPx, ink);
    if (width >= leastTextPx) writeLength(frame, ink, formatters.duration(end - start), x + width / 2, width);
  }
}

function writeLength(
  { context, heightPx }: LaneFrame,
  ink: LaneScene['ink'],
  text: string,
  x: number,
  widthPx: number,
): void {
  const length = textWidth(context, ink, text) + 8;
  const upwards = length > widthPx;
  if (upwards && length > heightPx) return;
  context.save();
  context.translate(x, heightPx / 2);
  if (upwards) context.rotate(-Math.PI / 2);
  context.fillStyle = ink.background;
  context.fillRect(-length / 2, -8, length, 16);
  context.fillStyle = ink.text2;
  context.textAlign = 'center';
  context.fillText(text, 0, 0.5);
  context.restore();
}

/** Draws the lanes in sight: first phases, grid and idle ranges, then calls and marks. */
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
  // Drawn before the calls: the last call before a gap may be drawn wider than it lasted.
  drawGapBands(scene, frame);
  const pinned = scrollPx > 0 ? heights.pinnedPx : 0;
  const { first, last } = boxesBetween(heights, scrollPx + pinned, scrollPx + heightPx);
  context.save();
  context.beginPath();
  context.rect(0, pinned, widthPx, heightPx - pinned);
  context.clip();
  for (let n = first; n <= last; n += 1) {
    const box = heights.boxes[n];
    if (box !== undefined) drawLane(scene, frame, box);
  }
  context.restore();
  const [main] = heights.boxes;
  if (pinned > 0 && main !== undefined) drawLane(scene, { ...frame, heightPx: pinned, scrollPx: 0 }, main);
}
