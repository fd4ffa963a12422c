import { countUpTo } from './countUpTo.ts';
import { type ReplayFilters, visibleItems } from './filters.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** How far a reader has seen a session that grows. A host may keep it, so that a page that is opened again says what came meanwhile. */
export interface SeenMark {
  /** Id of the last item, in the order of time, that was there when the reader looked. */
  readonly item: string;
  /** When that was, in milliseconds since 1970. */
  readonly at: number;
}

/** What came to a session since its reader looked. */
export interface NewItems {
  /** Position in `SessionIndex.items` of the last item that the reader has seen; those after it are new. */
  readonly after: number;
  /** How many of the shown items are new. */
  readonly count: number;
}

/** A reader in front of a session that grows. */
export interface Sight {
  /** Undefined in an empty session. */
  readonly mark: SeenMark | undefined;
  /** Whether the reader has the end in sight: what comes now is seen. */
  readonly watches: boolean;
  /** Since when the reader has been back at the end, and new items are in sight; undefined while there are none, or the end is not in sight. */
  readonly backSince: number | undefined;
}

/**
 * - `comes`: the end of the session comes in sight;
 * - `goes`: it goes out of sight, because the reader scrolls, or the page is hidden;
 * - `grown`: there are more items;
 * - `waits`: time has passed.
 */
export type SightEvent = 'comes' | 'goes' | 'grown' | 'waits';

/** How long new items, once their end is in sight, are still marked as new, in milliseconds. */
export const readingMs = 10_000;

/** A reader who begins to look at a session, with what a host has kept of the last time. */
export function beginSight(index: SessionIndex, now: number, kept?: SeenMark): Sight {
  const isKnown = kept !== undefined && index.itemById(kept.item) !== undefined;
  return { mark: isKnown ? kept : markAtEnd(index, now), watches: false, backSince: undefined };
}

/**
 * What an event makes of what a reader has seen. Who watches the end sees whatever comes. Who comes back to new items has seen them after
 * a while; until then the mark stays where it was left.
 */
export function see(sight: Sight, event: SightEvent, index: SessionIndex, now: number): Sight {
  const { mark, watches, backSince } = sight;
  const isNew = mark !== undefined && mark.item !== index.items.at(-1)?.id && index.itemById(mark.item) !== undefined;
  const isRead = !isNew || (backSince !== undefined && now - backSince >= readingMs);
  const seen: Sight = {
    mark: isRead ? markAtEnd(index, now) : mark,
    watches,
    backSince: isRead ? undefined : backSince,
  };
  switch (event) {
    case 'comes':
      return watches ? sight : { ...seen, watches: true, backSince: isNew ? now : undefined };
    case 'goes':
      return watches ? { ...seen, watches: false, backSince: undefined } : sight;
    case 'grown':
      // Of a session that is another one now, nothing is known.
      if (mark === undefined || index.itemById(mark.item) === undefined) return seen;
      return watches && backSince === undefined ? { ...sight, mark: markAtEnd(index, now) } : sight;
    case 'waits':
      return watches && isNew && isRead ? seen : sight;
  }
}

function markAtEnd(index: SessionIndex, now: number): SeenMark | undefined {
  const last = index.items.at(-1);
  return last === undefined ? undefined : { item: last.id, at: now };
}

/** What of the shown items is new since a mark; undefined if nothing is. */
export function newItemsOf(
  index: SessionIndex,
  filters: ReplayFilters,
  mark: SeenMark | undefined,
): NewItems | undefined {
  const after = mark === undefined ? undefined : index.itemById(mark.item)?.index;
  if (after === undefined || after === index.items.length - 1) return undefined;
  const { items } = visibleItems(index, filters);
  const count = items.length - countUpTo(items, after);
  return count === 0 ? undefined : { after, count };
}
