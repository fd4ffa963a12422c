'use client';
import type { CSSProperties, ReactElement } from 'react';
import { playbackMs, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';
import { layoutMarkers, markNear } from './layoutMarkers.ts';
import { layoutTrack, type TrackSpan } from './layoutTrack.ts';

const ownWords = { ...phasesWords, ...transportWords };

/** Props of {@link ScrubHover}. */
export interface ScrubHoverProps {
  index: SessionIndex;
  axis: TimeAxis;
  /** Where the pointer is, 0…1 of the playback. */
  share: number;
}

/** Part of the bar within which a mark is what is pointed at. */
const reach = 0.005;

/** The time under the pointer, and what is there: a mark, idle time, or a phase. */
export function ScrubHover({ index, axis, share }: ScrubHoverProps): ReactElement | null {
  const { t, formatters } = useKit(ownWords);
  if (axis.playbackDuration <= 0) return null;
  const at = axis.fromPlayback(playbackMs(share * axis.playbackDuration));
  const mark = markNear(layoutMarkers(index, axis), share, reach);
  const { phases, gaps } = layoutTrack(index, axis);
  const within = ({ from, to }: TrackSpan): boolean => from <= share && share < to;
  const phase = phases.find(within);
  const what = (): string | undefined => {
    if (mark !== undefined) return t(`transport.mark.${mark.is}`);
    if (gaps.some(within)) return t('transport.mark.idle');
    return phase === undefined ? undefined : t(`phase.${phase.type}`);
  };
  const said = what();
  return (
    <span className="ark-scrub__hover" aria-hidden="true" style={{ '--ark-at': share } as CSSProperties}>
      {formatters.clock(at)}
      {said === undefined ? null : <span className="ark-scrub__what">{said}</span>}
    </span>
  );
}
