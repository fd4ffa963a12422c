import { countBelow, countUpTo } from '../../replay/countUpTo.ts';
import type { CallItem, LaneAxis, SessionIndex, SessionMs } from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';
import type { PlaceSpan } from './laneStage.ts';

/** A stretch of a session: two moments, in milliseconds from its start. */
export interface Stretch {
  readonly from: SessionMs;
  readonly to: SessionMs;
}

/** The moments of a part of the axis. */
export function stretchOf(axis: LaneAxis, { from, to }: PlaceSpan): Stretch {
  return { from: axis.momentAt(from), to: axis.momentAt(to) };
}

/** The part of the axis between two moments. */
export function spanOfStretch(axis: LaneAxis, { from, to }: Stretch): PlaceSpan {
  return { from: axis.placeOf(from), to: axis.placeOf(to) };
}

/** How many calls a stretch touches, in all lanes: those that begin in it, and those that are still under way when it begins. */
export function callsIn(index: SessionIndex, { from, to }: Stretch): number {
  const { starts, landmarks } = index;
  const begun = countUpTo(landmarks.call, countUpTo(starts, to) - 1);
  return Math.max(0, begun - countBelow(callEnds(index), from));
}

/** The call that goes on in a stretch in which none begins; of several the one that began last. */
export function callRunningIn(
  { starts, ends, items, landmarks }: SessionIndex,
  { from, to }: Stretch,
): CallItem | undefined {
  const before = countUpTo(landmarks.call, countBelow(starts, from) - 1);
  if (countUpTo(landmarks.call, countUpTo(starts, to) - 1) > before) return undefined;
  for (let n = before - 1; n >= Math.max(0, before - lookedBack); n -= 1) {
    const item = items[landmarks.call[n] as number];
    if (item?.is === 'call' && (ends[item.index] as number) >= from) return item;
  }
  return undefined;
}

/** A call that goes on while so many others begin and end is not looked for. */
const lookedBack = 1000;

/** When the calls of a session end, ascending; made once. */
const callEnds = memoize(({ ends, landmarks }: SessionIndex) =>
  Float64Array.from(landmarks.call, (item) => ends[item] as number).sort(),
);
