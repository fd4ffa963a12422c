'use client';
import { type CSSProperties, memo, type ReactElement } from 'react';
import { inPlace } from '../shared/inPlace.ts';
import type { Track, TrackSpan } from './layoutTrack.ts';

/** Props of {@link ScrubTrack}. */
export interface ScrubTrackProps {
  track: Track;
}

function place({ from, to }: TrackSpan): CSSProperties {
  return { left: `${from * 100}%`, width: `${(to - from) * 100}%` };
}

/** The bar itself: phases in their colours, paler ahead of the playhead, idle stretches hatched. Decoration. */
export const ScrubTrack = memo(function ScrubTrack({ track: { phases, gaps } }: ScrubTrackProps): ReactElement {
  return (
    <span className="ark-scrub__track" aria-hidden="true" data-plain={phases.length === 0 ? '' : undefined}>
      {inPlace(phases, (span) => (
        <span className="ark-scrub__phase" data-phase={span.type} style={place(span)} />
      ))}
      <span className="ark-scrub__done" />
      <span className="ark-scrub__ahead" />
      {inPlace(gaps, (span) => (
        <span className="ark-scrub__gap" style={place(span)} />
      ))}
    </span>
  );
});
