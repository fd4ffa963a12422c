import type { LaneAxis, SessionIndex, TimeHolder } from '../../../replay/index.ts';
import { timeHolders, timeSpans } from '../../../replay/index.ts';
import { countUpTo, itemsPerStep, type LanePlot, lanePlots, memoizeSteps } from '../../../replay/internal.ts';
import type { Ink, LaneFrame } from './scene.ts';

/** Heights of the band and of a plot, in pixels. The style sheet repeats them. */
export const bandPx = 20;
export const plotPx = 28;
/** The filled part of the band. */
const filledPx = 8;

/** A plot on the axis of the lanes. */
export interface PlotOnAxis {
  readonly name: 'context' | 'tokens';
  readonly plot: LanePlot;
  /** Offsets at which its values begin. */
  readonly offsets: Float64Array;
}

/** Whom a session waited for, on the axis of the lanes. */
export interface BandOnAxis {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly holders: readonly TimeHolder[];
}

/** What is drawn between the axis and the lanes: the band, if the axis is one of time, and a plot for each figure that the log has. */
export interface LaneFigures {
  readonly band: BandOnAxis | undefined;
  readonly plots: readonly PlotOnAxis[];
}

/** Lays band and plots along an axis, once per axis. */
export const figuresOnAxis = memoizeSteps(function* (
  index: SessionIndex,
  axis: LaneAxis,
): Generator<undefined, LaneFigures> {
  const found = yield* lanePlots.steps(index);
  const plots: PlotOnAxis[] = [];
  for (const name of ['context', 'tokens'] as const) {
    const plot = found[name];
    if (plot === undefined) continue;
    plots.push({ name, plot, offsets: Float64Array.from(plot.items, axis.startOf) });
    yield;
  }
  return { band: axis.unit === 'ms' ? yield* bandOnAxis(index, axis) : undefined, plots };
});

function* bandOnAxis(index: SessionIndex, axis: LaneAxis): Generator<undefined, BandOnAxis | undefined> {
  const spans = yield* timeSpans.steps(index);
  if (spans.length === 0) return undefined;
  const from = new Float64Array(spans.length);
  const to = new Float64Array(spans.length);
  for (const [n, span] of spans.entries()) {
    if (n % itemsPerStep === 0) yield;
    from[n] = axis.offsetOf(span.from);
    to[n] = axis.offsetOf(span.to);
  }
  return { from, to, holders: spans.map(({ holder }) => holder) };
}

/** The value of a plot at an offset of the axis; undefined where it is unknown. */
export function valueAt({ plot, offsets }: PlotOnAxis, offset: number): number | undefined {
  const value = plot.values[countUpTo(offsets, offset) - 1];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

/** Whom the session waited for at an offset of the axis. */
export function holderAt({ from, holders }: BandOnAxis, offset: number): TimeHolder | undefined {
  return holders[countUpTo(from, offset) - 1];
}

/** Draws the band, and below it each plot in its own row. */
export function drawPlots(ink: Ink, frame: LaneFrame, { band, plots }: LaneFigures): void {
  const top = band === undefined ? 0 : bandPx;
  if (band !== undefined) drawBand(ink, frame, band);
  for (const [n, plot] of plots.entries()) drawPlot(ink, frame, plot, top + n * plotPx);
}

/** Spans in the same pixel merge; the one that covers most of the pixel wins. */
function drawBand({ holders: colours }: Ink, frame: LaneFrame, { from, to, holders }: BandOnAxis): void {
  const { context, scale, view } = frame;
  const top = (bandPx - filledPx) / 2;
  const first = Math.max(0, countUpTo(from, view.from) - 1);
  let x = scale.x(Math.max(view.from, from[first] ?? 0));
  let shares = timeHolders.map(() => 0);
  const flush = (right: number): void => {
    const most = shares.indexOf(Math.max(...shares));
    context.fillStyle = colours[most] as string;
    context.fillRect(x, top, right - x, filledPx);
    x = right;
    shares = timeHolders.map(() => 0);
  };
  for (let n = first; n < holders.length && (from[n] as number) < view.to; n += 1) {
    const right = scale.x(Math.min(view.to, to[n] as number));
    const holder = timeHolders.indexOf(holders[n] as TimeHolder);
    const left = Math.max(x, scale.x(Math.max(view.from, from[n] as number)));
    // A span that fills whole pixels also takes the pixel that it shares with the span before.
    if (right - left >= 1 && left > x) flush(left);
    shares[holder] = (shares[holder] as number) + right - left;
    if (right - x >= 1) flush(right);
  }
}

function drawPlot(ink: Ink, frame: LaneFrame, { plot, offsets, name }: PlotOnAxis, top: number): void {
  const { context, scale, view } = frame;
  const base = top + plotPx - 1;
  const room = plotPx - 5;
  const highest = Math.max(plot.most, plot.limit ?? 0);
  const heightOf = (value: number): number => Math.round((value / highest) * room);
  const [left, right] = [Math.floor(scale.x(view.from)), Math.ceil(scale.x(view.to))];
  context.fillStyle = name === 'context' ? ink.plots.context : ink.plots.tokens;
  let n = countUpTo(offsets, view.from) - 1;
  for (let x = left; x < right; x += 1) {
    const end = scale.offset(x + 1);
    let value = n < 0 ? Number.NaN : (plot.values[n] as number);
    // If one pixel has several values, the largest is drawn.
    for (; n + 1 < offsets.length && (offsets[n + 1] as number) < end; n += 1) {
      const next = plot.values[n + 1] as number;
      if (Number.isNaN(value) || next > value) value = next;
    }
    if (Number.isNaN(value)) continue;
    const height = heightOf(value);
    context.globalAlpha = 0.3;
    context.fillRect(x, base - height, 1, height);
    context.globalAlpha = 1;
    context.fillRect(x, base - height - 1, 1, 1);
  }
  context.fillStyle = ink.line;
  context.fillRect(0, base, frame.widthPx, 1);
  if (plot.limit === undefined) return;
  context.fillStyle = ink.text3;
  for (let x = left; x < right; x += 6) context.fillRect(x, base - heightOf(plot.limit) - 1, 3, 1);
}
