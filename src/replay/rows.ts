import { countBelow, countUpTo } from './countUpTo.ts';
import { isSearching, type ReplayFilters, type VisibleItems, visibleItems } from './filters.ts';
import { housekeepingRuns } from './housekeeping.ts';
import { phaseStarts } from './landmarks.ts';
import { levelOf, lookRuns } from './levels.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { pollsOf } from './polls.ts';
import type { Landmark, ReplayRun, SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';

/** The rows of the list: the items that pass the filters and are not folded away, in reading order. */
export interface Rows {
  /** The item of each row, as a position in `SessionIndex.items`. */
  readonly items: Uint32Array;
  /** For each item its row; for an item without one the nearest row above it, or -1. */
  readonly rowOf: Int32Array;
  /** Whether an item has a row of its own. */
  has(item: number): boolean;
  /** Whether an item has a row only as the heading of its calls: a search found something in the run it started, not the item itself. */
  isParent(item: number): boolean;
}

/**
 * Lays the items out in rows, once for the same filters and the same expanded ids. A run is folded until the call that started it is
 * expanded, and so are the polls of a command; a run without a known call is always open. The first item of a run of housekeeping, or of
 * looks, stands for all of them until it is expanded. A search unfolds everything, and keeps the calls above what it found.
 */
export const rowsOf = memoizeSteps(function* (
  index: SessionIndex,
  filters: ReplayFilters,
  expanded: ReadonlySet<string>,
): Generator<undefined, Rows> {
  const visible = yield* visibleItems.steps(index, filters);
  const searching = isSearching(filters);
  const open = searching ? undefined : openRuns(index, expanded);
  const hidden = searching ? undefined : foldsLeft(yield* foldsOf.steps(index, filters), expanded);
  const parents = searching ? parentsOf(index, visible) : new Set<number>();
  const runOf = runOfItems(index);
  const { outline } = index;
  const items = new Uint32Array(visible.items.length + parents.size);
  const rowOf = new Int32Array(index.items.length);
  let count = 0;
  for (let n = 0; n < outline.length; n += 1) {
    if (n % itemsPerStep === 0) yield;
    const item = outline[n] as number;
    const isUnfolded = open === undefined || (open[runOf[item] as number] === 1 && hidden?.[item] === 0);
    if (isUnfolded && (visible.has(item) || parents.has(item))) {
      items[count] = item;
      count += 1;
    }
    rowOf[item] = count - 1;
  }
  return {
    items: items.subarray(0, count),
    rowOf,
    has: (item) => items[rowOf[item] ?? -1] === item,
    isParent: (item) => parents.has(item),
  };
});

/** The run of each item, in one typed array: ten times faster than asking each of a hundred thousand items. */
export const runOfItems = memoize(({ items, runs }: SessionIndex): Uint32Array => {
  const runOf = new Uint32Array(items.length);
  for (const run of runs) for (const item of run.items) runOf[item] = run.index;
  return runOf;
});

/** The calls that started the runs with matches, up to the session itself, unless they match themselves. */
function parentsOf({ runs, items }: SessionIndex, visible: VisibleItems): Set<number> {
  const parents = new Set<number>();
  const seen = new Uint8Array(runs.length);
  for (const at of visible.items) {
    for (
      let run = runs[items[at]?.run ?? 0];
      run !== undefined && seen[run.index] === 0;
      run = runs[run.parent ?? -1]
    ) {
      seen[run.index] = 1;
      if (run.trigger !== undefined && !visible.has(run.trigger.index)) parents.add(run.trigger.index);
    }
  }
  return parents;
}

/** What is folded while nothing is expanded: polls, and all of a run of housekeeping or looks but its first item. */
interface Folds {
  /** How many folds hide each item. */
  readonly hiddenBy: Uint8Array;
  /** The items that each id hides until it is expanded. */
  readonly itemsById: ReadonlyMap<string, readonly number[]>;
}

/** Found once for the same filters: to unfold one row, a session of a hundred thousand calls is not gone through again. */
const foldsOf = memoizeSteps(function* (index: SessionIndex, filters: ReplayFilters): Generator<undefined, Folds> {
  const visible = yield* visibleItems.steps(index, filters);
  const hiddenBy = new Uint8Array(index.items.length);
  const itemsById = new Map<string, readonly number[]>();
  const fold = (id: string, items: readonly number[]): void => {
    itemsById.set(id, items);
    for (const item of items) hiddenBy[item] = (hiddenBy[item] as number) + 1;
  };
  const polled = levelOf(filters) === 'everything' ? [] : yield* pollsOf.steps(index);
  for (const [id, polls] of polled) if (visible.has(polls.command)) fold(id, polls.items);
  for (const { id, items } of (yield* housekeepingRuns.steps(index, filters)).byFirst.values())
    fold(id, items.slice(1));
  yield;
  for (const { id, items } of (yield* lookRuns.steps(index, filters)).byFirst.values()) fold(id, items.slice(1));
  return { hiddenBy, itemsById };
});

/** How many folds hide each item once some are expanded. */
function foldsLeft({ hiddenBy, itemsById }: Folds, expanded: ReadonlySet<string>): Uint8Array {
  const left = hiddenBy.slice();
  for (const id of expanded) for (const item of itemsById.get(id) ?? []) left[item] = (left[item] as number) - 1;
  return left;
}

/** Marks the runs whose items are not folded away. */
function openRuns({ runs }: SessionIndex, expanded: ReadonlySet<string>): Uint8Array {
  const open = new Uint8Array(runs.length);
  for (const run of [...runs].sort((a, b) => a.depth - b.depth)) if (isOpen(run, open, expanded)) open[run.index] = 1;
  return open;
}

function isOpen({ parent, trigger }: ReplayRun, open: Uint8Array, expanded: ReadonlySet<string>): boolean {
  if (parent === undefined) return true;
  return open[parent] === 1 && (trigger === undefined || expanded.has(trigger.id));
}

/** The unit of a step: every item, or the items of one kind. */
export type Step = 'item' | Landmark;

export type Direction = 'forward' | 'backward';

/**
 * The items that stepping visits, ascending. For items, calls and messages, those with a row; for errors, prompts, phases and compactions
 * also those in folded runs, because the scrub bar marks them too.
 */
export function stepsOf(
  { index, filters, expanded }: { index: SessionIndex; filters: ReplayFilters; expanded: ReadonlySet<string> },
  step: Step,
): Uint32Array {
  switch (step) {
    case 'item':
    case 'call':
    case 'message':
      return rowSteps(index, rowsOf(index, filters, expanded))[step];
    case 'error':
    case 'prompt':
    case 'phase':
    case 'compaction':
      return landmarkSteps(index, visibleItems(index, filters))[step];
    default:
      return step satisfies never;
  }
}

/** The item nearest after or before a given item, among some ascending items; undefined where there is none. */
export function neighbour(items: Uint32Array, item: number, direction: Direction): number | undefined {
  return direction === 'forward' ? items[countUpTo(items, item)] : items[countBelow(items, item) - 1];
}

function isAmong(items: Uint32Array, item: number): boolean {
  return items[countBelow(items, item)] === item;
}

const rowSteps = memoize(({ landmarks }: SessionIndex, rows: Rows) => {
  const isStep = (item: number): boolean => rows.has(item) && !rows.isParent(item);
  return {
    item: rows.items.filter(isStep).sort(),
    call: landmarks.call.filter(isStep),
    message: landmarks.message.filter(isStep),
  };
});

const landmarkSteps = memoize(({ items, landmarks, phaseOf }: SessionIndex, visible: VisibleItems) => ({
  error: landmarks.error.filter(visible.has),
  prompt: landmarks.prompt.filter(visible.has),
  compaction: landmarks.compaction.filter(visible.has),
  // Found again, because a phase whose first item is hidden begins at its next shown item, and a prompt stands above its phase's header.
  phase: phaseStarts(visible.items, phaseOf, (item) => items[item]?.run === 0 && !isAmong(landmarks.prompt, item)),
}));
