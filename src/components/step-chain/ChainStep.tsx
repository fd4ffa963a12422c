'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { runsWords } from '../language/english/runs.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { ChainRun } from './ChainRun.tsx';
import type { StepKind, WorkflowStep } from './workflowSteps.ts';

/** Props of {@link ChainStep}. */
export interface ChainStepProps {
  step: WorkflowStep;
  /** All steps, for the names of those that one refers to. */
  steps: readonly WorkflowStep[];
  selected: string | undefined;
  onSelect: ((callId: string) => void) | undefined;
}

const icons = { command: 'terminal', agent: 'agent', gate: 'checkpoint' } as const satisfies Record<StepKind, IconName>;
const categories = { command: 'action', agent: 'interaction', gate: 'planning' } as const;

/** A step, and every go at it. */
export function ChainStep({ step, steps, selected, onSelect }: ChainStepProps): ReactElement {
  const { t } = useKit(runsWords);
  const { number, name, kind, runs, state } = step;
  return (
    <li className="ark-chain__step" data-state={state} data-category={categories[kind]}>
      <span className="ark-chain__number" aria-hidden="true">
        {number + 1}
      </span>
      <span className="ark-chain__mark">
        <Icon name={icons[kind]} />
      </span>
      <span className="ark-chain__head">
        <span className="ark-chain__name">
          <OneLine text={name === '' ? t('chain.step', { n: number + 1 }) : name} />
        </span>
        <span className="ark-chain__kind">{t(`chain.${kind}`)}</span>
        <span className="ark-chain__state">
          <Icon name={state} size={14} />
          {state === 'pending' ? t('chain.pending') : t(`outcome.${state}`)}
        </span>
      </span>
      {runs.length === 0 ? null : (
        <ol className="ark-chain__runs">
          {runs.map((run) => (
            <ChainRun key={run.callId} {...{ run, steps, onSelect }} selected={run.callId === selected} />
          ))}
        </ol>
      )}
    </li>
  );
}
