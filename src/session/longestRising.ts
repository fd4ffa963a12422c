export interface RisingOptions {
  /** Whether a value may equal the one before it. Default: false. */
  readonly equal?: boolean;
  /** How many values are looked at between two rests. Default: 4096. */
  readonly valuesAStep?: number;
}

/**
 * The places of a longest run of values that rises, by patience sorting: n log n, step by step, so that a long one can be worked
 * out between frames. NaN is no value, and is passed over.
 */
export function* longestRisingInSteps(
  values: ArrayLike<number>,
  { equal = false, valuesAStep = 4096 }: RisingOptions = {},
): Generator<undefined, number[]> {
  const before = new Int32Array(values.length);
  /** tops[k]: the place that ends a run of k + 1 values with the least value. */
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

/** The same at once. */
export function longestRising(values: ArrayLike<number>, options?: RisingOptions): number[] {
  const steps = longestRisingInSteps(values, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
