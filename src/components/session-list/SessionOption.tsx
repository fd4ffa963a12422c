import type { ReactElement } from 'react';
import type { RowComponentProps } from 'react-window';
import type { SessionEntry } from '../../session/index.ts';
import { entryOutcome, lengthOfEntry, modelOf, sumOf } from '../../session/internal.ts';
import { AgentMark } from '../icons/AgentMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { OneLine, plainLogText } from '../shared/LogText.tsx';
import { folderName } from '../shared/PathText.tsx';
import { optionId } from '../shared/useListbox.ts';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import type { ListedRow, SessionGroup } from './createListing.ts';

/** What every row of the list is given. */
export interface ListedRowData {
  listId: string;
  rows: readonly ListedRow[];
  group: SessionGroup;
  selected: string | undefined;
  activeRow: number;
}

/** A row of the list: a session, a heading, or what stands for sessions that are not here. */
export function SessionRow({ rows, index, style, ...rest }: RowComponentProps<ListedRowData>): ReactElement | null {
  const { t, formatters } = useKit(sessionsWords);
  const row = rows[index];
  switch (row?.is) {
    case 'session':
      return <SessionOption {...{ ...rest, index, style }} entry={row.entry} />;
    case 'day':
      return (
        <div role="presentation" className="ark-sessions__day" style={style}>
          {row.day}
        </div>
      );
    case 'project':
      return <ProjectOption {...{ ...rest, index, style }} {...row} />;
    case 'more':
      return (
        <div role="presentation" className="ark-sessions__note" style={style}>
          {t('sessions.loading')}
        </div>
      );
    case 'failed':
      return (
        <div
          {...optionProps(rest, index)}
          role="option"
          tabIndex={-1}
          className="ark-sessions__note"
          style={style}
          data-failed=""
        >
          <OneLine text={`${t('sessions.notRead')} ${row.error instanceof Error ? row.error.message : ''}`} />
          <span className="ark-sessions__again">{t('sessions.again')}</span>
        </div>
      );
    case 'full':
      return (
        <div role="presentation" className="ark-sessions__note" style={style}>
          {t('sessions.full', { n: formatters.number(index) })}
        </div>
      );
    case undefined:
      return null;
  }
}

type OptionRowProps = Omit<RowComponentProps<ListedRowData>, 'rows'>;

/** The list has the focus, and its keys; a press on an option is heard there. */
function optionProps({ listId, activeRow, ariaAttributes }: Omit<OptionRowProps, 'index' | 'style'>, index: number) {
  return {
    ...ariaAttributes,
    id: optionId(listId, index),
    'aria-selected': false,
    'data-active': index === activeRow ? '' : undefined,
    'data-row': index,
  } as const;
}

/** The heading of a folder's sessions, which opens and closes them. */
function ProjectOption({
  index,
  style,
  project: path,
  n,
  open,
  ...rest
}: OptionRowProps & { project: string; n: number; open: boolean }): ReactElement {
  const { t } = useKit(sessionsWords);
  const project = useMasked(path);
  const name = project === '' ? t('sessions.noProject') : folderName(project);
  return (
    <div
      {...optionProps(rest, index)}
      role="option"
      tabIndex={-1}
      className="ark-sessions__project"
      style={style}
      title={project === '' ? undefined : plainLogText(project)}
    >
      <Icon
        name={open ? 'chevronDown' : 'chevronRight'}
        size={14}
        label={t(open ? 'sessions.groupOpen' : 'sessions.groupClosed')}
      />
      <OneLine text={name} />
      <span className="ark-sessions__hint ark-figures">{t('sessions.count', { n, plus: '' })}</span>
    </div>
  );
}

/**
 * A session on two lines: title and what became of it; when, from where, with which model; its figures at the right. In a narrow list it
 * has three: the title has one for itself.
 */
function SessionOption({
  index,
  style,
  entry: whole,
  group,
  selected,
  ...rest
}: OptionRowProps & { entry: SessionEntry }) {
  const { t, formatters } = useKit(sessionsWords);
  const entry = useMasked(whole);
  const { session_id, task_title, created_at, source_format, model_id, project } = entry;
  const outcome = entryOutcome(entry);
  return (
    <div
      {...optionProps({ ...rest, group, selected }, index)}
      role="option"
      tabIndex={-1}
      className="ark-sessions__option"
      style={style}
      aria-selected={session_id === selected}
      data-outcome={outcome}
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
        {project === undefined || group === 'project' ? null : (
          <span className="ark-sessions__part" data-part="project" title={plainLogText(project)}>
            <OneLine text={folderName(project)} />
          </span>
        )}
        <span className="ark-sessions__part" title={plainLogText(source_format)}>
          <AgentMark of={source_format} />
          <span className="ark-sessions__format">
            <OneLine text={source_format} face="mono" />
          </span>
        </span>
        {modelOf({ agent: { model_id } }) === undefined ? null : (
          <span className="ark-sessions__part">
            <OneLine text={model_id} face="mono" />
          </span>
        )}
      </span>
      <SessionFigures entry={entry} />
    </div>
  );
}

/** Calls and failures, cost and active time of a session. */
function SessionFigures({ entry }: { entry: SessionEntry }): ReactElement {
  const kit = useKit(sessionsWords);
  const { formatters } = kit;
  const { cost_usd } = entry;
  const length = lengthOfEntry(entry);
  return (
    <>
      <span className="ark-sessions__calls">
        <SessionCalls entry={entry} />
      </span>
      <span className="ark-sessions__time">
        {cost_usd === undefined ? null : <span>{formatters.dollars(cost_usd)}</span>}
        {length === undefined ? null : <span title={activeOfWhole(kit, entry)}>{formatters.duration(length)}</span>}
      </span>
    </>
  );
}

/** Active time and length of a session in words; undefined where they do not differ, or one of them is not known. */
export function activeOfWhole(
  { t, formatters }: Pick<KitOf<typeof sessionsWords>, 't' | 'formatters'>,
  { active_ms, total_duration_ms }: SessionEntry,
): string | undefined {
  if (active_ms === undefined || total_duration_ms === undefined || active_ms >= total_duration_ms) return undefined;
  return t('sessions.activeOf', {
    active: formatters.duration(active_ms),
    whole: formatters.duration(total_duration_ms),
  });
}

/** How many calls a session made, and how many failed. */
export function SessionCalls({ entry }: { entry: SessionEntry }): ReactElement {
  const { t } = useKit(sessionsWords);
  const calls = { main: entry.tool_calls_count, inner: entry.inner_tool_calls_count ?? 0 };
  const failed = { main: entry.failed_calls_count ?? 0, inner: entry.inner_failed_calls_count ?? 0 };
  const counted = (): string => {
    if (sumOf(calls) === 0) return t('session.onlyTalk');
    return calls.inner === 0 ? t('call.uses', { n: calls.main }) : t('session.callsWithInner', calls);
  };
  return (
    <>
      {sumOf(failed) > 0 ? (
        <span className="ark-sessions__failed">
          {failed.inner === 0 ? t('call.innerFailures', { n: failed.main }) : t('session.failedWithInner', failed)}
        </span>
      ) : null}
      <span>{entry.unread === true ? t('session.unread') : counted()}</span>
    </>
  );
}
