/** Any ascending list of numbers. */
export type Ascending = ArrayLike<number>;

/** Counts the entries of an ascending list that are less than or equal to the value. */
export function countUpTo(list: Ascending, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts the entries of an ascending list that are less than the value. */
export function countBelow(list: Ascending, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
