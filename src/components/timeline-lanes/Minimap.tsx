import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useCallback, useRef } from 'react';
import type { LaneAxis, SessionIndex } from '../../replay/index.ts';
import { clampView, type LaneBounds, type LaneView, laneKinds, wholeView } from '../../replay/internal.ts';
import { toolLabel } from '../../session/facts/toolFacts.ts';
import { useStore } from '../hooks/useStore.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { PlayheadMark } from '../transport-bar/PlayheadMark.tsx';
import { drawHatch, gapsInView, type LaneFrame, type LaneScene, phasesInView } from './draw/scene.ts';
import type { LaneCommand } from './laneCommand.ts';
import {
  type AxisRange,
  callRunningIn,
  callsIn,
  createLaneScale,
  inView,
  type LaneStage,
  rangeOf,
  type SessionRange,
} from './laneStage.ts';
import { type Changing, useCanvas } from './useCanvas.ts';

interface ViewWindowProps {
  stage: LaneStage;
  bounds: LaneBounds;
  axis: LaneAxis;
}

/** Fraction of the session by which an arrow key and a page key move an end. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

/** The part of the session that the lanes show, on the minimap; its two ends are sliders. */
function ViewWindow({ stage, bounds, axis }: ViewWindowProps): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const view = useStore(stage.view);
  const { total } = bounds;
  const say = (offset: number): string =>
    axis.unit === 'ms' ? formatters.clock(axis.momentAt(offset)) : formatters.number(Math.round(offset) + 1);
  const onKeyDown = (event: KeyboardEvent, edge: ViewEdge): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    stage.view.set(moveEdge(stage.view.get(), edge, stage.view.get()[edge] + step * total, bounds));
  };
  return (
    <div className="ark-lanes__window">
      {(['from', 'to'] as const).map((edge) => (
        <span
          key={edge}
          className="ark-lanes__grip"
          role="slider"
          tabIndex={0}
          data-edge={edge}
          aria-label={t(edge === 'from' ? 'lanes.viewFrom' : 'lanes.viewTo')}
          aria-valuemin={0}
          aria-valuemax={1000}
          aria-valuenow={Math.round(1000 * (view[edge] / total))}
          aria-valuetext={say(view[edge])}
          onKeyDown={(event) => onKeyDown(event, edge)}
        />
      ))}
    </div>
  );
}

interface MinimapProps {
  scene: LaneScene | undefined;
  axis: LaneAxis;
  stage: LaneStage;
  bounds: LaneBounds;
  range: AxisRange | undefined;
  /** What is marked on the minimap. */
  marks: ReactNode;
}

/** Draws the whole session once, whichever part of it the lanes show. */
const never: readonly Changing[] = [];

/** The whole session in one line, with the part that the lanes show. That part can be dragged, and so can each of its ends. */
export function Minimap({ scene, axis, stage, bounds, range, marks }: MinimapProps): ReactElement {
  const { t } = useKit(lanesWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (scene === undefined) return;
      const view = wholeView(bounds);
      drawMinimap(scene, { context, widthPx, heightPx, view, scale: createLaneScale(view, widthPx), scrollPx: 0 });
    },
    [scene, bounds],
  );
  useCanvas(canvas, draw, never);
  const pointer = useMinimapPointer(stage, bounds);
  return (
    <div className="ark-lanes__map">
      <span className="ark-lanes__map-label">{t('lanes.whole')}</span>
      <div className="ark-lanes__map-plot" {...pointer}>
        <canvas ref={canvas} className="ark-lanes__map-canvas" />
        {marks}
        <RangeBand stage={stage} span={range} total={bounds.total} />
        <ViewWindow stage={stage} bounds={bounds} axis={axis} />
        <PlayheadMark className="ark-lanes__here" />
      </div>
    </div>
  );
}

interface MinimapHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

interface Held {
  readonly part: ViewEdge | 'window';
  /** Distance from the start of the view to where it was grabbed. */
  readonly offset: number;
}

