import { scaleLinear } from 'd3-scale';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { createStore, type Store } from '../../replay/createStore.ts';
import type { CallItem, LaneAxis, Lanes, SessionIndex, SessionMs } from '../../replay/index.ts';
import {
  clampView,
  countBelow,
  countUpTo,
  isWhole,
  type LaneBounds,
  type LaneView,
  memoize,
  wholeView,
} from '../../replay/internal.ts';
import { useBeforePaint } from '../hooks/hydration.ts';

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
const leastItems = 5;

/**
 * The stage of the lanes, which shows the whole session at first. When the session grows, or idle time is shown in another way, the view
 * keeps its moments, or stays whole if it was. A different session is shown whole.
 */
export function useLaneStage(index: SessionIndex, { axis }: Lanes): { stage: LaneStage; bounds: LaneBounds } {
  const [stage] = useState(() => createLaneStage(axis.total));
  const bounds = useMemo(
    (): LaneBounds => ({ total: axis.total, least: axis.unit === 'ms' ? leastMs : leastItems }),
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

/** Room on either side of the lanes, so that a mark at an end is fully visible; in pixels. The style sheet repeats it. */
export const sidePx = 8;

/** Maps offsets of the axis to pixels of the screen, and back. */
export interface LaneScale {
  x(offset: number): number;
  offset(x: number): number;
  /** Pixels per unit of the axis. */
  readonly pxPer: number;
}

/** Makes the scale of a view of the given width in pixels, which includes the room on either side. */
export function createLaneScale({ from, to }: LaneView, widthPx: number): LaneScale {
  const end = Math.max(sidePx + 1, widthPx - sidePx);
  const scale = scaleLinear().domain([from, to]).range([sidePx, end]);
  return { x: scale, offset: scale.invert, pxPer: (end - sidePx) / (to - from) };
}

/**
 * Places an element at a range of the axis. The style sheet turns the range into pixels by the view, so the element follows zooming and
 * panning without rendering.
 *
 * @param total length of the axis.
 */
export function inView(from: number, to: number, total: number): CSSProperties {
  return { '--ark-lane-from': from / total, '--ark-lane-to': to / total } as CSSProperties;
}

/** A range of a session: two moments, in milliseconds from the start of the session. */
export interface SessionRange {
  readonly from: SessionMs;
  readonly to: SessionMs;
}

/** The moments of a part of the axis. */
export function rangeOf(axis: LaneAxis, { from, to }: AxisRange): SessionRange {
  return { from: axis.momentAt(from), to: axis.momentAt(to) };
}

/** The part of the axis between two moments. */
export function spanOfRange(axis: LaneAxis, { from, to }: SessionRange): AxisRange {
  return { from: axis.offsetOf(from), to: axis.offsetOf(to) };
}

/** How many calls a range touches, in all lanes: those that begin in it, and those still running when it begins. */
export function callsIn(index: SessionIndex, { from, to }: SessionRange): number {
  const { starts, landmarks } = index;
  const begun = countUpTo(landmarks.call, countUpTo(starts, to) - 1);
  return Math.max(0, begun - countBelow(callEnds(index), from));
}

/** The call that runs during a range in which none begins; of several, the one that began last. */
export function callRunningIn(
  { starts, ends, items, landmarks }: SessionIndex,
  { from, to }: SessionRange,
): CallItem | undefined {
  const before = countUpTo(landmarks.call, countBelow(starts, from) - 1);
  if (countUpTo(landmarks.call, countUpTo(starts, to) - 1) > before) return undefined;
  for (let n = before - 1; n >= Math.max(0, before - lookedBack); n -= 1) {
    const item = items[landmarks.call[n] as number];
    if (item?.is === 'call' && (ends[item.index] as number) >= from) return item;
  }
  return undefined;
}

/** How many calls back to look; a call that outlasts more calls than this is not found. */
const lookedBack = 1000;

/** End times of the calls of a session, ascending; computed once. */
const callEnds = memoize(({ ends, landmarks }: SessionIndex) =>
  Float64Array.from(landmarks.call, (item) => ends[item] as number).sort(),
);
