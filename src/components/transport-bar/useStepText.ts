'use client';
import { countsAt, type ReplayState } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

interface StepCount {
  readonly of: 'callOf' | 'messageOf' | 'step';
  readonly done: number;
  readonly n: number;
}

/** What is counted: the session's own calls; without any, its messages; without those, all items. */
function countSteps({ index, position }: ReplayState): StepCount {
  const { call = [], message = [] } = index.runs[0]?.landmarks ?? {};
  const reached = countsAt(index, position, 0);
  if (call.length > 0) return { of: 'callOf', done: reached.call, n: call.length };
  if (message.length > 0) return { of: 'messageOf', done: reached.message, n: message.length };
  return { of: 'step', done: position.item + 1, n: index.items.length };
}

/** The number of the current call and of all calls, in words; undefined for an empty session. */
export function useStepText(): string {
  const { t } = useKit(transportWords);
  const { of, done, n } = useReplay(countSteps, (a, b) => a.done === b.done && a.n === b.n && a.of === b.of);
  return n === 0 ? '' : t(`transport.${of}`, { done, n });
}
