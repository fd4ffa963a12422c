import type { KeySequence } from './keySequence.ts';

/** Stretches of both sequences, ends excluded. */
export interface Window {
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
 * Pairs the items of a window so that their scores add up to the most, in order: dynamic programming over every pair, from the
 * end, so that of equal ways the one that pairs early is taken. Takes a byte a pair of items.
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
