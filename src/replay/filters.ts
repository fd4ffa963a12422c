import { memoizeSteps } from './memoize.ts';
import { type ItemKind, isAnswer, isPrompt, kindOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';
import type { SessionMs } from './timeAxis.ts';

/**
 * How closely a session is read.
 *
 * - `story`: each prompt with what came of it and its answer; the rest opens in place;
 * - `steps`: everything that was said and done, with runs of reads, polls and housekeeping folded;
 * - `everything`: every item, whatever kinds are hidden, with only the runs of subagents folded;
 * - `conversation`: only what the person and the session's agent said.
 */
export type ReadingLevel = (typeof readingLevels)[number];

/** All levels; each is chosen by the key of its position. */
export const readingLevels = ['story', 'steps', 'everything', 'conversation'] as const;

/**
 * Which items are shown: those that meet every condition. Conditions on what items are and say, such as tool or outcome, belong to a
 * search; `matches` holds what it found.
 */
export interface ReplayFilters {
  /** Kinds that are hidden, such as thinking, usage, notices. */
  readonly hidden: readonly ItemKind[];
  readonly only: 'everything' | 'prompts';
  /**
   * How closely the session is read; a search finds items at every level. Without a level the list has no chapters, and folds only polls
   * and housekeeping.
   */
  readonly level?: ReadingLevel | undefined;
  /** Ids of what a search found, if only that is shown. A link carries the query instead. */
  readonly matches?: ReadonlySet<string> | undefined;
  /** Shows only items that begin in this range of the session, or are still going on in it. */
  readonly between?: { readonly from: SessionMs; readonly to: SessionMs } | undefined;
}

/** Filters that show everything. */
export const noFilters: ReplayFilters = { hidden: [], only: 'everything' };

/** Whether filters ask for something rather than only hide kinds. Folded runs then show what was found in them. */
export function isSearching({ only, matches, between }: ReplayFilters): boolean {
  return only !== 'everything' || matches !== undefined || between !== undefined;
}

type Predicate = (item: ReplayItem) => boolean;

/** The items that pass the filters. */
export interface VisibleItems {
  /** Their positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  has(item: number): boolean;
}

/** Finds the items that pass the filters; computed once for the same filters. */
export const visibleItems = memoizeSteps(function* (
  index: SessionIndex,
  filters: ReplayFilters,
): Generator<undefined, VisibleItems> {
  const predicates = predicatesOf(index, filters);
  const passes = new Uint8Array(index.items.length);
  const items = new Uint32Array(index.items.length);
  let count = 0;
  for (const item of index.items) {
    if (item.index % itemsPerStep === 0) yield;
    if (!predicates.every((predicate) => predicate(item))) continue;
    passes[item.index] = 1;
    items[count] = item.index;
    count += 1;
  }
  return { items: items.subarray(0, count), has: (item) => passes[item] === 1 };
});

/** One predicate for each condition. */
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
      // An item that began earlier and is still going on belongs to the range too.
      return (index.starts[item] as number) <= between.to && (index.ends[item] as number) >= between.from;
    });
  }
  return predicates;
}
