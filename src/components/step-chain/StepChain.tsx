'use client';

import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText } from '../shared/LogText.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { type StepKind, type StepRun, type WorkflowStep, workflowSteps } from './workflowSteps.ts';

const ownWords = { ...phasesWords, ...runsWords };

/** Props of {@link ChainRun}. */
interface ChainRunProps {
  run: StepRun;
  steps: readonly WorkflowStep[];
  selected: boolean;
  onSelect: ((callId: string) => void) | undefined;
}

/** One attempt at a step: its number, outcome, length, and relation to other steps. */
function ChainRun({ run, steps, selected, onSelect }: ChainRunProps): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const nameOf = (step: number): string => steps[step]?.name || t('chain.step', { n: step + 1 });
  const words = (
    <>
      <Icon name={run.outcome} size={14} />
      <span>{run.verifies ? t('chain.verifies') : t('review.attempt', { n: run.attempt })}</span>
      <span className="ark-chain__outcome">{t(`outcome.${run.outcome}`)}</span>
    </>
  );
  return (
    <li
      className="ark-chain__run"
      data-state={run.outcome}
      data-selected={selected ? '' : undefined}
      data-branch={run.abandoned ? 'abandoned' : undefined}
    >
      {onSelect === undefined ? (
        <span className="ark-chain__words">{words}</span>
      ) : (
        <button
          type="button"
          className="ark-line-button ark-chain__words"
          aria-pressed={selected}
          onClick={() => onSelect(run.callId)}
        >
          {words}
        </button>
      )}
      <span className="ark-chain__links">
        {run.again === 'retry' ? (
          <span className="ark-chain__again">
            <Icon name="retry" size={12} />
            {t('chain.retry')}
          </span>
        ) : null}
        {run.backFrom === undefined ? null : (
          <span className="ark-chain__again">
            <Icon name="retry" size={12} />
            <LogText text={t('chain.backFrom', { step: nameOf(run.backFrom) })} />
          </span>
        )}
        {run.judges === undefined ? null : (
          <span className="ark-chain__judges">
            <LogText text={t('chain.judges', { step: nameOf(run.judges) })} />
          </span>
        )}
        {run.abandoned ? <Tag look="dashed">{t('call.abandoned')}</Tag> : null}
      </span>
      <span className="ark-chain__duration">
        {run.durationMs === undefined ? '\u2013' : formatters.duration(run.durationMs)}
      </span>
    </li>
  );
}

/** Props of {@link ChainStep}. */
interface ChainStepProps {
  step: WorkflowStep;
  /** All steps, for the names of those that one refers to. */
  steps: readonly WorkflowStep[];
  selected: string | undefined;
  onSelect: ((callId: string) => void) | undefined;
}

const icons = { command: 'terminal', agent: 'agent', gate: 'checkpoint' } as const satisfies Record<StepKind, IconName>;
const categories = { command: 'action', agent: 'interaction', gate: 'planning' } as const;

/** A step, with all attempts at it. */
function ChainStep({ step, steps, selected, onSelect }: ChainStepProps): ReactElement {
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

/** Props of {@link StepChain}. */
export interface StepChainProps extends Omit<ComponentPropsWithoutRef<'ol'>, 'children' | 'onSelect'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Id of the call that is marked as chosen. */
  selected?: string | undefined;
  /** With it, every run of a step is a button; takes the id of its call. */
  onSelect?: ((callId: string) => void) | undefined;
}

/**
 * When to use it: beside the timeline of a `wf` run.
 *
 * A workflow run as the chain of its steps: commands, agents and gates, with every go at them, what sent the run back, and
 * which judge read whose reply. Nothing where the session is no workflow run.
 */
export const StepChain = forwardRef<HTMLOListElement, StepChainProps>(function StepChain(
  { session, selected, onSelect, className, ...rest },
  ref,
) {
  const { t } = useKit(runsWords);
  const steps = useMasked(useMemo(() => workflowSteps(session), [session]));
  if (steps.length === 0) return null;
  return (
    <ol ref={ref} className={joinClasses('ark', 'ark-chain', className)} aria-label={t('chain')} {...rest}>
      {steps.map((step) => (
        <ChainStep key={step.number} {...{ step, steps, selected, onSelect }} />
      ))}
    </ol>
  );
});
