import { type KeyLine, withOrWithoutShift } from './keyTable.ts';

/** How keys move through the rows of a list. */
export interface RowSteps {
  /** Index of the last row, 0-based. */
  readonly last: number;
  /** The row one page above or below a row; it may lie outside the list. */
  readonly pageFrom: (row: number, by: -1 | 1) => number;
  /** Whether a row can be reached. @default every row can */
  readonly canStand?: (row: number) => boolean;
}

/** The row that a key leads to. If there is none in its direction, the current row; undefined if the key does not move. */
export function rowAfterKey(key: string, row: number, { last, pageFrom, canStand }: RowSteps): number | undefined {
  const nearest = (from: number, by: 1 | -1): number | undefined => {
    for (let at = from; at >= 0 && at <= last; at += by) if (canStand?.(at) !== false) return at;
    return undefined;
  };
  switch (key) {
    case 'ArrowUp':
      return nearest(row - 1, -1) ?? row;
    case 'ArrowDown':
      return nearest(row + 1, 1) ?? row;
    case 'Home':
      return nearest(0, 1) ?? row;
    case 'End':
      return nearest(last, -1) ?? row;
    // If a single row is taller than a page, a page still moves by one row.
    case 'PageUp':
      return Math.min(row, nearest(Math.max(0, Math.min(row - 1, pageFrom(row, -1))), 1) ?? row);
    case 'PageDown':
      return Math.max(row, nearest(Math.min(last, Math.max(row + 1, pageFrom(row, 1))), -1) ?? row);
    default:
      return undefined;
  }
}

/** Pages of the given number of rows. */
export function pagesOf(rows: number): RowSteps['pageFrom'] {
  return (row, by) => row + by * rows;
}

/** The movement keys, for the key table of a list; `rowAfterKey` says where they lead. */
export function rowKeys<Command>(command: Command): readonly KeyLine<Command>[] {
  const pair = (first: string, second: string): KeyLine<Command>['does'] => ({
    ...withOrWithoutShift(first, command),
    ...withOrWithoutShift(second, command),
  });
  return [
    { help: 'key.help.rows', does: pair('ArrowUp', 'ArrowDown') },
    { help: 'key.help.pages', does: pair('PageUp', 'PageDown') },
    { help: 'key.help.ends', does: pair('Home', 'End') },
  ];
}
