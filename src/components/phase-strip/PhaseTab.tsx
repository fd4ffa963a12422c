'use client';
import type { CSSProperties, ReactElement } from 'react';
import type { Position, SessionIndex } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { useKit } from '../theme/useKit.ts';
import { PhaseSign } from './PhaseSign.tsx';
import { callsReached, nextPlace, type PhaseSummary } from './phaseOverview.ts';
import { usePhaseName } from './usePhaseName.ts';

/** Props of {@link PhaseTab}. */
export interface PhaseTabProps {
  index: SessionIndex;
  phase: PhaseSummary;
  position: Position | undefined;
  current: boolean;
  onGo: ((item: number) => void) | undefined;
}

/** One kind of phase: its name, its figures, and a line that fills as the playhead passes its calls. */
export function PhaseTab({ index, phase, position, current, onGo }: PhaseTabProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  const reached = position === undefined ? phase.calls : callsReached(index, phase, position);
  const next = nextPlace(phase, position);
  const name = usePhaseName(phase, reached, onGo === undefined ? undefined : next);
  const done = phase.calls > 0 ? reached / phase.calls : position === undefined ? 1 : 0;
  const go = (): void => onGo?.(phase.places[next]?.first ?? 0);
  // Figures are seen, and said in words.
  const content = (
    <>
      <span className="ark-phases__shown" aria-hidden="true">
        <PhaseSign type={phase.type} />
        <span className="ark-phases__name">{t(`phase.${phase.type}`)}</span>
        {phase.retries > 0 ? (
          <span className="ark-phases__retries">
            <Icon name="retry" size={12} />
            {formatters.number(phase.retries)}
          </span>
        ) : null}
        <span className="ark-phases__calls">{formatters.number(phase.calls)}</span>
        <span className="ark-phases__time">{formatters.duration(phase.activeMs)}</span>
      </span>
      <span className="ark-unseen">{name}</span>
    </>
  );
  const look = {
    className: 'ark-phases__tab',
    'data-phase': phase.type,
    'aria-current': current ? ('step' as const) : undefined,
    title: name,
    style: { '--ark-done': done } as CSSProperties,
  };
  if (onGo === undefined) return <span {...look}>{content}</span>;
  return (
    <button type="button" {...look} onClick={go}>
      {content}
    </button>
  );
}
