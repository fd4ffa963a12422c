'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link PlayheadPill}. */
export interface PlayheadPillProps {
  /** Direction of the playhead from the visible part of the list. */
  side: 'above' | 'below';
  /** Milliseconds from the start of the session. */
  at: number;
  onGo: () => void;
}

/** Says where the playhead is while it is out of view; pressing it scrolls there. */
export function PlayheadPill({ side, at, onGo }: PlayheadPillProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  return (
    <button type="button" className="ark-timeline__pill" data-side={side} onClick={onGo}>
      <Icon name={side === 'above' ? 'chevronUp' : 'chevronDown'} size={14} />
      <span className="ark-figures">{t('timeline.playhead', { time: formatters.clock(at) })}</span>
    </button>
  );
}
