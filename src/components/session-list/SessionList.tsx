'use client';

import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type EntryOutcome, entryOutcome, type SessionEntry } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { SessionOptions } from './SessionOptions.tsx';

/** A filter of sessions; an empty text filters nothing. */
interface SessionQuery {
  /** Words to be found in the title, in any case and order. */
  readonly text: string;
  readonly format: string;
  readonly outcome: EntryOutcome | '';
}

/** Lists every session. */
export const everySession: SessionQuery = { text: '', format: '', outcome: '' };

/** The sessions that a query asks for, in their order. */
export function filterSessions(
  entries: readonly SessionEntry[],
  { text, format, outcome }: SessionQuery,
): readonly SessionEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && format === '' && outcome === '') return entries;
  return entries.filter((entry) => {
    if (format !== '' && entry.source_format !== format) return false;
    if (outcome !== '' && entryOutcome(entry) !== outcome) return false;
    const title = entry.task_title.toLowerCase();
    return words.every((word) => title.includes(word));
  });
}

/** What there is to choose from: the formats and outcomes of some sessions, each once, in order of their first. */
export function choicesOf(entries: readonly SessionEntry[]): {
  readonly formats: readonly string[];
  readonly outcomes: readonly EntryOutcome[];
} {
  return {
    formats: [...new Set(entries.map(({ source_format }) => source_format))],
    outcomes: [...new Set(entries.map(entryOutcome))],
  };
}

/** Props of {@link SessionList}. */
export interface SessionListProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** In the order in which they are shown; the index of converted sessions has the newest first. */
  sessions: readonly SessionEntry[];
  /** Id of the one that is open. */
  selected?: string | undefined;
  /** Called when the reader chooses one. */
  onSelect?: (sessionId: string) => void;
}

/**
 * When to use it: wherever one session of many is to be opened; in a sidebar or on a page of its own.
 *
 * Sessions to choose from, found by title, format and outcome. Any number of them: only those in sight are drawn. Give it a
 * height: it scrolls by itself.
 */
export const SessionList = forwardRef<HTMLElement, SessionListProps>(function SessionList(
  { sessions, selected, onSelect, className, ...rest },
  ref,
) {
  const { t } = useKit(sessionsWords);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(everySession);
  const asked = useDeferredValue(query);
  const found = useMemo(() => filterSessions(sessions, asked), [sessions, asked]);
  return (
    <section ref={ref} className={joinClasses('ark', 'ark-sessions', className)} aria-label={t('sessions')} {...rest}>
      {sessions.length === 0 ? null : (
        <SessionSearchBar
          sessions={sessions}
          found={found.length}
          query={query}
          onQuery={setQuery}
          listId={listId}
          onLeave={() => list.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()}
        />
      )}
      {found.length === 0 ? (
        <NoSessions why={sessions.length === 0 ? 'none' : 'none like this'} onClear={() => setQuery(everySession)} />
      ) : (
        <div ref={list} className="ark-sessions__list">
          <SessionOptions id={listId} sessions={found} selected={selected} onSelect={onSelect} />
        </div>
      )}
    </section>
  );
});

/** Props of {@link NoSessions}. */
interface NoSessionsProps {
  why: 'none' | 'none like this';
  onClear: () => void;
}

/** Says why no session is listed, and what to do about it. */
function NoSessions({ why, onClear }: NoSessionsProps): ReactElement {
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

/** Props of {@link SessionSearchBar}. */
interface SessionSearchBarProps {
  sessions: readonly SessionEntry[];
  /** How many sessions the query finds. */
  found: number;
  query: SessionQuery;
  onQuery: (query: SessionQuery) => void;
  /** Id of the list that it searches. */
  listId: string;
  /** Called when the reader moves down into the list. */
  onLeave: () => void;
}

/** Finds sessions by the words of their titles, their format and what became of them. */
function SessionSearchBar(props: SessionSearchBarProps): ReactElement {
  const { sessions, found, query, onQuery, listId, onLeave } = props;
  const { t } = useKit(sessionsWords);
  const { formats, outcomes } = useMemo(() => choicesOf(sessions), [sessions]);
  return (
    <div className="ark-sessions__bar">
      <label className="ark-sessions__search">
        <Icon name="search" size={14} />
        <input
          type="search"
          className="ark-sessions__input"
          aria-label={t('sessions.search')}
          aria-controls={found === 0 ? undefined : listId}
          placeholder={t('sessions.search')}
          autoComplete="off"
          spellCheck={false}
          value={query.text}
          onChange={({ target }) => onQuery({ ...query, text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onLeave();
          }}
        />
      </label>
      {formats.length < 2 ? null : (
        <label className="ark-sessions__choice">
          <select
            className="ark-sessions__select"
            aria-label={t('sessions.format')}
            value={query.format}
            onChange={({ target }) => onQuery({ ...query, format: target.value })}
          >
            <option value="">{t('sessions.anyFormat')}</option>
            {formats.map((format) => (
              <option key={format} value={format}>
                {format}
              </option>
            ))}
          </select>
        </label>
      )}
      {outcomes.length < 2 ? null : (
        <label className="ark-sessions__choice">
          <select
            className="ark-sessions__select"
            aria-label={t('sessions.status')}
            value={query.outcome}
            onChange={({ target }) => onQuery({ ...query, outcome: target.value as EntryOutcome | '' })}
          >
            <option value="">{t('sessions.anyStatus')}</option>
            {outcomes.map((outcome) => (
              <option key={outcome} value={outcome}>
                {t(`outcome.${outcome}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <span className="ark-sessions__count" role="status">
        {found === sessions.length
          ? t('sessions.count', { n: found })
          : t('sessions.countOf', { found, n: sessions.length })}
      </span>
    </div>
  );
}
