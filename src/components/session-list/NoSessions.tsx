'use client';
import type { ReactElement } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link NoSessions}. */
export interface NoSessionsProps {
  why: 'none' | 'none like this';
  onClear: () => void;
}

/** Says why no session is listed, and what to do about it. */
export function NoSessions({ why, onClear }: NoSessionsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <div className="ark-sessions__none">
      {why === 'none' ? (
        <>
          <p>{t('sessions.empty')}</p>
          <p className="ark-sessions__hint">{t('sessions.emptyHint')}</p>
        </>
      ) : (
        <>
          <p>{t('sessions.noMatch')}</p>
          <ActionButton label={t('sessions.clear')} onClick={onClear} />
        </>
      )}
    </div>
  );
}
