import type { ComparedRow, CompareSide, Comparison } from '../../replay/index.ts';

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
