import { countBelow, countUpTo } from '../../replay/internal.ts';

/** Position of an item among matches, 0-based; −1 if it is not one of them. Matches are ascending. */
export function placeOf(matches: Uint32Array, item: number): number {
  const at = countBelow(matches, item);
  return matches[at] === item ? at : -1;
}

/** The next or previous match from an item, wrapping around at both ends; undefined if there is none. −1 stands before the first item. */
export function matchBeside(matches: Uint32Array, item: number, by: -1 | 1): number | undefined {
  if (by > 0) return matches[countUpTo(matches, item)] ?? matches[0];
  return matches[countBelow(matches, item) - 1] ?? matches.at(-1);
}
