import type { TimelineRows } from './timelineRows.ts';

/** The rows of a phase block: from `from` up to, not including, `to`. */
export interface BlockRows {
  /** Position in `phaseBlocks`. */
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** The phase blocks that have rows between two rows, both included. */
export function stretchesBetween({ stretches, count }: TimelineRows, first: number, last: number): BlockRows[] {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.row ?? 0) <= first) low = middle + 1;
    else high = middle;
  }
  const found: BlockRows[] = [];
  for (let n = Math.max(0, low - 1); n < stretches.length; n += 1) {
    const { row: from, block } = stretches[n] as (typeof stretches)[number];
    if (from > last) break;
    if (block >= 0) found.push({ block, from, to: stretches[n + 1]?.row ?? count });
  }
  return found;
}
