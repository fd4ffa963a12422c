export interface RisingOptions {
  /** Whether a value may equal the previous one. Default: false. */
  readonly equal?: boolean;
  /** Number of values between two pauses. Default: 4096. */
  readonly valuesAStep?: number;
}

/**
 * The positions of a longest rising subsequence, by patience sorting. Takes n log n time, step by step, so that a long list can be worked
 * through between frames. NaN counts as no value and is skipped.
 */
export function* longestRisingInSteps(
  values: ArrayLike<number>,
  { equal = false, valuesAStep = 4096 }: RisingOptions = {},
): Generator<undefined, number[]> {
  const before = new Int32Array(values.length);
  /** tops[k]: the position of the least value that ends a subsequence of k + 1 values. */
  const tops: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (at % valuesAStep === 0) yield;
    if (Number.isNaN(value)) continue;
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const top = values[tops[middle] as number] as number;
      if (top < value || (equal && top === value)) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tops[low - 1] as number);
    tops[low] = at;
  }
  const run: number[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] as number) run.push(at);
  return run.reverse();
}

/** Does the same in one go. */
export function longestRising(values: ArrayLike<number>, options?: RisingOptions): number[] {
  const steps = longestRisingInSteps(values, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

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

/** Groups items by `keyOf`, with the keys in the order in which they first occur. (Node 20 has no `Map.groupBy`.) */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
