import type { CallItem, LaneAxis, SessionIndex, SessionMs } from '../../replay/index.ts';
import { countBelow, countUpTo, memoize } from '../../replay/internal.ts';
import type { AxisRange } from './laneStage.ts';

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
