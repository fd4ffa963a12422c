'use client';
import { memo, type ReactElement } from 'react';
import type { TrackMark } from './layoutMarkers.ts';

/** Props of {@link ScrubMarks}. */
export interface ScrubMarksProps {
  marks: readonly TrackMark[];
}

/** Prompts, errors and compactions above the bar. Decoration: keys step through them, and rows say what they are. */
export const ScrubMarks = memo(function ScrubMarks({ marks }: ScrubMarksProps): ReactElement {
  return (
    <span className="ark-scrub__marks" aria-hidden="true">
      {marks.map(({ is, at, item }) => (
        <span key={`${is} ${item}`} className="ark-scrub__mark" data-mark={is} style={{ left: `${at * 100}%` }} />
      ))}
    </span>
  );
});
