import { laneKinds } from '../../../replay/internal.ts';
import { phasesInView } from './phaseBands.ts';
import type { LaneFrame, LaneScene } from './scene.ts';
import { drawHatch } from './scene.ts';

/** In pixels: height of the phases at the bottom, height of the failures at the top, width of a column of calls between them. */
const phasePx = 3;
const errorPx = 7;
const columnPx = 2;

/** Draws the whole session: calls by category, failures, phases, idle time. */
export function drawMinimap(scene: LaneScene, frame: LaneFrame): void {
  const { context, heightPx, widthPx, scale } = frame;
  const { ink, lanes, time, bands } = scene;
  for (const { x, width, type } of phasesInView(bands, frame)) {
    context.fillStyle = ink.phases.get(type)?.mark ?? ink.line2;
    context.fillRect(x, heightPx - phasePx, width, phasePx);
  }
  drawColumns(scene, frame, heightPx - phasePx - 1);
  for (const { start, end } of time.gaps) {
    const x = scale.x(lanes.axis.offsetOf(start));
    const width = scale.x(lanes.axis.offsetOf(end)) - x;
    if (width >= 2) drawHatch(context, { x, y: errorPx, width, height: heightPx - errorPx }, widthPx, ink);
  }
  context.fillStyle = ink.red;
  let last = Number.NEGATIVE_INFINITY;
  for (const item of scene.index.landmarks.error) {
    const x = Math.round(scale.x(lanes.axis.startOf(item)));
    if (x - last < 4) continue;
    last = x;
    context.beginPath();
    context.moveTo(x - 3, 1);
    context.lineTo(x + 4, 1);
    context.lineTo(x + 0.5, errorPx - 1);
    context.fill();
  }
}

/**
 * The height of a column is the logarithm of its number of calls, so that one call stays visible beside a hundred. Each kind has its share.
 */
function drawColumns({ ink, lanes }: LaneScene, { context, widthPx, scale }: LaneFrame, bottom: number): void {
  const kinds = laneKinds.length;
  const columns = Math.ceil(widthPx / columnPx);
  const counts = new Uint32Array(columns * kinds);
  for (const { rows } of lanes.lanes) {
    for (const { from, kinds: kindOf } of rows) {
      for (let n = 0; n < from.length; n += 1) {
        const column = Math.min(columns - 1, Math.max(0, Math.floor(scale.x(from[n] as number) / columnPx)));
        const at = column * kinds + (kindOf[n] as number);
        counts[at] = (counts[at] as number) + 1;
      }
    }
  }
  const sums = Array.from({ length: columns }, (_, n) =>
    counts.subarray(n * kinds, (n + 1) * kinds).reduce((a, b) => a + b, 0),
  );
  const highest = Math.log1p(Math.max(1, ...sums));
  const room = bottom - errorPx - 2;
  for (const [column, sum] of sums.entries()) {
    if (sum === 0) continue;
    const own = counts.subarray(column * kinds, (column + 1) * kinds);
    const height = Math.max(5, Math.round((room * Math.log1p(sum)) / highest));
    let below = 0;
    for (let kind = 0; kind < kinds; kind += 1) {
      const share = (height * (own[kind] as number)) / sum;
      if (share === 0) continue;
      context.fillStyle = ink.kinds[kind] ?? ink.text2;
      context.fillRect(column * columnPx, bottom - below - share, columnPx, share);
      below += share;
    }
  }
}
