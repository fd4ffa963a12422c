'use client';
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useRef } from 'react';
import type { Position, SessionIndex } from '../../replay/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { PhaseTab } from './PhaseTab.tsx';
import { blockAt, phaseOverview } from './phaseOverview.ts';

/** Props of {@link PhaseStrip}. */
export interface PhaseStripProps extends Omit<ComponentPropsWithoutRef<'nav'>, 'children'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Where the playhead is; without it no phase is current, and all is reached. */
  position?: Position;
  /** With it, a phase can be gone to: takes a position in `SessionIndex.items`. */
  onGo?: (item: number) => void;
}

/** What a tab keeps from the edge it is scrolled to, px. */
const inset = 16;

/**
 * When to use it: above a timeline, as its overview and its table of contents; it is 36 px high or as high as its container.
 *
 * The phases of a session at a glance: how many calls each kind has, how long they took, how often they were tried again,
 * how far the playhead is in them. Choosing one goes to its next place. Without phases it is nothing.
 */
export const PhaseStrip = forwardRef<HTMLElement, PhaseStripProps>(function PhaseStrip(
  { index, position, onGo, className, ...rest },
  ref,
) {
  const { t } = useKit(phasesWords);
  const list = useRef<HTMLOListElement>(null);
  const phases = phaseOverview(index);
  const current = position === undefined ? undefined : blockAt(index, position)?.type;

  // Where it is wider than its room, the current phase comes into sight; the page itself stays where it is.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current === null || tab === null || tab === undefined || current === undefined) return;
    const { scrollLeft, clientWidth } = list.current;
    const left = tab.offsetLeft - list.current.offsetLeft - inset;
    const right = left + tab.offsetWidth + 2 * inset;
    if (left < scrollLeft) list.current.scrollLeft = left;
    else if (right > scrollLeft + clientWidth) list.current.scrollLeft = right - clientWidth;
  }, [current]);

  if (phases.length === 0) return null;
  return (
    <nav ref={ref} className={joinClasses('ark', 'ark-phases', className)} aria-label={t('phases')} {...rest}>
      <ol ref={list} className="ark-phases__list">
        {phases.map((phase) => (
          <li key={phase.type} className="ark-phases__place">
            <PhaseTab index={index} phase={phase} position={position} current={phase.type === current} onGo={onGo} />
          </li>
        ))}
        {index.phases.every(({ annotated_by }) => annotated_by === 'auto') ? (
          <li className="ark-phases__inferred">
            <span aria-hidden="true">
              <Tag look="dashed">{t('phase.by.auto')}</Tag>
            </span>
            <span className="ark-unseen">{t('phase.inferred')}</span>
          </li>
        ) : null}
      </ol>
    </nav>
  );
});