/** Drags the view or one of its ends; a press beside the view moves it there. */
function useMinimapPointer(stage: LaneStage, bounds: LaneBounds): MinimapHandlers {
  const held = useRef<Held>(undefined);
  const offsetOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return createLaneScale(wholeView(bounds), width).offset(event.clientX - left);
  };
  const moveTo = (offset: number): void => {
    const view = stage.view.get();
    const now = held.current;
    if (now === undefined) return;
    if (now.part !== 'window') {
      stage.view.set(moveEdge(view, now.part, offset, bounds));
      return;
    }
    const from = offset - now.offset;
    stage.view.set(clampView({ from, to: from + view.to - view.from }, bounds));
  };
  const letGo = (): void => {
    held.current = undefined;
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const part = event.target instanceof HTMLElement ? event.target.dataset.edge : undefined;
      const offset = offsetOf(event);
      const { from, to } = stage.view.get();
      if (part === 'from' || part === 'to') held.current = { part, offset: 0 };
      else held.current = { part: 'window', offset: offset >= from && offset <= to ? offset - from : (to - from) / 2 };
      moveTo(offset);
    },
    onPointerMove(event) {
      if (held.current !== undefined) moveTo(offsetOf(event));
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}

/** An end of a view. */
type ViewEdge = 'from' | 'to';

/** Moves one end of a view and keeps the other; the view gets no shorter than the shortest one allowed. */
export function moveEdge({ from, to }: LaneView, edge: ViewEdge, offset: number, bounds: LaneBounds): LaneView {
  const least = Math.min(bounds.least, bounds.total);
  if (edge === 'from') return clampView({ from: Math.min(Math.max(0, offset), to - least), to }, bounds);
  return clampView({ from, to: Math.max(Math.min(bounds.total, offset), from + least) }, bounds);
}

/** In pixels: height of the phases at the bottom, height of the failures at the top, width of a column of calls between them. */
const phasePx = 3;
const errorPx = 7;
const columnPx = 2;

/** Draws the whole session: calls by category, failures, phases, idle time. */
function drawMinimap(scene: LaneScene, frame: LaneFrame): void {
  const { context, heightPx, widthPx, scale } = frame;
  const { ink, lanes, bands } = scene;
  for (const { x, width, type } of phasesInView(bands, frame)) {
    context.fillStyle = ink.phases.get(type)?.mark ?? ink.line2;
    context.fillRect(x, heightPx - phasePx, width, phasePx);
  }
  drawColumns(scene, frame, heightPx - phasePx - 1);
  for (const { x, width } of gapsInView(scene, frame)) {
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

interface RangeBarProps {
  index: SessionIndex;
  axis: LaneAxis;
  stage: LaneStage;
  range: SessionRange | undefined;
  onCommand: (command: LaneCommand) => void;
}

/** The selected range in words, with the actions for it. */
export function RangeBar({ index, axis, stage, range, onCommand }: RangeBarProps): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const draft = useStore(stage.draft);
  const shown = draft === undefined ? range : rangeOf(axis, draft);
  const running = shown === undefined ? undefined : callRunningIn(index, shown);
  const tool = useMasked(running?.call.tool_name);
  return (
    <div
      className="ark-lanes__said"
      role="status"
      aria-busy={draft !== undefined}
      data-empty={shown === undefined ? '' : undefined}
    >
      {shown === undefined ? null : (
        <>
          <span className="ark-figures">
            {t('lanes.range', { from: formatters.clock(shown.from), to: formatters.clock(shown.to) })}
          </span>
          <span className="ark-lanes__lasts ark-figures">{formatters.duration(shown.to - shown.from)}</span>
          <span className="ark-figures">{t('call.uses', { n: callsIn(index, shown) })}</span>
          {tool === undefined ? null : (
            <span className="ark-lanes__lasts">
              <OneLine text={t('lanes.running', { name: toolLabel(tool).name })} />
            </span>
          )}
          <ActionButton label={t('lanes.zoomToRange')} onClick={() => onCommand({ do: 'zoomToRange' })} />
          <ActionButton
            look="icon"
            icon="close"
            label={t('lanes.clearRange')}
            onClick={() => onCommand({ do: 'clear' })}
          />
        </>
      )}
    </div>
  );
}

interface RangeBandProps {
  stage: LaneStage;
  /** The selected range, or the one being selected. */
  span: AxisRange | undefined;
  total: number;
}

/** Shows the selected range, or the one being selected, over the lanes. */
export function RangeBand({ stage, span, total }: RangeBandProps): ReactElement | null {
  const shown = useStore(stage.draft) ?? span;
  if (shown === undefined) return null;
  return <span className="ark-lanes__range" aria-hidden="true" style={inView(shown.from, shown.to, total)} />;
}
