'use client';
import { type ComponentPropsWithoutRef, forwardRef, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { runsWords } from '../language/english/runs.ts';
import { useMasked } from '../masking/useMasked.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { ChainStep } from './ChainStep.tsx';
import { workflowSteps } from './workflowSteps.ts';

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
