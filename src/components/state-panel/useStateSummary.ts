'use client';
import { replayWords } from '../language/english/replay.ts';
import { useKit } from '../theme/useKit.ts';
import type { StateAt } from './stateAt.ts';

/** The figures of a state on one line; what is not known is left out. */
export function useStateSummary({ checklist, files, context }: StateAt): string {
  const { t, formatters } = useKit(replayWords);
  const items = checklist?.plan.items ?? [];
  const done = items.filter(({ status }) => status === 'completed').length;
  return [
    ...(items.length > 0 ? [t('plan.progress', { done, n: items.length })] : []),
    ...(files.length > 0 ? [t('state.fileCount', { n: files.length })] : []),
    ...(context.tokens === undefined ? [] : [t('state.inContext', { tokens: formatters.tokens(context.tokens) })]),
  ].join(' \u00b7 ');
}
