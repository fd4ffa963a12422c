import { comparePositions, type Position, positionAt, startOf } from './position.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { sessionMs } from './timeAxis.ts';

/**
 * The position in a session that has grown which is the same as one in what it was: as long after the same item. Items
 * may have come in before it, so neither its place nor its time need be the same. What stands at the start stays there.
 */
export function carryPosition(before: SessionIndex, after: SessionIndex, position: Position): Position {
  if (comparePositions(position, startOf(before)) === 0) return startOf(after);
  const item = before.items[position.item];
  const same = item === undefined ? undefined : after.itemById(item.id);
  if (item === undefined || same === undefined) return positionAt(after, position.at);
  const start = after.starts[same.index] as number;
  const since = position.at - (before.starts[item.index] as number);
  const at = sessionMs(Math.min(start + since, after.axes.full.duration));
  const byTime = positionAt(after, at);
  const reached = { at, item: same.index };
  // Standing on the item itself, those that share its moment are still to come.
  return since > 0 && comparePositions(byTime, reached) > 0 ? byTime : reached;
}
