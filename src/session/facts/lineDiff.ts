/** One line of a difference. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

/** More changes than this between two texts read better as one text replaced by the other, and cost far less. */
const mostEdits = 400;

/** Myers' greedy algorithm: for each number of edits, how far every diagonal reaches. Empty where it gives up. */
function reach(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number>[] {
  const trace: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(before.length + after.length, mostEdits); edits += 1) {
    const next = new Map(last);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (last.get(k - 1) ?? 0) < (last.get(k + 1) ?? 0));
      let x = down ? (last.get(k + 1) ?? 0) : (last.get(k - 1) ?? 0) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      next.set(k, x);
      if (x >= before.length && x - k >= after.length) return [...trace, last];
    }
    trace.push(last);
    last = next;
  }
  return [];
}

function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  return [
    ...before.map((text): DiffLine => ({ sign: '-', text })),
    ...after.map((text): DiffLine => ({ sign: '+', text })),
  ];
}

/** Walks the trace back from the end, where each step is an edit and the equal lines after it. */
function walkBack(
  before: readonly string[],
  after: readonly string[],
  trace: readonly ReadonlyMap<number, number>[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const far = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -edits || (k !== edits && (far.get(k - 1) ?? 0) < (far.get(k + 1) ?? 0));
    const fromX = edits === 0 ? 0 : (far.get(down ? k + 1 : k - 1) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: before[x] ?? '' });
    }
    if (edits === 0) break;
    if (down) lines.push({ sign: '+', text: after[fromY] ?? '' });
    else lines.push({ sign: '-', text: before[fromX] ?? '' });
    x = fromX;
    y = fromY;
  }
  return lines.reverse();
}

/** The shortest list of removed, added and kept lines that turns one text into another; see {@link mostEdits}. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const oldMiddle = before.slice(head, before.length - tail);
  const newMiddle = after.slice(head, after.length - tail);
  const kept = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ sign: ' ', text }));
  const trace = oldMiddle.length === 0 || newMiddle.length === 0 ? [] : reach(oldMiddle, newMiddle);
  const middle = trace.length === 0 ? replaced(oldMiddle, newMiddle) : walkBack(oldMiddle, newMiddle, trace);
  return [...kept(before.slice(0, head)), ...middle, ...kept(before.slice(before.length - tail))];
}
