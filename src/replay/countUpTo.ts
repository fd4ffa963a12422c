/** Any ascending list of numbers. */
export type Ascending = ArrayLike<number>;

/** How many entries of an ascending list are at most the value. */
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

/** How many entries of an ascending list are less than the value. */
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
