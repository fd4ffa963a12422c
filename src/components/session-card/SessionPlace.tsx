'use client';
import type { ReactElement } from 'react';
import { modelOf } from '../../session/queries.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';
import type { SessionHead } from './sessionHead.ts';
import type { SessionFact } from './useSessionFacts.ts';

/** Props of {@link SessionPlace}. */
export interface SessionPlaceProps {
  session: SessionHead;
  /** How the agent was set up; said where there is room, behind the place. */
  settings: readonly SessionFact[];
}

/** With which model a session ran, in which folder, on which branch; on a wide page its id and how it was set up. */
export function SessionPlace({ session, settings }: SessionPlaceProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const { session_id, environment, provenance } = session;
  const model = modelOf(session);
  const missing = provenance?.diagnostics['missing-subagents'] ?? 0;
  return (
    <ul className="ark-session__place">
      {missing === 0 ? null : (
        <li className="ark-session__part" data-part="missing" title={t('session.runsMissingWhy', { n: missing })}>
          {t('session.runsMissing', { n: missing })}
          <span className="ark-unseen"> {t('session.runsMissingWhy', { n: missing })}</span>
        </li>
      )}
      <li className="ark-session__part">
        {model === undefined ? (
          t('session.modelUnknown')
        ) : (
          <>
            <span className="ark-unseen">{t('session.model')}: </span>
            <OneLine text={model} face="mono" />
          </>
        )}
      </li>
      {environment?.cwd === undefined ? null : (
        <li className="ark-session__part">
          <WorkdirPath path={environment.cwd} label={t('session.folder')} />
        </li>
      )}
      {environment?.git_branch === undefined ? null : (
        <li className="ark-session__part" data-part="branch">
          <Icon name="branch" size={12} label={t('session.branch')} />
          <OneLine text={environment.git_branch} face="mono" />
        </li>
      )}
      {[{ label: t('session.id'), text: session_id }, ...settings].map(({ label, text }) => (
        <li key={label} className="ark-session__part" data-part="setting" title={`${label}: ${text}`}>
          <span className="ark-unseen">{label}: </span>
          <OneLine text={text} face="mono" />
        </li>
      ))}
    </ul>
  );
}
