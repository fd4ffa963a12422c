'use client';
import type { ReactElement } from 'react';
import { detailWords } from '../language/english/detail.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import type { CallSteps } from './callSteps.ts';

/** Props of {@link StepButtons}. */
export interface StepButtonsProps {
  steps: CallSteps;
}

/** Which call of how many this is, with buttons to its neighbours. At an end the button stays, so that focus does too. */
export function StepButtons({ steps: { position, total, onStep } }: StepButtonsProps): ReactElement {
  const { t } = useKit(detailWords);
  const first = position <= 1;
  const last = position >= total;
  return (
    <span className="ark-detail__steps">
      <span>{t('detail.position', { position, total })}</span>
      <ActionButton
        look="icon"
        icon="chevronUp"
        label={t('detail.previous')}
        aria-disabled={first}
        onClick={() => (first ? undefined : onStep(-1))}
      />
      <ActionButton
        look="icon"
        icon="chevronDown"
        label={t('detail.next')}
        aria-disabled={last}
        onClick={() => (last ? undefined : onStep(1))}
      />
    </span>
  );
}
