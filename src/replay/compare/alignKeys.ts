import { longestRisingInSteps } from '../../session/internal.ts';
import type { KeySequence } from './itemKeys.ts';

/** Ranges of both sequences, ends excluded. */
interface Window {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

const exactScore = 5;
const subjectScore = 3;

const skipLeft = 0;
const skipRight = 1;
const pair = 2;

/**
 * Pairs the items of a window so that their scores add up to the maximum, in order. Dynamic programming over every pair, from the end, so
 * that among equal alignments the one that pairs early wins. Takes one byte per pair of items.
 */
export function alignWindow(
  a: KeySequence,
  b: KeySequence,
  { left, leftEnd, right, rightEnd }: Window,
  onPair: (left: number, right: number) => void,
): void {
  const columns = rightEnd - right;
  const ways = new Uint8Array((leftEnd - left) * columns);
  let below = new Int32Array(columns + 1);
  let row = new Int32Array(columns + 1);
  for (let i = leftEnd - 1; i >= left; i -= 1) {
    const [exact, subject, weight] = [a.exact[i], a.subject[i], a.weight[i] as number];
    const from = (i - left) * columns;
    for (let j = columns - 1; j >= 0; j -= 1) {
      let best = below[j] as number;
      let way = skipLeft;
      const beside = row[j + 1] as number;
      if (beside > best) {
        best = beside;
        way = skipRight;
      }
      if (b.subject[right + j] === subject) {
        const score = b.exact[right + j] === exact ? exactScore : subjectScore;
        const paired = (below[j + 1] as number) + score * weight;
        if (paired >= best) {
          best = paired;
          way = pair;
        }
      }
      row[j] = best;
      ways[from + j] = way;
    }
    [below, row] = [row, below];
    row[columns] = 0;
  }
  for (let [i, j] = [left, 0]; i < leftEnd && j < columns; ) {
    const way = ways[(i - left) * columns + j];
    if (way === pair) onPair(i, right + j);
    if (way !== skipRight) i += 1;
    if (way !== skipLeft) j += 1;
  }
}

/** A reliable pair. */
interface Anchor {
  readonly left: number;
  readonly right: number;
}

interface Occurrences {
  left: number;
  readonly right: number[];
}

/** Items per step: a hundred take some ten microseconds, so a step takes less than a millisecond. */
const itemsAStep = 4096;

/**
 * The longest series of ascending pairs among the keys that occur once on either side of a window or, if `often` is set, equally often;
 * then the first goes with the first. Step by step.
 */
export function* findAnchors(
  a: Int32Array,
  b: Int32Array,
  { left, leftEnd, right, rightEnd }: Window,
  often: boolean,
): Generator<undefined, Anchor[]> {
  const seen = new Map<number, Occurrences>();
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
    const found = seen.get(key);
    if (i % itemsAStep === 0) yield;
    if (found === undefined || found.left !== found.right.length || (!often && found.left > 1)) continue;
    const nth = passed.get(key) ?? 0;
    anchors.push({ left: i, right: found.right[nth] as number });
    passed.set(key, nth + 1);
  }
  const rising = yield* longestRisingInSteps(
    Int32Array.from(anchors, ({ right }) => right),
    { valuesAStep: itemsAStep },
  );
  return rising.map((at) => anchors[at] as Anchor);
}

/** Maximum number of item pairs in one window. A pair takes one byte and some tens of nanoseconds. */
const mostPairs = 1 << 18;
const windowSide = 1 << 9;

type FindAnchors = (a: KeySequence, b: KeySequence, window: Window) => Generator<undefined, Anchor[]>;

/** The ways to split a window that is too large. Each is tried once, so that the whole stays linear. */
const strategies: readonly FindAnchors[] = [
  (a, b, window) => findAnchors(a.exact, b.exact, window, false),
  (a, b, window) => findAnchors(a.subject, b.subject, window, false),
  (a, b, window) => findAnchors(a.exact, b.exact, window, true),
];

/**
 * Pairs the items of two sessions in order, by their keys: for each item on the left its partner on the right, or -1. Step by step, each of
 * some milliseconds at most.
 *
 * Small windows get the best alignment there is. A window of more than some 260,000 possible pairs is first split at keys that occur once
 * on both sides; where there are none, it is cut into pieces of equal share, and each piece gets its best alignment. No window that is
 * aligned as a whole is wider than 512 on its narrow side, so 100,000 calls against 100,000 cost at most some hundred million steps,
 * however much they differ, and never more than a quarter of a megabyte beside their keys.
 */
export function* alignKeys(a: KeySequence, b: KeySequence): Generator<undefined, Int32Array> {
  const partners = new Int32Array(a.length).fill(-1);
  const onPair = (left: number, right: number): void => {
    partners[left] = right;
  };
  function* align(whole: Window, step: number): Generator<undefined, void> {
    const window = trimmed(a, b, whole, onPair);
    const [rows, columns] = [window.leftEnd - window.left, window.rightEnd - window.right];
    if (rows === 0 || columns === 0) return;
    yield;
    if (rows * columns <= mostPairs) {
      alignWindow(a, b, window, onPair);
      return;
    }
    const find = strategies[step];
    if (find === undefined) {
      for (const piece of pieces(window, Math.ceil(Math.max(rows, columns) / windowSide))) {
        alignWindow(a, b, piece, onPair);
        yield;
      }
      return;
    }
    const anchors = yield* find(a, b, window);
    for (const { left, right } of anchors) onPair(left, right);
    for (const gap of gapsBetween(window, anchors)) yield* align(gap, step + 1);
  }
  yield* align({ left: 0, leftEnd: a.length, right: 0, rightEnd: b.length }, 0);
  return partners;
}

/** Pairs equal keys at both ends, which is always part of a best alignment; gives the window between them. */
function trimmed(
  a: KeySequence,
  b: KeySequence,
  window: Window,
  onPair: (left: number, right: number) => void,
): Window {
  let { left, leftEnd, right, rightEnd } = window;
  while (left < leftEnd && right < rightEnd && a.exact[left] === b.exact[right]) {
    onPair(left, right);
    left += 1;
    right += 1;
  }
  while (left < leftEnd && right < rightEnd && a.exact[leftEnd - 1] === b.exact[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
    onPair(leftEnd, rightEnd);
  }
  return { left, leftEnd, right, rightEnd };
}

function* gapsBetween(window: Window, anchors: readonly Anchor[]): Generator<Window> {
  let { left, right } = window;
  for (const anchor of anchors) {
    yield { left, leftEnd: anchor.left, right, rightEnd: anchor.right };
    left = anchor.left + 1;
    right = anchor.right + 1;
  }
  yield { left, leftEnd: window.leftEnd, right, rightEnd: window.rightEnd };
}

function* pieces({ left, leftEnd, right, rightEnd }: Window, count: number): Generator<Window> {
  const cut = (from: number, to: number, n: number): number => from + Math.floor(((to - from) * n) / count);
  for (let n = 0; n < count; n += 1) {
    yield {
      left: cut(left, leftEnd, n),
      leftEnd: cut(left, leftEnd, n + 1),
      right: cut(right, rightEnd, n),
      rightEnd: cut(right, rightEnd, n + 1),
    };
  }
}
