'use client';
import { memo, type ReactElement } from 'react';
import type { TrackMark } from './layoutMarkers.ts';
import { markPath } from './markPath.ts';

/** Props of {@link ScrubMarks}. */
export interface ScrubMarksProps {
  marks: readonly TrackMark[];
  /** Width of the bar, in pixels. */
  widthPx: number;
}

/** From below to the top. */
const kinds = ['compaction', 'prompt', 'error'] as const;

/** Prompts, errors and compactions above the bar. Decoration: keys step through them, and rows say what they are. */
export const ScrubMarks = memo(function ScrubMarks({ marks, widthPx }: ScrubMarksProps): ReactElement {
  return (
    <svg
      className="ark-scrub__marks"
      viewBox={`0 0 ${Math.max(1, widthPx)} 7`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {kinds.map((kind) => (
        <path key={kind} data-mark={kind} d={markPath(marks, kind, widthPx)} />
      ))}
    </svg>
  );
});
