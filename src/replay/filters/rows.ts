import { memoize } from '../memoize.ts';
import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { isSearching, type ReplayFilters } from './replayFilters.ts';
import { visibleItems } from './visibleItems.ts';

/** The rows of the list: what passes the filters and is not folded away, in reading order. */
export interface Rows {
  /** The item of each row, as a position in `SessionIndex.items`. */
  readonly items: Uint32Array;
  /** For each item its row; for one that has none the nearest row above it, or -1. */
  readonly rowOf: Int32Array;
  /** Whether an item has a row of its own. */
  has(item: number): boolean;
}

/**
 * Lays the items out in rows, once for the same filters and the same expanded ids. A run is folded away until the call
 * that started it is expanded; one that no known call started is always open; a search opens them all.
 */
export const rowsOf = memoize((index: SessionIndex, filters: ReplayFilters, expanded: ReadonlySet<string>): Rows => {
  const visible = visibleItems(index, filters);
  const open = isSearching(filters) ? undefined : openItems(index, expanded);
  const items = new Uint32Array(visible.items.length);
  const rowOf = new Int32Array(index.items.length);
  let count = 0;
  for (const item of index.outline) {
    if (visible.has(item) && (open === undefined || open[item] === 1)) {
      items[count] = item;
      count += 1;
    }
    rowOf[item] = count - 1;
  }
  return { items: items.subarray(0, count), rowOf, has: (item) => items[rowOf[item] ?? -1] === item };
});

/** Marks the items of runs that are not folded away. */
function openItems({ runs, items }: SessionIndex, expanded: ReadonlySet<string>): Uint8Array {
  const open = new Uint8Array(runs.length);
  const shown = new Uint8Array(items.length);
  const byDepth = [...runs].sort((a, b) => a.depth - b.depth);
  for (const run of byDepth) {
    if (!isOpen(run, open, expanded)) continue;
    open[run.index] = 1;
    for (const item of run.items) shown[item] = 1;
  }
  return shown;
}

function isOpen({ parent, trigger }: ReplayRun, open: Uint8Array, expanded: ReadonlySet<string>): boolean {
  if (parent === undefined) return true;
  return open[parent] === 1 && (trigger === undefined || expanded.has(trigger.id));
}
