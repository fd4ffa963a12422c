import { countUpTo } from './countUpTo.ts';
import { recordedStart } from './draftItems.ts';
import { memoize } from './memoize.ts';
import { beginsSession, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';

/**
 * Where a replay is: a moment, and the last item reached by then. The item is included because many items of a log share one millisecond:
 * stepping stops at each of them in turn.
 */
export interface Position {
  readonly at: SessionMs;
  /** Position in `SessionIndex.items`; -1 where there are none. */
  readonly item: number;
  /** Whether the item counts as over although it may end later; set only by `shownPosition`. */
  readonly itemIsOver?: true;
}

/** The position at a moment, with every item reached that has started by then; a moment outside the session is clamped. */
export function positionAt(index: SessionIndex, at: SessionMs): Position {
  const within = Math.min(Math.max(Number.isNaN(at) ? 0 : at, 0), index.axes.full.duration);
  return { at: sessionMs(within), item: countUpTo(index.starts, within) - 1 };
}

/** The position at which an item has just been reached; an index outside the list is clamped. */
export function positionOf(index: SessionIndex, item: number): Position {
  const within = Math.min(Math.max(Number.isNaN(item) ? 0 : Math.trunc(item), 0), index.items.length - 1);
  return { at: sessionMs(index.starts[within] ?? 0), item: within };
}

/**
 * The position at the first thing that someone said or did; what programs wrote before it has been reached too. The first item where nobody
 * said anything.
 */
export const startOf = memoize((index: SessionIndex): Position => {
  return positionOf(index, index.items.findIndex(beginsSession));
});

/** The position after everything. */
export function endOf(index: SessionIndex): Position {
  return { at: index.axes.full.duration, item: index.items.length - 1 };
}

/** Negative where `a` comes before `b`, 0 where they are equal, positive where it comes after. */
export function comparePositions(a: Position, b: Position): number {
  return a.at - b.at || a.item - b.item;
}

/**
 * Carries a position over to the grown session: as long after the same item. Items may have been inserted before it, so neither its index
 * nor its time need be equal. A position at the start stays at the start.
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
  // The position is at the item itself, so items that share its moment are still to come.
  return since > 0 && comparePositions(byTime, reached) > 0 ? byTime : reached;
}

/**
 * When the clock of the replay reaches an item, in milliseconds since 1970: where logs are out of order that is not the time that they
 * state. Items from before the clock begins keep theirs. Undefined for an item without a time.
 */
export function replayedAt({ starts, axes }: SessionIndex, item: ReplayItem): number | undefined {
  const recorded = recordedStart(item);
  if (Number.isNaN(recorded)) return undefined;
  const start = starts[item.index] ?? 0;
  const at = axes.full.toWall(sessionMs(start));
  return start > 0 ? at : Math.min(at, recorded);
}
