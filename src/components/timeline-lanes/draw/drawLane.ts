import type { Lane, LaneRow } from '../../../replay/index.ts';
import { countBelow, countKind, countUpTo, eachCell } from '../../../replay/internal.ts';
import { boxesBetween, type LaneBox } from '../laneHeights.ts';
import { axisLabels } from './axis.ts';
import { drawHatch, fitText, gapsInView, type LaneFrame, type LaneScene, phasesInView, textWidth } from './scene.ts';

/**
 * In pixels: calls that begin this close together merge into one mark, unless they are bars; the least width of a mark; and the width from
 * which a call is an outlined bar.
 */
export const cellPx = 4;
const leastPx = 3;
const wedgePx = 9;
export const outlinedPx = 10;
/** More calls per pixel than this cannot be distinguished, so marks show how many there are instead. */
const crowdedPerPx = 2;
const namedPx = 44;
const endPx = 6;

/** Draws one lane: when its agent was at work, its calls, failures and compactions. */
function drawLane(scene: LaneScene, frame: LaneFrame, box: LaneBox): void {
  const { context, widthPx, heightPx, scrollPx } = frame;
  const { lane, pitch, rowsTop } = box;
  const top = box.top - scrollPx;
  context.fillStyle = scene.ink.line;
  context.fillRect(0, top + box.height - 1, widthPx, 1);
  drawRuns(scene, frame, lane, top + rowsTop + Math.floor(box.markPx / 2));
  const first = Math.max(0, Math.floor((-top - rowsTop) / pitch));
  const last = Math.min(lane.rows.length - 1, Math.floor((heightPx - top - rowsTop) / pitch));
  for (let n = first; n <= last; n += 1) {
    const row = lane.rows[n];
    if (row !== undefined) drawRow(scene, frame, row, top + rowsTop + n * pitch, box);
  }
  drawErrors(scene, frame, box, top);
  drawCompactions(scene, frame, box, top);
}

/** A line from the first to the last item of each run; in the session's own lane, one line. */
function drawRuns(
  { lanes: { axis }, ink }: LaneScene,
  { context, scale, view }: LaneFrame,
  lane: Lane,
  y: number,
): void {
  if (lane.depth === 0) return;
  context.fillStyle = ink.line2;
  let until = Number.NEGATIVE_INFINITY;
  for (const { items, end } of lane.runs) {
    const last = items.at(-1);
    if (items[0] === undefined || last === undefined) continue;
    const from = axis.startOf(items[0]);
    if (from > view.to) break;
    const to = axis.unit === 'ms' ? axis.offsetOf(end) : axis.startOf(last);
    if (to < view.from || scale.x(to) - until < 1) continue;
    until = scale.x(to);
    context.fillRect(scale.x(from), y, Math.max(1, until - scale.x(from)), 1);
  }
}

function drawRow(scene: LaneScene, frame: LaneFrame, row: LaneRow, y: number, box: LaneBox): void {
  const { scale, view, widthPx } = frame;
  const { markPx } = box;
  const { from, to, items, kinds } = row;
  const first = countUpTo(to, view.from);
  const count = Math.max(0, countUpTo(from, view.to) - first);
  const most = count > crowdedPerPx * widthPx ? fullestCell(row, first, frame) : undefined;
  // If the crowd is all its lane has, it takes the full height.
  const roomPx = most !== undefined && box.lane.rows.length === 1 ? box.height - box.rowsTop - endPx : markPx;
  eachCell(from, first, view.to, cellPx / scale.pxPer, (start, end) => {
    const x = scale.x(from[end] as number);
    const width = scale.x(to[end] as number) - x;
    // Bars come last in their cell, so that no merged mark is drawn over them.
    const isBar = width >= outlinedPx;
    const last = isBar ? end - 1 : end;
    if (last >= start) {
      const next = isBar ? x : end + 1 < from.length ? scale.x(from[end + 1] as number) : Number.POSITIVE_INFINITY;
      const height = most === undefined ? markPx : crowdHeight(last - start + 1, most, roomPx);
      drawMark(scene, frame, row, {
        first: start,
        last,
        y: y + (most === undefined ? markPx : roomPx) - height,
        height,
        until: next - 1,
        beforeBar: isBar,
      });
    }
    if (!isBar) return;
    const colour = scene.ink.kinds[kinds[end] as number] ?? scene.ink.text2;
    drawBar(scene, frame, { x, y, width, height: markPx, colour }, items[end] as number);
  });
}

/** Number of calls in the fullest cell of a view. */
function fullestCell({ from }: LaneRow, first: number, { scale, view }: LaneFrame): number {
  let most = 1;
  eachCell(from, first, view.to, cellPx / scale.pxPer, (start, end) => {
    most = Math.max(most, end - start + 1);
  });
  return most;
}

/** Where calls are too dense to be distinguished, the height of a mark is the logarithm of its number of calls. */
function crowdHeight(calls: number, most: number, markPx: number): number {
  return Math.max(2, Math.round((markPx * Math.log1p(calls)) / Math.log1p(most)));
}

