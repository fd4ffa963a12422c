/** The row of a list that a key goes to from another one; undefined where the key does not move. */
export function rowAfterKey(key: string, row: number, last: number, pageRows: number): number | undefined {
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
    default:
      return undefined;
  }
}
