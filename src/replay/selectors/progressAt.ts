import type { Position } from '../position.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { TimeAxis } from '../timeAxis.ts';

/**
 * How much of the replay lies behind a position, 0…1, on the axis that the replay runs on. Where all items share one
 * moment, the share of items reached; 0 in a session without items.
 */
export function progressAt(index: SessionIndex, axis: TimeAxis, { at, item }: Position): number {
  if (axis.playbackDuration > 0) return Math.min(1, axis.toPlayback(at) / axis.playbackDuration);
  const steps = index.items.length - 1;
  return steps > 0 ? item / steps : index.items.length;
}
