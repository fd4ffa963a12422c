import { type Lanes, layoutLanes, phaseBlocks, type SessionIndex, type TimeAxis } from '../../../replay/index.ts';
import { countUpTo, eachCell, type LaneView, memoize } from '../../../replay/internal.ts';
import type { PhaseType } from '../../../session/index.ts';
import type { Formatters } from '../../language/formatters.ts';
import type { LaneHeights } from '../laneHeights.ts';
import type { LaneScale } from '../laneStage.ts';

/** What a session draws; rebuilt when the session grows or idle time is shown in another way. */
export interface LaneScene {
  readonly index: SessionIndex;
  readonly time: TimeAxis;
  readonly lanes: Lanes;
  readonly heights: LaneHeights;
  readonly bands: PhaseBands;
  readonly ink: Ink;
  readonly formatters: Formatters;
  /** Name of a kind of phase. */
  readonly phaseName: (type: PhaseBands['types'][number]) => string;
  /** Name of a call inside its mark. */
  readonly callName: (item: number) => string;
}

/** The phases of a session along the axis of its lanes; each reaches to the next one. */
interface PhaseBands {
  /** Ascending. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly types: readonly PhaseType[];
  /** Whether each phase retries an earlier one. */
  readonly again: readonly boolean[];
}

/** One view of it: the size of the canvas in CSS pixels, and the part of the session it shows. */
export interface LaneFrame {
  readonly context: CanvasRenderingContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly view: LaneView;
  readonly scale: LaneScale;
  /** How far the lanes are scrolled down, in pixels. */
  readonly scrollPx: number;
}

/** Colours and fonts for a canvas, read from the style sheet at the element's place in the page. */
export interface Ink {
  readonly background: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly line2: string;
  readonly red: string;
  /** By position in `laneKinds`. */
  readonly kinds: readonly string[];
  readonly phases: ReadonlyMap<PhaseType, { readonly mark: string; readonly wash: string }>;
  /** By position in `timeHolders`. */
  readonly holders: readonly string[];
  readonly plots: { readonly context: string; readonly tokens: string };
  /** Size and family of captions, in the form of `CanvasRenderingContext2D.font`. */
  readonly font: string;
}

/** Counts up when a font has loaded: earlier measurements are then wrong. */
const widths = new WeakMap<Ink, Map<string, number>>();

/** More texts than any screen shows at once; beyond this the cache is emptied. */
const most = 2000;

/** Width of a text in pixels, in the font of the ink, which the canvas must already have; measured once per text. */
export function textWidth(context: CanvasRenderingContext2D, ink: Ink, text: string): number {
  let known = widths.get(ink);
  if (known === undefined || known.size > most) {
    known = new Map();
    widths.set(ink, known);
  }
  const width = known.get(text) ?? context.measureText(text).width;
  known.set(text, width);
  return width;
}

/** The start of a text that fits, with an ellipsis where it is cut; empty if not even three letters fit. */
export function fitText(context: CanvasRenderingContext2D, ink: Ink, text: string, roomPx: number): string {
  const width = textWidth(context, ink, text);
  if (width <= roomPx) return text;
  const letters = [...text];
  const fits = Math.floor((letters.length * (roomPx - textWidth(context, ink, '…'))) / width);
  return fits < 3 ? '' : `${letters.slice(0, fits - 1).join('')}…`;
}

/** Distance between stripes, in pixels across. */
const apart = 6;

/** Draws stripes over their own ground, for time that is left out. Draws only within the width of the canvas. */
export function drawHatch(
  context: CanvasRenderingContext2D,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  canvasPx: number,
  { background, text3 }: { readonly background: string; readonly text3: string },
): void {
  const { y, height } = box;
  const x = Math.max(box.x, -height);
  const width = Math.min(box.x + box.width, canvasPx + height) - x;
  if (width <= 0) return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = background;
  context.fillRect(x, y, width, height);
  context.beginPath();
  // Measured from the start of the gap, so that the stripes move with it.
  const first = Math.floor((x - box.x - height) / apart);
  for (let n = first; box.x + n * apart < x + width; n += 1) {
    const left = box.x + n * apart;
    context.moveTo(left, y + height);
    context.lineTo(left + height, y);
  }
  context.strokeStyle = text3;
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.stroke();
  context.restore();
}

/** The band of a phase, in pixels. */
interface SeenPhase {
  readonly x: number;
  readonly width: number;
  readonly type: PhaseType;
  readonly again: boolean;
}

/** The phases of a view from left to right. If several share a pixel, the longest is drawn. */
export function phasesInView({ from, to, types, again }: PhaseBands, { view, scale }: LaneFrame): SeenPhase[] {
  const seen: SeenPhase[] = [];
  const first = Math.max(0, countUpTo(from, view.from) - 1);
  eachCell(from, first, view.to, 1 / scale.pxPer, (start, last) => {
    let longest = start;
    for (let n = start + 1; n <= last; n += 1) if (length(n) > length(longest)) longest = n;
    const x = scale.x(from[start] as number);
    seen.push({
      x,
      width: scale.x(to[last] as number) - x,
      type: types[longest] ?? 'unclassified',
      again: again[longest] ?? false,
    });
  });
  return seen;

  function length(n: number): number {
    return (to[n] as number) - (from[n] as number);
  }
}

/** Idle time that is left out, as it is drawn. */
interface SeenGap {
  readonly x: number;
  readonly width: number;
  readonly lastsMs: number;
}

/** The gaps between calls that can be seen, in their order. */
export function gapsInView({ lanes, time }: LaneScene, { view, scale }: LaneFrame): SeenGap[] {
  const seen: SeenGap[] = [];
  for (const { start, end } of time.gaps) {
    const from = lanes.axis.offsetOf(start);
    if (from > view.to) break;
    const to = lanes.axis.offsetOf(end);
    if (to < view.from) continue;
    const x = scale.x(from);
    seen.push({ x, width: scale.x(to) - x, lastsMs: end - start });
  }
  return seen;
}

/** Lays the phases out, once per axis. */
export const phaseBands = memoize((index: SessionIndex, time: TimeAxis): PhaseBands => {
  const { axis } = layoutLanes(index, time);
  const blocks = phaseBlocks(index).filter(({ empty }) => empty === undefined);
  const from = Float64Array.from(blocks, ({ first }, n) => (n === 0 ? 0 : axis.startOf(first)));
  return {
    from,
    to: Float64Array.from(blocks, (_, n) => from[n + 1] ?? axis.total),
    types: blocks.map(({ type }) => type),
    again: blocks.map(({ attempt }) => attempt.number > 1),
  };
});
