'use client';
import type { ReactElement } from 'react';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import type { Whole } from './useWhole.ts';

/** Props of {@link LoadButton}. */
export interface LoadButtonProps {
  whole: Whole;
}

/** Loads the full text behind a shortened one; renders nothing if the host cannot fetch it, and once it has loaded. */
export function LoadButton({ whole: { state, load } }: LoadButtonProps): ReactElement | null {
  const { t } = useKit(viewersWords);
  if (state === 'here' || state === 'loaded') return null;
  const loading = state === 'loading';
  return (
    <>
      {state === 'failed' ? <span role="alert">{t('terminal.loadFailed')} </span> : null}
      <ActionButton
        label={t(loading ? 'terminal.loading' : 'terminal.loadWhole')}
        aria-disabled={loading}
        onClick={() => (loading ? undefined : load())}
      />
    </>
  );
}
