'use client';
import type { ReactElement } from 'react';
import type { Step } from '../../replay/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

/** What the step buttons can step by. */
export const stepKinds = ['call', 'message', 'error', 'phase'] as const satisfies readonly Step[];

/** One of {@link stepKinds}. */
export type StepKind = (typeof stepKinds)[number];

/** Props of {@link StepChoice}. */
export interface StepChoiceProps {
  by: StepKind;
  onChange: (by: StepKind) => void;
}

/** Chooses what the step buttons beside it step by: calls, messages, errors or phases. */
export function StepChoice({ by, onChange }: StepChoiceProps): ReactElement {
  const { t } = useKit(transportWords);
  return (
    <select
      className="ark-transport__by"
      aria-label={t('transport.stepBy')}
      title={t('transport.stepBy')}
      value={by}
      onChange={({ target }) => {
        const chosen = stepKinds.find((kind) => kind === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {stepKinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`transport.by.${kind}`)}
        </option>
      ))}
    </select>
  );
}
