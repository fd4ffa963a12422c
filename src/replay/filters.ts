import { isAnswer, isPrompt } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import { type ItemKind, kindOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { SessionMs } from './timeAxis.ts';

/**
 * How closely a session is read.
 *
 * - `story`: each prompt with what came of it and its answer; the rest opens in place;
 * - `steps`: everything that was said and done, with runs of reads, polls and housekeeping folded;
 * - `everything`: every item, whatever kinds are hidden, and nothing folded but the runs of subagents;
 * - `conversation`: what the person and the session's agent said, alone.
 */
export type ReadingLevel = (typeof readingLevels)[number];

/** All levels, the key of each being its place. */
export const readingLevels = ['story', 'steps', 'everything', 'conversation'] as const;

/**
 * Which items are shown: those that meet everything that is asked. What they say and are, such as their tool or their outcome, is
 * asked by a search, and `matches` holds what it found.
 */
export interface ReplayFilters {
  /** Kinds that are not shown, such as thinking, usage, notices. */
  readonly hidden: readonly ItemKind[];
  readonly only: 'everything' | 'prompts';
  /**
   * How closely the session is read; a search finds at every level. Without it the list has no chapters, and folds polls and
   * housekeeping alone.
   */
  readonly level?: ReadingLevel | undefined;
  /** Ids of what a search found, where only that is shown. A link has the search instead. */
  readonly matches?: ReadonlySet<string> | undefined;
  /** Only what begins in this range of the session, or still goes on in it. */
  readonly between?: { readonly from: SessionMs; readonly to: SessionMs } | undefined;
}

/** Shows everything. */
export const noFilters: ReplayFilters = { hidden: [], only: 'everything' };

/** Whether filters ask for something, rather than hide kinds: then runs that are folded away show what was found in them. */
export function isSearching({ only, matches, between }: ReplayFilters): boolean {
  return only !== 'everything' || matches !== undefined || between !== undefined;
}

type Predicate = (item: ReplayItem) => boolean;

/** Which items the filters let through. */
export interface VisibleItems {
  /** Their positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  has(item: number): boolean;
}

/** Finds the items that filters let through, once for the same filters. */
export const visibleItems = memoize((index: SessionIndex, filters: ReplayFilters): VisibleItems => {
  const predicates = predicatesOf(index, filters);
  const passes = new Uint8Array(index.items.length);
  const items = new Uint32Array(index.items.length);
  let count = 0;
  for (const item of index.items) {
    if (!predicates.every((predicate) => predicate(item))) continue;
    passes[item.index] = 1;
    items[count] = item.index;
    count += 1;
  }
  return { items: items.subarray(0, count), has: (item) => passes[item] === 1 };
});

/** One predicate for each thing asked. */
function predicatesOf(index: SessionIndex, filters: ReplayFilters): Predicate[] {
  const { hidden, only, matches, between } = filters;
  const predicates: Predicate[] = [];
  const kinds = new Set(hidden);
  const level = isSearching(filters) ? undefined : filters.level;
  if (level === 'conversation') predicates.push((item) => item.run === 0 && (isPrompt(item) || isAnswer(item)));
  if (kinds.size > 0 && level !== 'everything') predicates.push((item) => !kinds.has(kindOf(item)));
  if (only === 'prompts') predicates.push(isPrompt);
  if (matches !== undefined) predicates.push(({ id }) => matches.has(id));
  if (between !== undefined) {
    predicates.push(({ index: item }) => {
      // What has gone on since before belongs to it, too.
      return (index.starts[item] as number) <= between.to && (index.ends[item] as number) >= between.from;
    });
  }
  return predicates;
}
