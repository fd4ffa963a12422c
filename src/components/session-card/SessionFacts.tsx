'use client';
import type { ReactElement } from 'react';
import type { SessionFact } from './useSessionFacts.ts';

/** Props of {@link SessionFacts}. */
export interface SessionFactsProps {
  facts: readonly SessionFact[];
}

/** The figures of a session, each under its label. */
export function SessionFacts({ facts }: SessionFactsProps): ReactElement {
  return (
    <dl className="ark-session__facts">
      {facts.map(({ name, label, text, note }) => (
        <div key={label} className="ark-session__fact" data-fact={name} data-zero={text === '0' ? '' : undefined}>
          <dt className="ark-session__label">{label}</dt>
          <dd className="ark-session__figure">
            {text}
            {note === undefined ? null : <span className="ark-session__note"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
