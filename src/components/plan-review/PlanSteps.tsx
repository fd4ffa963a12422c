'use client';

import type { ReactElement } from 'react';
import { runsWords } from '../language/english/runs.ts';
import type { Translate } from '../language/messages.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import type { PlanStep } from './planRun.ts';

type WordKey =
  | `planRun.kind.${'research' | 'process' | 'synthesize' | 'review'}`
  | `planRun.status.${'pending' | 'in_progress' | 'completed' | 'blocked'}`;

const keys: ReadonlyMap<string, WordKey> = new Map([
  ['research', 'planRun.kind.research'],
  ['process', 'planRun.kind.process'],
  ['synthesize', 'planRun.kind.synthesize'],
  ['review', 'planRun.kind.review'],
  ['pending', 'planRun.status.pending'],
  ['in_progress', 'planRun.status.in_progress'],
  ['completed', 'planRun.status.completed'],
  ['blocked', 'planRun.status.blocked'],
]);

/** Says the kind or the status of a plan's step in the reader's language; a word that the format does not know stays as the log has it. */
export function stepWord(word: string, t: Translate<WordKey>): string {
  const plain = word.toLowerCase();
  const key = keys.get(plain);
  return key === undefined ? plain.replaceAll('_', ' ') : t(key);
}

/** Props of {@link PlanSteps}. */
interface PlanStepsProps {
  steps: readonly PlanStep[];
}

/** The steps of a plan, numbered: what each is to give, how far it is, and what was found. */
export function PlanSteps({ steps }: PlanStepsProps): ReactElement {
  const { t } = useKit(runsWords);
  if (steps.length === 0) return <p className="ark-plan-run__quiet">{t('planRun.noSteps')}</p>;
  return (
    <ol className="ark-plan-run__steps">
      {inPlace(steps, (step, at) => (
        <li className="ark-plan-run__step">
          <span className="ark-plan-run__number" aria-hidden="true">
            {at + 1}
          </span>
          <span className="ark-plan-run__line">
            <span className="ark-plan-run__name">
              <LogText text={step.title} />
            </span>
            {step.type === undefined ? null : (
              <span className="ark-plan-run__kind">
                <OneLine text={stepWord(step.type, t)} />
              </span>
            )}
            {step.status === undefined ? null : (
              <span className="ark-plan-run__status" data-status={step.status.toLowerCase()}>
                <OneLine text={stepWord(step.status, t)} />
              </span>
            )}
          </span>
          {step.expected === undefined ? null : (
            <span className="ark-plan-run__expected">
              <LogText text={step.expected} />
            </span>
          )}
          {step.result === undefined ? null : (
            <span className="ark-plan-run__result">
              <LogText text={t('planRun.result', { text: step.result })} />
            </span>
          )}
          {step.notes.length === 0 ? null : (
            <ul className="ark-plan-run__notes">
              {inPlace(step.notes, (note) => (
                <li className="ark-plan-run__note">
                  <span>
                    <LogText text={note.claim} />
                  </span>
                  {note.source === undefined ? null : <OneLine text={note.source} face="mono" />}
                  {note.confidence === undefined ? null : (
                    <span className="ark-plan-run__figure">{`${Math.round(note.confidence * 100)} %`}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
