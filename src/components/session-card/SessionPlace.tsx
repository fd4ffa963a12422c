'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';
import type { SessionHead } from './sessionHead.ts';

/** Props of {@link SessionPlace}. */
export interface SessionPlaceProps {
  session: SessionHead;
}

/** With which model a session ran, in which folder, on which branch. */
export function SessionPlace({ session: { agent, environment, inferred } }: SessionPlaceProps): ReactElement {
  const { t } = useKit();
  const unknown = agent.model_id === 'unknown' && (inferred?.some((field) => field.includes('model_id')) ?? true);
  return (
    <ul className="ark-session__place">
      <li className="ark-session__part">
        {unknown ? t('session.modelUnknown') : <OneLine text={agent.model_id} face="mono" />}
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
    </ul>
  );
}
