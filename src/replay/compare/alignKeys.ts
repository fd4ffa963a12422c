import { alignWindow, type Window } from './alignWindow.ts';
import { type Anchor, findAnchors } from './findAnchors.ts';
import type { KeySequence } from './keySequence.ts';

/** Pairs of items that one window may have: a byte each, and some tens of nanoseconds. */
const mostPairs = 1 << 18;
const windowSide = 1 << 9;

type FindAnchors = (a: KeySequence, b: KeySequence, window: Window) => Generator<undefined, Anchor[]>;

/** By what a window that is too large falls into smaller ones: each is tried once, so that the whole stays linear. */
const ladder: readonly FindAnchors[] = [
  (a, b, window) => findAnchors(a.exact, b.exact, window, false),
  (a, b, window) => findAnchors(a.subject, b.subject, window, false),
  (a, b, window) => findAnchors(a.exact, b.exact, window, true),
];

/**
 * Pairs the items of two sessions in order, by their keys: for each of the left its partner on the right, or -1. Step by step,
 * each of some milliseconds at most.
 *
 * Small stretches get the best alignment there is. A stretch of more than some 260,000 possible pairs is first held by what occurs
 * once on both sides; where nothing does, it is cut into pieces of equal share, and the best is found within each. No stretch that
 * is looked at whole is wider than 512 on its narrow side, so 100,000 calls against 100,000 cost at most some hundred million
 * steps, however much they differ, and never more than a quarter of a megabyte beside their keys.
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
    const find = ladder[step];
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

/** Pairs what is exactly alike at both ends, which no better alignment can do without; gives what is between. */
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
