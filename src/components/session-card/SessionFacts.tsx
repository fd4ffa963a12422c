'use client';
import type { ReactElement } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';
import type { SessionFact } from './useSessionFacts.ts';

/** Props of {@link SessionFacts}. */
export interface SessionFactsProps {
  facts: readonly SessionFact[];
}

/** The figures of a session, each under its label. */
export function SessionFacts({ facts }: SessionFactsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <dl className="ark-session__facts">
      {facts.map(({ name, label, text, note }) => (
        <div
          key={label}
          className="ark-session__fact"
          data-fact={name}
          data-zero={text === '0' && note === undefined ? '' : undefined}
        >
          <dt className="ark-session__label">{label}</dt>
          <dd className="ark-session__figure" title={note?.startsWith('+') ? t('session.mainAndInner') : note}>
            {text}
            {note === undefined ? null : <span className="ark-session__note"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
