import { isSearching, type ReplayFilters, type VisibleItems, visibleItems } from './filters.ts';
import { housekeepingRuns } from './housekeeping.ts';
import { levelOf, lookRuns } from './levels.ts';
import { memoizeSteps } from './memoize.ts';
import { pollsOf } from './polls.ts';
import type { ReplayRun, SessionIndex } from './sessionIndex.ts';
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
  const open = searching ? undefined : yield* openItems(index, filters, expanded);
  const parents = searching ? parentsOf(index, visible) : new Set<number>();
  const items = new Uint32Array(visible.items.length + parents.size);
  const rowOf = new Int32Array(index.items.length);
  let count = 0;
  for (const [n, item] of index.outline.entries()) {
    if (n % itemsPerStep === 0) yield;
    if ((visible.has(item) || parents.has(item)) && (open === undefined || open[item] === 1)) {
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

/** Marks the items that are not folded away: items of open runs, except polls and housekeeping that another row stands for. */
function* openItems(
  index: SessionIndex,
  filters: ReplayFilters,
  expanded: ReadonlySet<string>,
): Generator<undefined, Uint8Array> {
  const { runs, items } = index;
  const visible = yield* visibleItems.steps(index, filters);
  const open = new Uint8Array(runs.length);
  const shown = new Uint8Array(items.length);
  const byDepth = [...runs].sort((a, b) => a.depth - b.depth);
  for (const run of byDepth) {
    if (!isOpen(run, open, expanded)) continue;
    open[run.index] = 1;
    for (const item of run.items) shown[item] = 1;
  }
  const polled = levelOf(filters) === 'everything' ? [] : yield* pollsOf.steps(index);
  for (const [id, polls] of polled) {
    if (expanded.has(id) || !visible.has(polls.command)) continue;
    for (const item of polls.items) shown[item] = 0;
  }
  for (const run of (yield* housekeepingRuns.steps(index, filters)).byFirst.values()) {
    if (expanded.has(run.id)) continue;
    for (const item of run.items.slice(1)) shown[item] = 0;
  }
  yield;
  for (const run of (yield* lookRuns.steps(index, filters)).byFirst.values()) {
    if (expanded.has(run.id)) continue;
    for (const item of run.items.slice(1)) shown[item] = 0;
  }
  return shown;
}

function isOpen({ parent, trigger }: ReplayRun, open: Uint8Array, expanded: ReadonlySet<string>): boolean {
  if (parent === undefined) return true;
  return open[parent] === 1 && (trigger === undefined || expanded.has(trigger.id));
}
