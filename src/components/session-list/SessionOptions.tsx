'use client';

import { type ReactElement, useState } from 'react';
import { List, type RowComponentProps } from 'react-window';
import { entryOutcome, modelOf, type SessionEntry, sumOf } from '../../session/internal.ts';
import { AgentMark } from '../icons/AgentMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { optionId, useListbox } from '../shared/useListbox.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';

/** Props of {@link SessionOptions}. */
interface SessionOptionsProps {
  id: string;
  sessions: readonly SessionEntry[];
  selected: string | undefined;
  onSelect: ((sessionId: string) => void) | undefined;
}

/** Height of one session, in pixels, and of one in a list that is narrower than `narrowPx`. */
const rowPx = 52;
const narrowRowPx = 72;
const narrowPx = 480;
const assumedPx = 600;
const pageRows = 8;

/** The sessions as options of one list box: the focus stays on the list, and one option is the active one. */
export function SessionOptions({ id, sessions, selected, onSelect }: SessionOptionsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      sessions.findIndex((each) => each.session_id === selected),
    ),
  );
  // Beside its figures, a title of a narrow list would be the same few words in each row.
  const [lines, setLines] = useState<'two' | 'three'>('two');
  const { activeRow, listProps } = useListbox({
    ...{ id, active, pageRows, count: sessions.length, onActive: setActive },
    onChoose: (row) => {
      const entry = sessions[row];
      if (entry !== undefined) onSelect?.(entry.session_id);
    },
  });
  return (
    <List
      {...listProps}
      aria-label={t('sessions')}
      className="ark-sessions__options"
      rowComponent={SessionOption}
      rowHeight={lines === 'three' ? narrowRowPx : rowPx}
      data-lines={lines}
      onResize={({ width }) => setLines(width < narrowPx ? 'three' : 'two')}
      defaultHeight={assumedPx}
      rowProps={{ listId: id, sessions, selected, activeRow }}
    />
  );
}

/** What every option of the list is given. */
interface SessionOptionData {
  listId: string;
  sessions: readonly SessionEntry[];
  selected: string | undefined;
  activeRow: number;
}

/**
 * A session on two lines: title and what became of it; when, from where, with which model; its figures at the right. In a
 * narrow list it has three: the title has one for itself.
 */
function SessionOption({
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
      id={optionId(listId, index)}
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
          <AgentMark of={source_format} />
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
      <span className="ark-sessions__time">
        {entry.total_duration_ms === undefined ? null : formatters.duration(entry.total_duration_ms)}
      </span>
    </div>
  );
}
