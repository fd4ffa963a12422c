import { countUpTo } from '../../replay/countUpTo.ts';
import type { Lane, LaneAxis, SessionIndex } from '../../replay/index.ts';
import { nearestCall } from '../../replay/lanes/findCall.ts';
import type { LaneView } from '../../replay/lanes/laneView.ts';
import type { CallMove } from './laneCommand.ts';

/** What is needed to know which call is beside another one. */
export interface CallPlaces {
  readonly index: SessionIndex;
  readonly axis: LaneAxis;
  /** The lanes that are shown, from top to bottom. */
  readonly lanes: readonly Lane[];
  readonly view: LaneView;
}

/** The call that a move leads to, as its position in `SessionIndex.items`; undefined where it leads nowhere. */
export function moveCall(
  { axis, lanes, view }: CallPlaces,
  from: Lane,
  item: number,
  move: CallMove,
): number | undefined {
  const { calls } = from;
  const at = countUpTo(calls, item) - 1;
  const page = view.to - view.from;
  switch (move) {
    case 'previous':
      return calls[at - 1];
    case 'next':
      return calls[at + 1];
    case 'first':
      return calls[0];
    case 'last':
      return calls.at(-1);
    case 'pageBack':
      return calls[Math.min(Math.max(0, at - 1), callsBefore(calls, axis, axis.startOf(item) - page))];
    case 'pageOn':
      return calls[
        Math.max(Math.min(calls.length - 1, at + 1), callsBefore(calls, axis, axis.startOf(item) + page) - 1)
      ];
    case 'above':
      return beside(lanes, from, -1, axis.startOf(item));
    case 'below':
      return beside(lanes, from, 1, axis.startOf(item));
    case 'firstOfAll':
      return lanes.find((lane) => lane.calls.length > 0)?.calls[0];
    case 'lastOfAll':
      return lanes.findLast((lane) => lane.calls.length > 0)?.calls.at(-1);
  }
}

function callsBefore(calls: Uint32Array, axis: LaneAxis, place: number): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (axis.startOf(calls[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, calls.length - 1);
}

/** The call nearest in time in the next lane that has any. */
function beside(lanes: readonly Lane[], from: Lane, step: 1 | -1, place: number): number | undefined {
  for (let n = lanes.indexOf(from) + step; n >= 0 && n < lanes.length; n += step) {
    const found = nearestCall(lanes[n] as Lane, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
