'use client';
import { phasesWords } from '../language/english/phases.ts';
import { useKit } from '../theme/useKit.ts';
import type { PhaseSummary } from './phaseOverview.ts';

/** What a kind of phase is called: its name, all its figures in words, and where choosing it goes. */
export function usePhaseName(phase: PhaseSummary, reached: number, next: number | undefined): string {
  const { t, formatters } = useKit(phasesWords);
  const { type, calls, activeMs, share, retries, failed, explored, places } = phase;
  const parts = [
    t(`phase.${type}`),
    t('call.uses', { n: calls }),
    formatters.duration(activeMs),
    t('phase.share', { share: Math.round(share * 100) }),
    ...(retries > 0 ? [t('phase.retries', { n: retries })] : []),
    ...(failed > 0 ? [t('phase.errors', { n: failed })] : []),
    ...(explored > 0 ? [t('phase.explored', { n: explored })] : []),
    ...(reached < calls ? [t('phase.reached', { done: reached, n: calls })] : []),
    ...(next === undefined ? [] : [t('phase.goTo', { number: next + 1, n: places.length })]),
  ];
  return parts.join(t('listSeparator'));
}
