'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import { LogText } from '../shared/LogText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import type { StepRun, WorkflowStep } from './workflowSteps.ts';

const ownWords = { ...phasesWords, ...runsWords };

/** Props of {@link ChainRun}. */
export interface ChainRunProps {
  run: StepRun;
  steps: readonly WorkflowStep[];
  selected: boolean;
  onSelect: ((callId: string) => void) | undefined;
}

/** One go at a step: its number, what came of it, how long it took, and what it has to do with other steps. */
export function ChainRun({ run, steps, selected, onSelect }: ChainRunProps): ReactElement {
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
