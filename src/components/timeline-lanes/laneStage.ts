'use client';

import { useMemo, useRef, useState } from 'react';
import { createStore, type Store } from '../../replay/createStore.ts';
import type { Lanes, SessionIndex } from '../../replay/index.ts';
import { clampView, isWhole, type LaneBounds, type LaneView, wholeView } from '../../replay/internal.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';

/** A range of the axis of the lanes. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

/** What the pointer is over. */
export interface Pointed {
  /** A call, as its position in `SessionIndex.items`. */
  readonly item: number;
  /** Number of calls that the mark stands for, including this one. */
  readonly together: number;
}

/** State of the lanes that changes without rendering. */
export interface LaneStage {
  readonly view: Store<LaneView>;
  readonly pointed: Store<Pointed | undefined>;
  /** Offset under the pointer, while it is over the lanes or their axis. */
  readonly hover: Store<number | undefined>;
  /** The range being selected, while a selection is under way. */
  readonly draft: Store<AxisRange | undefined>;
  /** How far the lanes are scrolled down, in pixels. */
  readonly scrollPx: Store<number>;
}

/** Makes the stage for lanes that show a whole axis. */
function createLaneStage(total: number): LaneStage {
  return {
    view: createStore<LaneView>({ from: 0, to: total }),
    pointed: createStore<Pointed | undefined>(undefined),
    hover: createStore<number | undefined>(undefined),
    draft: createStore<AxisRange | undefined>(undefined),
    scrollPx: createStore(0),
  };
}

/** The shortest view: a tenth of a second, or five items. */
const leastMs = 100;
const leastPlaces = 5;

/**
 * The stage of the lanes, which shows the whole session at first. When the session grows, or idle time is shown in another way, the view
 * keeps its moments, or stays whole if it was. A different session is shown whole.
 */
export function useLaneStage(index: SessionIndex, { axis }: Lanes): { stage: LaneStage; bounds: LaneBounds } {
  const [stage] = useState(() => createLaneStage(axis.total));
  const bounds = useMemo(
    (): LaneBounds => ({ total: axis.total, least: axis.unit === 'ms' ? leastMs : leastPlaces }),
    [axis],
  );
  const before = useRef({ axis, bounds, id: index.session.session_id });
  useBeforePaint(() => {
    const id = index.session.session_id;
    const { axis: old, bounds: oldBounds, id: oldId } = before.current;
    before.current = { axis, bounds, id };
    if (old === axis) return;
    const view = stage.view.get();
    const carry = (offset: number): number =>
      axis.unit === 'ms' && old.unit === 'ms' ? axis.offsetOf(old.momentAt(offset)) : offset;
    stage.pointed.set(undefined);
    stage.view.set(
      id !== oldId || isWhole(view, oldBounds)
        ? wholeView(bounds)
        : clampView({ from: carry(view.from), to: carry(view.to) }, bounds),
    );
  }, [axis, bounds, index, stage]);
  return { stage, bounds };
}
