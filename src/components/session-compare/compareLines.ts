import type { ComparedRow, RowKind } from '../../replay/index.ts';
import { shownRows } from './shownRows.ts';

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
