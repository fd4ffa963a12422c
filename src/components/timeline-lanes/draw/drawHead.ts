import { axisLabels, labelOffsetPx } from './axisLabels.ts';
import { drawHatch } from './drawHatch.ts';
import { fitText } from './fitText.ts';
import { phasesInView } from './phasesInView.ts';
import type { LaneFrame, LaneScene } from './scene.ts';

/** Height of the axis, and of the row of phases below it; in pixels. The style sheet has them too. */
const axisPx = 20;
const phasePx = 20;
const edgePx = 3;

/** Draws the axis with its labels, and below it the phases with their names. */
export function drawHead(scene: LaneScene, frame: LaneFrame): void {
  const { context, widthPx, heightPx } = frame;
  const { ink, bands } = scene;
  context.font = ink.font;
  context.textBaseline = 'middle';
  for (const { x, label } of axisLabels(scene, frame)) {
    context.fillStyle = ink.line2;
    context.fillRect(Math.round(x), axisPx - 5, 1, 5);
    if (label === undefined) continue;
    context.fillStyle = ink.text3;
    context.fillText(label, Math.round(x) + labelOffsetPx, axisPx / 2);
  }
  if (bands.types.length > 0) {
    drawPhases(scene, frame);
    drawGaps(scene, frame);
  }
  context.fillStyle = ink.line;
  context.fillRect(0, heightPx - 1, widthPx, 1);
}

function drawPhases({ ink, bands, phaseName }: LaneScene, frame: LaneFrame): void {
  const { context, widthPx } = frame;
  for (const { x, width, type, again } of phasesInView(bands, frame)) {
    const colour = ink.phases.get(type);
    if (colour === undefined) continue;
    const left = Math.max(0, x);
    const right = Math.min(widthPx, x + width);
    context.fillStyle = colour.wash;
    context.fillRect(left, axisPx, right - left, phasePx);
    context.fillStyle = colour.mark;
    if (again) for (let at = left; at < right; at += 6) context.fillRect(at, axisPx, Math.min(4, right - at), edgePx);
    else context.fillRect(left, axisPx, right - left, edgePx);
    if (width >= 8) context.fillRect(Math.round(x), axisPx, 1, phasePx);
    const name = fitText(context, ink, phaseName(type), right - left - 10);
    if (name === '') continue;
    context.fillStyle = ink.text2;
    context.fillText(name, left + 6, axisPx + edgePx + (phasePx - edgePx) / 2);
  }
}

function drawGaps({ lanes, time, ink }: LaneScene, frame: LaneFrame): void {
  const { context, scale, view, widthPx } = frame;
  for (const { start, end } of time.gaps) {
    const from = lanes.axis.placeOf(start);
    if (from > view.to) break;
    const to = lanes.axis.placeOf(end);
    if (to < view.from) continue;
    const x = scale.x(from);
    if (scale.x(to) - x < 2) continue;
    drawHatch(context, { x, y: axisPx, width: scale.x(to) - x, height: phasePx }, widthPx, ink);
  }
}
