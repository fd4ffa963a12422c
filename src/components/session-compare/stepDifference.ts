/** Position of a row among the differences, 1-based; 0 where it is none. */
export function differenceAt(differences: readonly number[], row: number): number {
  return differences.indexOf(row) + 1;
}

/** The difference after or before a row; after the last comes the first. Undefined where there is none. */
export function stepDifference(differences: readonly number[], row: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (differences.find((each) => each > row) ?? differences[0])
    : (differences.findLast((each) => each < row) ?? differences.at(-1));
}
