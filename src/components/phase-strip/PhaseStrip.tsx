'use client';
import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  useEffect,
  useRef,
} from 'react';
import {
  type PhaseBlock,
  type PhaseTotal,
  type Position,
  phaseBlocks,
  phaseTotals,
  type SessionIndex,
} from '../../replay/index.ts';
import { countUpTo, memoize, pathsExplored } from '../../replay/internal.ts';
import type { PhaseType } from '../../session/index.ts';
import { firstWhere } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

/** All phases of one kind, as the strip shows them. */
interface PhaseSummary extends PhaseTotal {
  /** Its share of the time of all phases, 0…1. */
  readonly share: number;
  readonly phaseBlocks: readonly PhaseBlock[];
  /** Number of files looked at; 0 if exploring was not the phase's purpose. */
  readonly explored: number;
}

/** Totals of a session's phases by kind, in the order in which the kinds first occur; computed once. */
export const phaseOverview = memoize((index: SessionIndex): readonly PhaseSummary[] => {
  const blocks = phaseBlocks(index);
  const totals = phaseTotals(index);
  const time = totals.reduce((sum, { activeMs }) => sum + activeMs, 0);
  return totals.flatMap((total) => {
    const ofType = blocks.filter(({ type }) => type === total.type);
    // Items before the first phase belong to no phase.
    if (total.calls === 0 && ofType.every(({ annotation }) => annotation === undefined)) return [];
    return {
      ...total,
      phaseBlocks: ofType,
      share: time > 0 ? total.activeMs / time : 0,
      explored: total.type === 'explore' ? countExplored(index, ofType) : 0,
    };
  });
});

function countExplored(index: SessionIndex, blocks: readonly PhaseBlock[]): number {
  const paths = new Set<string>();
  for (const block of blocks) for (const path of pathsExplored(index, block)) paths.add(path);
  return paths.size;
}

/** The block that the playhead is in; undefined before the first. */
export function blockAt(index: SessionIndex, { item }: Position): PhaseBlock | undefined {
  const blocks = phaseBlocks(index);
  return blocks[firstWhere(blocks.length, (at) => (blocks[at]?.first ?? 0) > item) - 1];
}

/** How many calls of the given phases the playhead has passed. */
export function callsReached({ runs }: SessionIndex, { phaseBlocks }: PhaseSummary, { item }: Position): number {
  const calls = runs[0]?.landmarks.call ?? new Uint32Array();
  return phaseBlocks.reduce(
    (sum, { first, last }) => sum + Math.max(0, countUpTo(calls, Math.min(last, item)) - countUpTo(calls, first - 1)),
    0,
  );
}

/** The next phase of a kind after the playhead, wrapping around to the first; 0-based. */
export function nextBlock({ phaseBlocks }: PhaseSummary, position: Position | undefined): number {
  const next = phaseBlocks.findIndex(({ first }) => first > (position?.item ?? -1));
  return Math.max(0, next);
}

/** Props of {@link PhaseStrip}. */
export interface PhaseStripProps extends Omit<ComponentPropsWithoutRef<'nav'>, 'children'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Where the playhead is; without it no phase is current, and all count as reached. */
  position?: Position;
  /** Called when the reader goes to a phase, with a position in `SessionIndex.items`; with it, phases are buttons. */
  onGo?: (item: number) => void;
}

/** Distance of a tab from the edge it is scrolled to, in pixels. */
const inset = 16;

/**
 * When to use it: above a timeline, as its overview and table of contents; it is 36 px high or as high as its container.
 *
 * The phases of a session at a glance: number of calls of each kind, time taken, number of retries, and progress of the playhead. Choosing
 * a kind goes to its next phase. Renders nothing without phases.
 */
export const PhaseStrip = forwardRef<HTMLElement, PhaseStripProps>(function PhaseStrip(
  { index, position, onGo, className, ...rest },
  ref,
) {
  const { t } = useKit(phasesWords);
  const list = useRef<HTMLOListElement>(null);
  const phases = phaseOverview(index);
  const current = position === undefined ? undefined : blockAt(index, position)?.type;

  // If the strip is wider than its room, it scrolls to the current phase, without scrolling the page.
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

/** Accessible name of a kind of phase: its name, all its figures, and where choosing it leads. */
function usePhaseName(phase: PhaseSummary, reached: number, next: number | undefined): string {
  const { t, formatters } = useKit(phasesWords);
  const { type, calls, activeMs, share, retries, failed, explored, phaseBlocks } = phase;
  const parts = [
    t(`phase.${type}`),
    t('call.uses', { n: calls }),
    formatters.duration(activeMs),
    t('phase.share', { share: Math.round(share * 100) }),
    ...(retries > 0 ? [t('phase.retries', { n: retries })] : []),
    ...(failed > 0 ? [t('phase.errors', { n: failed })] : []),
    ...(explored > 0 ? [t('phase.explored', { n: explored })] : []),
    ...(reached < calls ? [t('phase.reached', { done: reached, n: calls })] : []),
    ...(next === undefined ? [] : [t('phase.goTo', { number: next + 1, n: phaseBlocks.length })]),
  ];
  return parts.join(t('listSeparator'));
}

interface PhaseTabProps {
  index: SessionIndex;
  phase: PhaseSummary;
  position: Position | undefined;
  current: boolean;
  onGo: ((item: number) => void) | undefined;
}

/** One kind of phase: its name, its figures, and a line that fills as the playhead passes its calls. */
function PhaseTab({ index, phase, position, current, onGo }: PhaseTabProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  const reached = position === undefined ? phase.calls : callsReached(index, phase, position);
  const next = nextBlock(phase, position);
  const name = usePhaseName(phase, reached, onGo === undefined ? undefined : next);
  const done = phase.calls > 0 ? reached / phase.calls : position === undefined ? 1 : 0;
  const go = (): void => onGo?.(phase.phaseBlocks[next]?.first ?? 0);
  // The figures are visible only; the accessible name has them in words.
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

interface PhaseSignProps {
  type: PhaseType;
}

/** The sign of a kind of phase: a band cut in a way of its own, so that kinds differ also without colour. Decoration. */
export function PhaseSign({ type }: PhaseSignProps): ReactElement {
  return <span className="ark-phase-sign" data-phase={type} aria-hidden="true" />;
}
