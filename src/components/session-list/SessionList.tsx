'use client';
import { type ComponentPropsWithoutRef, forwardRef, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { everySession, filterSessions } from './filterSessions.ts';
import { NoSessions } from './NoSessions.tsx';
import { SessionOptions } from './SessionOptions.tsx';
import { SessionSearchBar } from './SessionSearchBar.tsx';
import type { SessionEntry } from './sessionEntry.ts';

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
