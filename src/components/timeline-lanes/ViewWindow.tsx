'use client';
import type { KeyboardEvent, ReactElement } from 'react';
import type { LaneAxis } from '../../replay/index.ts';
import type { LaneBounds } from '../../replay/lanes/laneView.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { useKit } from '../theme/useKit.ts';
import type { LaneStage } from './laneStage.ts';
import { moveEdge, type ViewEdge } from './moveEdge.ts';
import { useCell } from './useCell.ts';

/** Props of {@link ViewWindow}. */
export interface ViewWindowProps {
  stage: LaneStage;
  bounds: LaneBounds;
  axis: LaneAxis;
}

/** Parts of the session that an arrow key and a page key move an end by. */
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

/** The part of the session that the lanes show, on the minimap: its ends are sliders. */
export function ViewWindow({ stage, bounds, axis }: ViewWindowProps): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const view = useCell(stage.view);
  const { total } = bounds;
  const say = (place: number): string =>
    axis.unit === 'ms' ? formatters.clock(axis.momentAt(place)) : formatters.number(Math.round(place) + 1);
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
