import { countBelow, countUpTo } from '../../replay/countUpTo.ts';
import type { LaneAxis, SessionIndex, SessionMs } from '../../replay/index.ts';
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

/** How many calls begin in a stretch, in all lanes. */
export function callsIn({ starts, landmarks }: SessionIndex, { from, to }: Stretch): number {
  const first = countBelow(starts, from);
  const last = countUpTo(starts, to) - 1;
  return Math.max(0, countUpTo(landmarks.call, last) - countBelow(landmarks.call, first));
}
