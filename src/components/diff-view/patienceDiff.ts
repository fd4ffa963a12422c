import { type DiffLine, lineDiff } from '../shared/call/lineDiff.ts';

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** Lines that stand once in either text, in the order of the new one. */
function uniqueLines(before: readonly string[], after: readonly string[]): Anchor[] {
  const places = new Map<string, { before: number; after: number }>();
  const repeated = -2;
  for (const [at, line] of before.entries()) places.set(line, { before: places.has(line) ? repeated : at, after: -1 });
  for (const [at, line] of after.entries()) {
    const place = places.get(line);
    if (place !== undefined) place.after = place.after === -1 ? at : repeated;
  }
  return [...places.values()]
    .filter((place) => place.before >= 0 && place.after >= 0)
    .sort((one, other) => one.after - other.after);
}

/** The longest run of anchors that rises in both texts, by patience sorting. */
function rising(anchors: readonly Anchor[]): Anchor[] {
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [at, { before }] of anchors.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[tops[middle] ?? 0]?.before ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = at;
  }
  const run: Anchor[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor !== undefined) run.push(anchor);
  }
  return run.reverse();
}

/**
 * The difference of two long texts: first the lines that stand once in both are matched, then what lies between them is
 * compared line by line. It takes n log n where a comparison of all lines would take the number of changes times n.
 */
export function patienceDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  for (const anchor of [...rising(uniqueLines(before, after)), { before: before.length, after: after.length }]) {
    if (anchor.before > old || anchor.after > now)
      for (const line of lineDiff(before.slice(old, anchor.before), after.slice(now, anchor.after))) lines.push(line);
    const text = after[anchor.after];
    if (text !== undefined && anchor.before < before.length) lines.push({ sign: ' ', text });
    [old, now] = [anchor.before + 1, anchor.after + 1];
  }
  return lines;
}
