'use client';
import { countsAt, type ReplayState } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

interface StepCount {
  readonly of: 'callOf' | 'step';
  readonly done: number;
  readonly n: number;
}

/** Counts the session's own calls; where it has none, everything. */
function countSteps({ index, position }: ReplayState): StepCount {
  const calls = index.runs[0]?.landmarks.call.length ?? 0;
  if (calls > 0) return { of: 'callOf', done: countsAt(index, position, 0).call, n: calls };
  return { of: 'step', done: position.item + 1, n: index.items.length };
}

/** Which call of how many the playhead is at, in words; nothing for an empty session. */
export function useStepText(): string {
  const { t } = useKit(transportWords);
  const { of, done, n } = useReplay(countSteps, (a, b) => a.done === b.done && a.n === b.n && a.of === b.of);
  return n === 0 ? '' : t(`transport.${of}`, { done, n });
}
