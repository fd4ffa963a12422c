'use client';
import type { CSSProperties, ReactElement } from 'react';
import { playbackMs, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { useKit } from '../theme/useKit.ts';
import { layoutMarkers, markNear } from './layoutMarkers.ts';

/** Props of {@link ScrubHover}. */
export interface ScrubHoverProps {
  index: SessionIndex;
  axis: TimeAxis;
  /** Where the pointer is, 0…1 of the playback. */
  share: number;
}

/** Part of the bar within which a mark is what is pointed at. */
const reach = 0.005;

/** The time under the pointer, and what is marked there. */
export function ScrubHover({ index, axis, share }: ScrubHoverProps): ReactElement | null {
  const { t, formatters } = useKit();
  if (axis.playbackDuration <= 0) return null;
  const at = axis.fromPlayback(playbackMs(share * axis.playbackDuration));
  const mark = markNear(layoutMarkers(index, axis), share, reach);
  return (
    <span className="ark-scrub__hover" aria-hidden="true" style={{ '--ark-at': share } as CSSProperties}>
      {formatters.clock(at)}
      {mark === undefined ? null : <span className="ark-scrub__what">{t(`transport.mark.${mark.is}`)}</span>}
    </span>
  );
}
