'use client';
import type { ReactElement } from 'react';
import type { RowComponentProps } from 'react-window';
import { modelOf } from '../../session/queries.ts';
import { sumOf } from '../../session/totals.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { useMasked } from '../masking/useMasked.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { entryOutcome, type SessionEntry } from './sessionEntry.ts';

/** What every option of the list is given. */
export interface SessionOptionData {
  listId: string;
  sessions: readonly SessionEntry[];
  selected: string | undefined;
  activeRow: number;
}

/** The id of an option's element. */
export function sessionOptionId(listId: string, row: number): string {
  return `${listId}-${row}`;
}

/**
 * A session on two lines: title and what became of it; when, from where, with which model; its figures at the right. In a
 * narrow list it has three: the title has one for itself.
 */
export function SessionOption({
  ariaAttributes,
  index,
  style,
  listId,
  sessions,
  selected,
  activeRow,
}: RowComponentProps<SessionOptionData>): ReactElement | null {
  const { t, formatters } = useKit(sessionsWords);
  const entry = useMasked(sessions[index]);
  if (entry === undefined) return null;
  const { session_id, task_title, created_at, source_format, model_id } = entry;
  const outcome = entryOutcome(entry);
  const calls = { main: entry.tool_calls_count, inner: entry.inner_tool_calls_count ?? 0 };
  const failed = { main: entry.failed_calls_count ?? 0, inner: entry.inner_failed_calls_count ?? 0 };
  const callsText =
    sumOf(calls) === 0
      ? t('session.onlyTalk')
      : calls.inner === 0
        ? t('call.uses', { n: calls.main })
        : t('session.callsWithInner', calls);
  return (
    <div
      {...ariaAttributes}
      role="option"
      id={sessionOptionId(listId, index)}
      className="ark-sessions__option"
      style={style}
      aria-selected={session_id === selected}
      data-active={index === activeRow ? '' : undefined}
      data-outcome={outcome}
      data-row={index}
      // The list has the focus, and its keys.
      tabIndex={-1}
    >
      <span className="ark-sessions__outcome">
        <Icon name={outcome} size={14} label={t(`outcome.${outcome}`)} />
      </span>
      <span className="ark-sessions__title">
        <OneLine text={task_title} />
      </span>
      <time className="ark-sessions__when ark-figures" dateTime={created_at}>
        {created_at === undefined ? t('session.dateUnknown') : formatters.dateTime(created_at)}
      </time>
      <span className="ark-sessions__from">
        <span className="ark-sessions__part">
          <OneLine text={source_format} face="mono" />
        </span>
        {modelOf({ agent: { model_id } }) === undefined ? null : (
          <span className="ark-sessions__part">
            <OneLine text={model_id} face="mono" />
          </span>
        )}
      </span>
      <span className="ark-sessions__calls">
        {sumOf(failed) > 0 ? (
          <span className="ark-sessions__failed">
            {failed.inner === 0 ? t('call.innerFailures', { n: failed.main }) : t('session.failedWithInner', failed)}
          </span>
        ) : null}
        {callsText}
      </span>
      <span className="ark-sessions__time">{formatters.duration(entry.total_duration_ms)}</span>
    </div>
  );
}
