'use client';
import { memo, type ReactElement } from 'react';
import type { PhaseType } from '../../session/index.ts';
import type { Track } from './layoutTrack.ts';
import { seamPath, spanClip, spanPath } from './spanPaths.ts';

/** Props of {@link ScrubTrack}. */
export interface ScrubTrackProps {
  track: Track;
}

const box = { viewBox: '0 0 1 1', preserveAspectRatio: 'none' } as const;

/** The bar itself: phases in their colours, paler ahead of the playhead, idle stretches hatched. Decoration. */
export const ScrubTrack = memo(function ScrubTrack({ track: { phases, gaps } }: ScrubTrackProps): ReactElement {
  const types: readonly PhaseType[] = [...new Set(phases.map(({ type }) => type))];
  return (
    <span className="ark-scrub__track" aria-hidden="true" data-plain={phases.length === 0 ? '' : undefined}>
      {phases.length === 0 ? null : (
        <>
          <svg className="ark-scrub__phases" {...box} aria-hidden="true">
            {types.map((type) => (
              <path key={type} data-phase={type} d={spanPath(phases.filter((phase) => phase.type === type))} />
            ))}
          </svg>
          <svg className="ark-scrub__seams" {...box} aria-hidden="true">
            <path d={seamPath(phases)} />
          </svg>
        </>
      )}
      <span className="ark-scrub__done" />
      <span className="ark-scrub__ahead" />
      {gaps.length === 0 ? null : <span className="ark-scrub__gaps" style={spanClip(gaps)} />}
    </span>
  );
});
