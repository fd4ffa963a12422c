/**
 * Makes the times of one run ascend, in place, moving as few of them as can be. NaN is "no time".
 *
 * Logs are written out of order by a few milliseconds, clocks are set back, and now and then one record has a time from
 * another year. The longest ascending subsequence is believed; every other time moves to the nearest moment between its
 * neighbours. (Carrying the latest time forward instead would let one record from the future freeze all that follow.)
 * An item without a time takes its predecessor's; before the first known time, that one; `fallback` where none is known.
 */
export function steadyTimes(times: Float64Array, fallback: number): void {
  const believed = ascends(times) ? undefined : longestAscending(times);
  let next = nextBelieved(times, believed, 0);
  let last = next < times.length ? (times[next] as number) : fallback;
  for (let i = 0; i < times.length; i += 1) {
    const own = times[i] as number;
    if (i === next) {
      last = own;
      next = nextBelieved(times, believed, i + 1);
    } else if (!Number.isNaN(own)) {
      const ceiling = next < times.length ? (times[next] as number) : last;
      last = Math.min(Math.max(own, last), Math.max(ceiling, last));
    }
    times[i] = last;
  }
}

function ascends(times: Float64Array): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < last) return false;
    if (!Number.isNaN(time)) last = time;
  }
  return true;
}

function nextBelieved(times: Float64Array, believed: Uint8Array | undefined, from: number): number {
  let i = from;
  while (i < times.length && (Number.isNaN(times[i]) || believed?.[i] === 0)) i += 1;
  return i;
}

/** Marks a longest non-descending subsequence: patience sorting, n log n. */
function longestAscending(times: Float64Array): Uint8Array {
  const before = new Int32Array(times.length);
  /** tails[k]: the item that ends an ascending sequence of k + 1 items with the least time. */
  const tails: number[] = [];
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i] as number;
    if (Number.isNaN(time)) continue;
    const length = tailsUpTo(times, tails, time);
    before[i] = length === 0 ? -1 : (tails[length - 1] as number);
    tails[length] = i;
  }
  const believed = new Uint8Array(times.length);
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) believed[i] = 1;
  return believed;
}

function tailsUpTo(times: Float64Array, tails: readonly number[], time: number): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[tails[middle] as number] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
