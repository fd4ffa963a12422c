'use client';

import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useCallback, useRef } from 'react';
import type { LaneAxis } from '../../replay/index.ts';
import { clampView, type LaneBounds, type LaneView, wholeView } from '../../replay/internal.ts';
import { useStore } from '../hooks/useStore.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { useKit } from '../theme/useKit.ts';
import { drawMinimap } from './draw/drawMinimap.ts';
import type { LaneScene } from './draw/scene.ts';
import { createLaneScale } from './laneScale.ts';
import type { AxisRange, LaneStage } from './laneStage.ts';
import { RangeBand } from './RangeBar.tsx';
import { type Changing, useCanvas } from './useCanvas.ts';

/** Props of {@link ViewWindow}. */
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
          aria-valuenow={Math.round((1000 * view[edge]) / total)}
          aria-valuetext={say(view[edge])}
          onKeyDown={(event) => onKeyDown(event, edge)}
        />
      ))}
    </div>
  );
}

/** Props of {@link Minimap}. */
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
        <span className="ark-lanes__here" aria-hidden="true" />
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
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
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
      const offset = placeOf(event);
      const { from, to } = stage.view.get();
      if (part === 'from' || part === 'to') held.current = { part, offset: 0 };
      else held.current = { part: 'window', offset: offset >= from && offset <= to ? offset - from : (to - from) / 2 };
      moveTo(offset);
    },
    onPointerMove(event) {
      if (held.current !== undefined) moveTo(placeOf(event));
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
