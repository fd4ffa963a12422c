'use client';
import { type ReactElement, useMemo } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';
import { choicesOf, type SessionQuery } from './filterSessions.ts';
import type { EntryOutcome, SessionEntry } from './sessionEntry.ts';

/** Props of {@link SessionSearchBar}. */
export interface SessionSearchBarProps {
  sessions: readonly SessionEntry[];
  /** How many sessions the query finds. */
  found: number;
  query: SessionQuery;
  onQuery: (query: SessionQuery) => void;
  /** Id of the list that it searches. */
  listId: string;
  /** The reader goes down into the list. */
  onLeave: () => void;
}

/** Finds sessions by the words of their titles, their format and what became of them. */
export function SessionSearchBar(props: SessionSearchBarProps): ReactElement {
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
