'use client';
import type { ReactElement } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import type { SessionFact } from './useSessionFacts.ts';

/** Props of {@link SessionSettings}. */
export interface SessionSettingsProps {
  sessionId: string;
  settings: readonly SessionFact[];
}

/** How the agent was set up, and by what id the session is found again. */
export function SessionSettings({ sessionId, settings }: SessionSettingsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const facts = [...settings, { label: t('session.id'), text: sessionId }];
  return (
    <dl className="ark-session__settings">
      {facts.map(({ label, text }) => (
        <div key={label} className="ark-session__setting">
          <dt>{label}</dt>
          <dd className="ark-session__value">
            <OneLine text={text} face="mono" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
