import type { ComparedRow, CompareSide, Comparison, RowKind } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';

/** The rows of a comparison that a list may show, by their positions in `Comparison.rows`, ascending. */
interface ShownRows {
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

/** Two columns; or one, in which the lines of a pair stand below each other. */
export type CompareLayout = 'columns' | 'stacked';

/** The rows that are shown, and on which lines they stand: all lines are equally high, so that any number can be drawn. */
export interface CompareLines {
  /** Positions in `Comparison.rows`, ascending. */
  readonly rows: readonly number[];
  /** For each shown row its first line, and at the end the number of lines. */
  readonly firstLine: Uint32Array;
  /** For each line its shown row. */
  readonly rowOfLine: readonly number[];
  /** How many rows of each kind there are, shown or left out by the reader. */
  readonly counts: Readonly<Record<RowKind, number>>;
}

/** Height of a line, in pixels. */
export const linePx = 32;

/** Lays out the rows of a comparison that are shown. */
export function compareLines(
  rows: readonly ComparedRow[],
  layout: CompareLayout,
  only: 'everything' | 'differences',
): CompareLines {
  const { [only]: shown, counts } = shownRows(rows);
  const firstLine = new Uint32Array(shown.length + 1);
  const rowOfLine: number[] = [];
  for (const [at, row] of shown.entries()) {
    rowOfLine.push(at);
    if (layout === 'stacked' && rows[row]?.is === 'changed') rowOfLine.push(at);
    firstLine[at + 1] = rowOfLine.length;
  }
  return { rows: shown, firstLine, rowOfLine, counts };
}

/** Where a row stands among those shown, ascending; of one that is left out, the next one, or the last. */
export function shownAt(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, rows.length - 1);
}

/** By what a row is found again when a session grows and rows come in above it: an item on it. */
export interface RowMark {
  readonly side: CompareSide;
  readonly id: string;
}

/** The mark of a row. */
export function markOf({ left, right }: ComparedRow): RowMark {
  return left === undefined ? { side: 'right', id: right.id } : { side: 'left', id: left.id };
}

/** The row of a mark, by its position in `Comparison.rows`; -1 where its item is gone. */
export function rowOfMark({ indexes, rowOf }: Comparison, { side, id }: RowMark): number {
  return rowOf(side, indexes[side].itemById(id)?.index ?? -1);
}

/** A mark as a text that no other row has. */
export function markName({ side, id }: RowMark): string {
  return `${side} ${id}`;
}
