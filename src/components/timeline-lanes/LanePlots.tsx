import { type CSSProperties, type ReactElement, useCallback, useMemo, useRef } from 'react';
import { type LaneAxis, type SessionIndex, type TimeHolder, timeHolders, timeSpans } from '../../replay/index.ts';
import { countUpTo, itemsPerStep, type LanePlot, lanePlots, memoizeSteps } from '../../replay/internal.ts';
import { useStore } from '../hooks/useStore.ts';
import { briefWords } from '../language/english/brief.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useOpen } from '../shared/Disclosure.tsx';
import { useKit } from '../theme/useKit.ts';
import type { Ink, LaneFrame, LaneScene } from './draw/scene.ts';
import { createLaneScale, type LaneStage } from './laneStage.ts';
import { useCanvas } from './useCanvas.ts';
import { type LanePointerOptions, useLanePointer } from './useLanePointer.ts';

/** Props of {@link LanePlots}. */
export interface LanePlotsProps {
  index: SessionIndex;
  scene: LaneScene | undefined;
  stage: LaneStage;
  axis: LaneScene['lanes']['axis'];
  pointer: Omit<LanePointerOptions, 'find'>;
}

const nothing = (): undefined => undefined;
const ownWords = { ...lanesWords, ...briefWords };

/**
 * Above: whom the session waited for at each moment. Below, unless the reader folds them away: how full the context was and how many tokens
 * were used. The values at the pointer stand beside their names. Renders nothing if the log has none of these figures.
 */
export function LanePlots({ index, scene, stage, axis, pointer }: LanePlotsProps): ReactElement | null {
  const { t } = useKit(ownWords);
  const [open, toggle] = useOpen({ defaultOpen: true });
  const canvas = useRef<HTMLCanvasElement>(null);
  const all = figuresOnAxis(index, axis);
  const shown = useMemo((): LaneFigures => (open ? all : { band: all.band, plots: [] }), [all, open]);
  const ink = scene?.ink;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (ink === undefined) return;
      const view = stage.view.get();
      drawPlots(ink, { context, widthPx, heightPx, view, scale: createLaneScale(view, widthPx), scrollPx: 0 }, shown);
    },
    [ink, stage, shown],
  );
  useCanvas(
    canvas,
    draw,
    useMemo(() => [stage.view], [stage]),
  );
  const handlers = useLanePointer({ ...pointer, find: nothing });
  if (all.band === undefined && all.plots.length === 0) return null;
  const head = all.band === undefined && !open ? bandPx : 0;
  const heightPx = (all.band === undefined ? head : bandPx) + shown.plots.length * plotPx;
  return (
    <div className="ark-lanes__plots" style={{ '--ark-plots-height': `${heightPx}px` } as CSSProperties}>
      <div className="ark-lanes__plot-names">
        {all.band === undefined ? null : <BandName stage={stage} band={all.band} />}
        {shown.plots.map((plot) => (
          <PlotName key={plot.name} stage={stage} plot={plot} />
        ))}
        {all.plots.length === 0 ? null : (
          <ActionButton
            look="icon"
            className="ark-lanes__plot-fold"
            icon={open ? 'chevronDown' : 'chevronRight'}
            label={t(open ? 'lanes.hidePlots' : 'lanes.showPlots')}
            aria-expanded={open}
            onClick={toggle}
          />
        )}
      </div>
      <canvas ref={canvas} className="ark-lanes__plot-canvas" {...handlers} />
    </div>
  );
}

function BandName({ stage, band }: { stage: LaneStage; band: NonNullable<LaneFigures['band']> }): ReactElement {
  const { t } = useKit(ownWords);
  const holder = useStore(stage.hover, (offset) => (offset === undefined ? undefined : holderAt(band, offset)));
  return (
    <span className="ark-lanes__plot-name" data-plot="band">
      <span>{t('lanes.band')}</span>
      {holder === undefined ? null : (
        <span className="ark-lanes__plot-value" data-holder={holder}>
          {t(`brief.time.${holder}`)}
        </span>
      )}
    </span>
  );
}

function PlotName({ stage, plot }: { stage: LaneStage; plot: PlotOnAxis }): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const offset = useStore(stage.hover);
  const value = offset === undefined ? undefined : valueAt(plot, offset);
  const { most, limit } = plot.plot;
  const largest = t('lanes.plotMost', { n: formatters.tokens(most) });
  const title =
    limit === undefined ? largest : `${largest} \u00b7 ${t('lanes.plotLimit', { n: formatters.tokens(limit) })}`;
  return (
    <span className="ark-lanes__plot-name" data-plot={plot.name} title={title}>
      <span>{t(`lanes.plot.${plot.name}`)}</span>
      <span className="ark-lanes__plot-value ark-figures">
        {offset === undefined ? formatters.tokens(most) : value === undefined ? '\u2013' : formatters.tokens(value)}
        {offset === undefined ? <span className="ark-unseen"> {title}</span> : null}
      </span>
    </span>
  );
}

/** Heights of the band and of a plot, in pixels. The style sheet repeats them. */
const bandPx = 20;
const plotPx = 28;
/** The filled part of the band. */
const filledPx = 8;

/** A plot on the axis of the lanes. */
interface PlotOnAxis {
  readonly name: 'context' | 'tokens';
  readonly plot: LanePlot;
  /** Offsets at which its values begin. */
  readonly offsets: Float64Array;
}

/** Whom a session waited for, on the axis of the lanes. */
interface BandOnAxis {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly holders: readonly TimeHolder[];
}

/** What is drawn between the axis and the lanes: the band, if the axis is one of time, and a plot for each figure that the log has. */
interface LaneFigures {
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
function drawPlots(ink: Ink, frame: LaneFrame, { band, plots }: LaneFigures): void {
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
