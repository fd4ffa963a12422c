import type { Evidence } from './evidence.ts';

/** A line of an input, with the last two calls that showed it. */
export interface QuotedLine {
  readonly from: number;
  /** -1 where there is one only. */
  readonly before: number;
  readonly points: number;
}

/** Counts each line for the one of its two calls that showed more of the others; of equals for the later one. */
export function creditLines(quoted: readonly QuotedLine[], evidence: Evidence): void {
  const counts = new Map<number, number>();
  for (const { from, before } of quoted) {
    counts.set(from, (counts.get(from) ?? 0) + 1);
    if (before >= 0) counts.set(before, (counts.get(before) ?? 0) + 1);
  }
  for (const { from, before, points } of quoted) {
    const isBefore = (counts.get(before) ?? 0) > (counts.get(from) ?? 0);
    evidence.add(isBefore ? before : from, 'quote', points);
  }
}
