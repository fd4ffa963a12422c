/**
 * The first position below `length` at which a condition holds, found by halving; `length` where it holds at none. Once it holds, it holds at
 * every later position.
 */
export function firstWhere(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
