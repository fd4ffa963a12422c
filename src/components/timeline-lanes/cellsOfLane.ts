import { countUpTo } from '../../replay/countUpTo.ts';
import type { Lane } from '../../replay/index.ts';
import { nearestCall } from '../../replay/lanes/findCall.ts';

/**
 * The calls of a lane that stand in the document: around the one that has the Tab stop, so that the next one is there
 * before the focus goes to it; of any other lane the one nearest to it in time; and the one that is selected. Ascending.
 *
 * @param place where the call with the Tab stop begins.
 */
export function cellsOfLane(
  lane: Lane,
  active: number | undefined,
  place: number,
  selected: number | undefined,
): number[] {
  const { calls } = lane;
  const cells = new Set<number>();
  const at = active === undefined ? -1 : countUpTo(calls, active) - 1;
  if (calls[at] === active && active !== undefined) {
    for (const call of calls.subarray(Math.max(0, at - 1), at + 2)) cells.add(call);
  } else {
    const nearest = nearestCall(lane, place);
    if (nearest !== undefined) cells.add(nearest);
  }
  if (selected !== undefined && calls[countUpTo(calls, selected) - 1] === selected) cells.add(selected);
  return [...cells].sort((a, b) => a - b);
}
