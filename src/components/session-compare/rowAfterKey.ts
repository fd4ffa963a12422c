import type { MoveKey } from '../timeline/moveFocus.ts';

/** The shown row that a key goes to from another one. */
export function rowAfterKey(key: MoveKey, row: number, last: number, pageRows: number): number {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, row + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1);
    case 'PageDown':
      return Math.min(last, row + pageRows);
    case 'PageUp':
      return Math.max(0, row - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
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
