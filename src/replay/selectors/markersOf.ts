import { memoize } from '../memoize.ts';
import type { Landmark, SessionIndex } from '../sessionIndex.ts';
import { type SessionMs, sessionMs } from '../timeAxis.ts';

/** A mark on the scrub bar. Its time is a session time: the axis in use says where it lies, squeezed or not. */
export interface Marker {
  readonly is: Extract<Landmark, 'error' | 'prompt' | 'phase' | 'compaction'>;
  readonly item: number;
  readonly at: SessionMs;
}

/** The marks of a session, ascending; made once. */
export const markersOf = memoize((index: SessionIndex): readonly Marker[] => {
  const { landmarks, starts } = index;
  return (['phase', 'prompt', 'compaction', 'error'] as const)
    .flatMap((is) => Array.from(landmarks[is], (item) => ({ is, item, at: sessionMs(starts[item] as number) })))
    .sort((a, b) => a.item - b.item);
});