interface MarkBox {
  readonly first: number;
  readonly last: number;
  readonly y: number;
  readonly height: number;
  /** Where the next mark begins. */
  readonly until: number;
  readonly beforeBar: boolean;
}

/** Draws visible calls without a length as one mark, in which each kind has its share. */
function drawMark(
  { ink }: LaneScene,
  { context, scale }: LaneFrame,
  row: LaneRow,
  { first, last, y, height, until, beforeBar }: MarkBox,
): void {
  // A mark is wide enough to see but never covers the next one; next to a bar it stands beside it.
  const begins = scale.x(row.from[first] as number);
  const x = beforeBar ? Math.min(begins, until - leastPx) : begins;
  const width = Math.max(1, Math.min(Math.max(scale.x(row.to[last] as number) - x, leastPx), until - x));
  if (first === last) {
    context.fillStyle = ink.kinds[row.kinds[first] as number] ?? ink.text2;
    context.fillRect(x, y, width, height);
    return;
  }
  let below = 0;
  for (let kind = 0; kind < ink.kinds.length; kind += 1) {
    const calls = countKind(row, kind, first, last);
    if (calls === 0) continue;
    const share = (height * calls) / (last - first + 1);
    context.fillStyle = ink.kinds[kind] ?? ink.text2;
    context.fillRect(x, y + height - below - share, width, share);
    below += share;
  }
}

function drawBar(
  { ink, callName }: LaneScene,
  { context, widthPx }: LaneFrame,
  { x, y, width, height, colour }: { x: number; y: number; width: number; height: number; colour: string },
  item: number,
): void {
  const left = Math.max(-2, x);
  const right = Math.min(widthPx + 2, x + width);
  context.fillStyle = ink.background;
  context.fillRect(left, y, right - left, height);
  context.globalAlpha = 0.2;
  context.fillStyle = colour;
  context.fillRect(left, y, right - left, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, y + 0.5, right - left - 1, height - 1);
  const inner = right - Math.max(0, left);
  const name = height >= 12 && inner >= namedPx ? fitText(context, ink, callName(item), inner - 10) : '';
  if (name === '') return;
  context.fillStyle = ink.text;
  context.fillText(name, Math.max(0, left) + 5, y + height / 2 + 0.5);
}

/** Draws a wedge above the lane for each failure, and an edge on the call that failed. */
function drawErrors({ ink }: LaneScene, frame: LaneFrame, box: LaneBox, top: number): void {
  const { context, scale, view } = frame;
  const { from, rows } = box.lane.errors;
  context.fillStyle = ink.red;
  const begin = countBelow(from, view.from - leastPx / scale.pxPer);
  eachCell(from, begin, view.to, wedgePx / scale.pxPer, (first) => {
    const x = scale.x(from[first] as number) + leastPx / 2;
    context.beginPath();
    context.moveTo(x - 4, top + 2);
    context.lineTo(x + 4, top + 2);
    context.lineTo(x, top + 8);
    context.fill();
  });
  eachCell(from, begin, view.to, cellPx / scale.pxPer, (first) => {
    const y = top + box.rowsTop + (rows[first] as number) * box.pitch;
    context.fillRect(scale.x(from[first] as number), y, leastPx, Math.min(4, box.markPx));
  });
}

/** Marks a compaction by two lines above the lane and a dotted line through it: the agent has only a summary of what came before. */
function drawCompactions({ ink }: LaneScene, frame: LaneFrame, box: LaneBox, top: number): void {
  const { context, scale, view } = frame;
  const { from } = box.lane.compactions;
  context.fillStyle = ink.text2;
  eachCell(from, countBelow(from, view.from), view.to, cellPx / scale.pxPer, (first) => {
    const x = Math.round(scale.x(from[first] as number));
    context.fillRect(x - 4, top + 2, 9, 1.5);
    context.fillRect(x - 4, top + 6, 9, 1.5);
    for (let y = top + 10; y < top + box.height - 2; y += 4) context.fillRect(x, y, 1, 2);
  });
}

/** A gap narrower than this is drawn as a line, without its length in words; in pixels. */
const leastTextPx = 16;
const leastHatchPx = 3;

/** Draws idle time as left out, with its length written on it, upwards where the gap is narrow. */
function drawGapBands(scene: LaneScene, frame: LaneFrame): void {
  const { ink, formatters } = scene;
  const { context, widthPx, heightPx } = frame;
  let until = Number.NEGATIVE_INFINITY;
  for (const { x, width, lastsMs } of gapsInView(scene, frame)) {
    // Of gaps too close to be distinguished, only one is drawn.
    if (x - until < 1) continue;
    until = x + width;
    if (width < leastHatchPx) {
      context.fillStyle = ink.line2;
      context.fillRect(Math.round(x), 0, 1, heightPx);
      continue;
    }
    drawHatch(context, { x, y: 0, width, height: heightPx }, widthPx, ink);
    if (width >= leastTextPx) writeLength(frame, ink, formatters.duration(lastsMs), x + width / 2, width);
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
