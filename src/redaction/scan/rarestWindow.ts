import { windowLength } from './anchor.ts';
import type { CharSet } from './charSet.ts';

// Letters of English, from a to z, in percent.
const letterShares = [
  8.2, 1.5, 2.8, 4.3, 12.7, 2.2, 2, 6.1, 7, 0.15, 0.77, 4, 2.4, 6.7, 7.5, 1.9, 0.1, 6, 6.3, 9.1, 2.8, 1, 2.4, 0.15, 2,
  0.07,
];
const blankShare = 15;
const otherShare = 0.8;

/**
 * Chooses the four characters of an anchor that are rarest in ordinary text. Its last pair counts most: it stops the
 * search, where the other two only shorten its next step.
 */
export function rarestWindow(places: readonly CharSet[]): number {
  const placeShares = places.map(shareOf);
  const pairs = placeShares.slice(1).map((share, place) => share * (placeShares[place] ?? 0));
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let offset = 0; offset + windowLength <= places.length; offset++) {
    const [first = 0, second = 0, last = 0] = pairs.slice(offset);
    const cost = first + 2 * second + 8 * last;
    if (cost < lowest) [best, lowest] = [offset, cost];
  }
  return best;
}

function shareOf(set: CharSet): number {
  let sum = 0;
  for (let code = 0; code < shares.length; code++) if (set[code] === 1) sum += shares[code] as number;
  return sum;
}

function shareOfCode(code: number): number {
  if (code < 0x20) return 0;
  if (code === 0x20) return blankShare;
  return letterShares[code - 0x61] ?? otherShare;
}

// A table, because a page makes its redactor while its reader waits.
const shares = Float64Array.from({ length: 128 }, (_, code) => shareOfCode(code));
