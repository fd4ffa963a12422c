'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ApplyButton}. */
export interface ApplyButtonProps {
  /** Writes the change. A promise that is rejected says that it could not be. */
  onApply: () => void | Promise<void>;
}

/** Asks before a change is written to the reader's files, and says what came of it. */
export function ApplyButton({ onApply }: ApplyButtonProps): ReactElement {
  const { t } = useKit(viewersWords);
  const [step, setStep] = useState<'idle' | 'asking' | 'writing' | 'applied' | 'failed'>('idle');
  const cancel = useRef<HTMLButtonElement>(null);
  const apply = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);

  useEffect(() => {
    if (step === 'asking') cancel.current?.focus();
    else if (asked.current) apply.current?.focus();
    asked.current = step === 'asking';
  }, [step]);

  const write = async (): Promise<void> => {
    setStep('writing');
    try {
      await onApply();
      setStep('applied');
    } catch {
      setStep('failed');
    }
  };
  if (step === 'asking') {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
      <span className="ark-diff-view__question" role="group" aria-label={t('diff.applyQuestion')}>
        <span>{t('diff.applyQuestion')}</span>
        <ActionButton label={t('diff.applyYes')} onClick={() => void write()} />
        <ActionButton ref={cancel} label={t('diff.applyNo')} onClick={() => setStep('idle')} />
      </span>
    );
  }
  const said = step === 'applied' ? t('diff.applied') : step === 'failed' ? t('diff.applyFailed') : undefined;
  return (
    <span className="ark-copy">
      <ActionButton
        ref={apply}
        label={said ?? t('diff.apply')}
        aria-disabled={step === 'writing' || step === 'applied'}
        onClick={() => (step === 'idle' || step === 'failed' ? setStep('asking') : undefined)}
      />
      <span className="ark-unseen" role="status">
        {said}
      </span>
    </span>
  );
}
