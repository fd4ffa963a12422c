import type { ComparedRow, RowKind } from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';

/** The rows of a comparison that a list may show, by their positions in `Comparison.rows`, ascending. */
export interface ShownRows {
  readonly everything: readonly number[];
  readonly differences: readonly number[];
  /** How many of each kind there are. */
  readonly counts: Readonly<Record<RowKind, number>>;
}

/** Finds the rows to show, once for the same ones. Counts of tokens have none of their own: their sum stands in the head. */
export const shownRows = memoize((rows: readonly ComparedRow[]): ShownRows => {
  const everything: number[] = [];
  const differences: number[] = [];
  const counts = { same: 0, changed: 0, 'only-left': 0, 'only-right': 0 };
  for (const [row, compared] of rows.entries()) {
    if (isUsage(compared)) continue;
    counts[compared.is] += 1;
    everything.push(row);
    if (compared.is !== 'same') differences.push(row);
  }
  return { everything, differences, counts };
});

function isUsage({ left, right }: ComparedRow): boolean {
  const item = left ?? right;
  return item?.is === 'event' && item.event.type === 'usage';
}
