'use client';
import { memo, type ReactElement, useDeferredValue, useMemo } from 'react';
import type { SessionIndex, SessionMs, TimeAxis } from '../../replay/index.ts';

/** Props of {@link FoundMarks}. */
export interface FoundMarksProps {
  index: SessionIndex;
  axis: TimeAxis;
  /** What was found, as positions in `index.items`. */
  found: Uint32Array;
}

/** Matches nearer to each other than this part of the axis are one mark. */
const places = 600;

/** A tick at each place of the playback where something was found, as one path. */
function ticksOf({ starts, items }: SessionIndex, axis: TimeAxis, found: Uint32Array): string {
  const total = axis.playbackDuration;
  const last = Math.max(1, items.length - 1);
  const ticks: string[] = [];
  let before = -1;
  for (const item of found) {
    const share = total > 0 ? axis.toPlayback(starts[item] as SessionMs) / total : item / last;
    const place = Math.round(Math.min(1, share) * places);
    if (place === before) continue;
    ticks.push(`M${place} 0V1`);
    before = place;
  }
  return ticks.join('');
}

/** Where a search found something, along the playback. Decoration: the list of matches says it. */
export const FoundMarks = memo(function FoundMarks({ index, axis, found }: FoundMarksProps): ReactElement | null {
  const settled = useDeferredValue(found);
  const ticks = useMemo(() => ticksOf(index, axis, settled), [index, axis, settled]);
  if (ticks === '') return null;
  return (
    <svg
      className="ark-found"
      viewBox={`0 0 ${places} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ticks} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});
