import { countBelow, countUpTo } from '../../replay/internal.ts';

/** Place of an item among matches, from 0; −1 where it is none of them. Matches ascend. */
export function placeOf(matches: Uint32Array, item: number): number {
  const at = countBelow(matches, item);
  return matches[at] === item ? at : -1;
}

/** The match after or before an item, around both ends; undefined where there is none. −1 stands before the first item. */
export function matchBeside(matches: Uint32Array, item: number, by: -1 | 1): number | undefined {
  if (by > 0) return matches[countUpTo(matches, item)] ?? matches[0];
  return matches[countBelow(matches, item) - 1] ?? matches.at(-1);
}
