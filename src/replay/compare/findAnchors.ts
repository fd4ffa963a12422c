import type { Window } from './alignWindow.ts';

/** A pair that can be relied on. */
export interface Anchor {
  readonly left: number;
  readonly right: number;
}

interface Sightings {
  readonly left: number[];
  readonly right: number[];
}

/**
 * The most pairs in order among the keys that occur once on either side of a window, or, where `often` says so, equally often:
 * then the first goes with the first.
 */
export function findAnchors(
  a: Int32Array,
  b: Int32Array,
  { left, leftEnd, right, rightEnd }: Window,
  often: boolean,
): Anchor[] {
  const seen = new Map<number, Sightings>();
  for (let i = left; i < leftEnd; i += 1) {
    const key = a[i] as number;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { left: [i], right: [] });
    else known.left.push(i);
  }
  for (let j = right; j < rightEnd; j += 1) seen.get(b[j] as number)?.right.push(j);
  const anchors: Anchor[] = [];
  for (const places of seen.values()) {
    if (places.left.length !== places.right.length || (!often && places.left.length > 1)) continue;
    for (const [n, place] of places.left.entries()) anchors.push({ left: place, right: places.right[n] as number });
  }
  return rising(anchors.sort((one, other) => one.left - other.left));
}

/** The longest run that rises on the right too, by patience sorting. */
function rising(anchors: readonly Anchor[]): Anchor[] {
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
  }
  const run: Anchor[] = [];
  for (let n = tops.at(-1) ?? -1; n >= 0; n = before[n] as number) run.push(anchors[n] as Anchor);
  return run.reverse();
}
