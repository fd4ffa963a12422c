import type { Window } from './alignWindow.ts';

/** A pair that can be relied on. */
export interface Anchor {
  readonly left: number;
  readonly right: number;
}

interface Sightings {
  left: number;
  readonly right: number[];
}

/** Some ten microseconds a hundred: a step takes less than a millisecond. */
const itemsAStep = 4096;

/**
 * The most pairs in order among the keys that occur once on either side of a window, or, where `often` says so, equally often:
 * then the first goes with the first. Step by step.
 */
export function* findAnchors(
  a: Int32Array,
  b: Int32Array,
  { left, leftEnd, right, rightEnd }: Window,
  often: boolean,
): Generator<undefined, Anchor[]> {
  const seen = new Map<number, Sightings>();
  for (let i = left; i < leftEnd; i += 1) {
    const key = a[i] as number;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { left: 1, right: [] });
    else known.left += 1;
    if (i % itemsAStep === 0) yield;
  }
  for (let j = right; j < rightEnd; j += 1) {
    seen.get(b[j] as number)?.right.push(j);
    if (j % itemsAStep === 0) yield;
  }
  const anchors: Anchor[] = [];
  const passed = new Map<number, number>();
  for (let i = left; i < leftEnd; i += 1) {
    const key = a[i] as number;
    const places = seen.get(key);
    if (i % itemsAStep === 0) yield;
    if (places === undefined || places.left !== places.right.length || (!often && places.left > 1)) continue;
    const nth = passed.get(key) ?? 0;
    anchors.push({ left: i, right: places.right[nth] as number });
    passed.set(key, nth + 1);
  }
  return yield* rising(anchors);
}

/** The longest run that rises on the right too, by patience sorting. */
function* rising(anchors: readonly Anchor[]): Generator<undefined, Anchor[]> {
  const before = new Int32Array(anchors.length);
  /** tops[k]: the anchor that ends a run of k + 1 with the least right. */
  const tops: number[] = [];
  for (const [n, { right }] of anchors.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((anchors[tops[middle] as number] as Anchor).right < right) low = middle + 1;
      else high = middle;
    }
    before[n] = low === 0 ? -1 : (tops[low - 1] as number);
    tops[low] = n;
    if (n % itemsAStep === 0) yield;
  }
  const run: Anchor[] = [];
  for (let n = tops.at(-1) ?? -1; n >= 0; n = before[n] as number) run.push(anchors[n] as Anchor);
  return run.reverse();
}
