import { type Gap, sessionMs } from './timeAxis.ts';

/**
 * The stretches longer than `thresholdMs` in which nothing starts and no call is in flight, in any run.
 *
 * @param starts ascending.
 * @param ends where each item ends.
 * @param squeezedMs how long such a stretch takes in replay.
 */
export function findGaps(
  starts: Float64Array,
  ends: Float64Array,
  { thresholdMs, squeezedMs }: { thresholdMs: number; squeezedMs: number },
): Gap[] {
  const gaps: Gap[] = [];
  let busyUntil = Number.POSITIVE_INFINITY;
  for (let i = 0; i < starts.length; i += 1) {
    const start = starts[i] as number;
    const end = ends[i] as number;
    if (start - busyUntil > thresholdMs) {
      gaps.push({
        start: sessionMs(busyUntil),
        end: sessionMs(start),
        squeezedMs: Math.min(squeezedMs, start - busyUntil),
      });
    }
    busyUntil = i === 0 ? end : Math.max(busyUntil, end);
  }
  return gaps;
}
