import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** The calls in flight at a position, in every run, ascending. A call runs from its start up to, not including, its end. */
export function runningCalls(index: SessionIndex, { at, item }: Position): number[] {
  const found: number[] = [];
  latestEnds(index).collect(item, at, found);
  return found;
}

/** The earliest moment after `at` at which a call that runs then ends; Infinity where none does. */
export function nextEndOfCall(index: SessionIndex, position: Position): number {
  return runningCalls(index, position).reduce(
    (first, item) => Math.min(first, index.ends[item] as number),
    Number.POSITIVE_INFINITY,
  );
}

interface LatestEnds {
  /** Adds to `found`, ascending, the items up to `last` that end after `at`. */
  collect(last: number, at: number, found: number[]): void;
}

/**
 * A binary tree over the items in which every node knows the latest end below it: whole stretches of items that are over
 * are skipped, so the calls in flight are found in log n each, however long one of them has been running.
 */
const latestEnds = memoize(({ ends }: SessionIndex): LatestEnds => {
  let width = 1;
  while (width < ends.length) width *= 2;
  const tree = new Float64Array(2 * width).fill(Number.NEGATIVE_INFINITY);
  tree.set(ends, width);
  for (let node = width - 1; node > 0; node -= 1) {
    tree[node] = Math.max(tree[2 * node] as number, tree[2 * node + 1] as number);
  }
  const collect = (node: number, first: number, size: number, last: number, at: number, found: number[]): void => {
    if (first > last || (tree[node] as number) <= at) return;
    if (size === 1) {
      found.push(first);
      return;
    }
    collect(2 * node, first, size / 2, last, at, found);
    collect(2 * node + 1, first + size / 2, size / 2, last, at, found);
  };
  return { collect: (last, at, found) => collect(1, 0, width, last, at, found) };
});
