'use client';
import type { ReactElement, ReactNode } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { toMillis } from '../../session/toMillis.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { replayWords } from '../language/english/replay.ts';
import { SessionCard, type SessionCardProps } from '../session-card/SessionCard.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { activeTime } from './activeTime.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { SearchButton } from './SearchButton.tsx';
import { ViewMenu } from './ViewMenu.tsx';

const ownWords = { ...lanesWords, ...replayWords };

/** Props of {@link ReplayHeader}. */
export interface ReplayHeaderProps {
  /** More controls at the right. */
  actions?: ReactNode;
}

/** What the session was, and how it is shown. */
export function ReplayHeader({ actions }: ReplayHeaderProps): ReactElement {
  const { t } = useKit(ownWords);
  const index = useReplay((state) => state.index);
  const { headingLevel, address, lanes, toggleLanes } = useReplayView();
  return (
    <SessionCard
      session={index.session}
      activeMs={activeTime(index)}
      records={recordedSpan(index)}
      look="bar"
      headingLevel={headingLevel}
      actions={
        <>
          {address === undefined ? null : <CopyButton look="icon" icon="link" label={t('link.copy')} text={address} />}
          <SearchButton />
          {lanes === undefined ? null : (
            <ActionButton
              look="icon"
              icon="lanes"
              label={t('lanes')}
              aria-pressed={lanes === 'shown'}
              aria-keyshortcuts="V"
              onClick={toggleLanes}
            />
          )}
          <ViewMenu />
          {actions}
        </>
      }
    />
  );
}

/** When the records of a session begin and end, in milliseconds since it was started; undefined where nobody says when that was. */
function recordedSpan({ session, axes, items }: SessionIndex): SessionCardProps['records'] {
  const start = toMillis(session.created_at);
  if (start === undefined || items.length === 0) return undefined;
  const { origin, duration } = axes.full;
  return { fromMs: origin - start, toMs: origin - start + duration };
}
