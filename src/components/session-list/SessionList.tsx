'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Answer, SessionEntry, SessionFacets, SessionQuery, SessionSource, Total } from '../../session/index.ts';
import { sessionsInMemory } from '../../session/internal.ts';
import { errorText } from '../../session/text/errorText.ts';
import { type ChoiceStorage, noStorage, oneOf, useRemembered } from '../hooks/useRemembered.ts';
import { useStore } from '../hooks/useStore.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { createListing, type Listing, sessionGroups } from './createListing.ts';
import type { LoadBrief } from './SessionHover.tsx';
import { SessionListBar, sorts } from './SessionListBar.tsx';
import { SessionOptions } from './SessionOptions.tsx';

/** Props of {@link SessionList}. */
export interface SessionListProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The sessions themselves, in any order; for a few thousand. */
  sessions?: readonly SessionEntry[] | undefined;
  /**
   * Where sessions come from, page by page, as they come in sight; for any number of them. Keep the identical source between renders.
   * @default the `sessions`
   */
  source?: SessionSource | undefined;
  /** Id of the one that is open. */
  selected?: string | undefined;
  /** Called when the reader chooses one. */
  onSelect?: ((sessionId: string) => void) | undefined;
  /** Which sessions are listed, where the host says so: to share it with a `SessionOverview`. @default kept in the list */
  query?: SessionQuery | undefined;
  /** Called when the reader asks for other sessions. */
  onQuery?: ((query: SessionQuery) => void) | undefined;
  /**
   * What a host adds to the card that stands beside a session while the pointer rests on it or the keyboard stays there, which has the
   * session's outcome, calls, failing tools, longest call, length, tokens and cost as far as its entry holds them; called with a signal
   * that is aborted when it is no longer wanted. @default nothing
   */
  brief?: LoadBrief | undefined;
  /** Where order and grouping are kept from one visit to the next. @default nowhere */
  storage?: ChoiceStorage | undefined;
}

const noSessions: readonly SessionEntry[] = [];
const everySession: SessionQuery = {};
/** While one types, a source is asked after this pause. */
const pauseMs = 150;

const toSort = oneOf(sorts);
const toGroup = oneOf(sessionGroups);

/**
 * When to use it: wherever one session of many is to be opened; in a sidebar or on a page of its own.
 *
 * Sessions to choose from, found by words, project, format, status and month; in groups by project or day; ordered by time, length, cost
 * or failures. Any number of them: only those in sight are fetched and drawn. Give it a height: it scrolls by itself.
 */
export const SessionList = forwardRef<HTMLElement, SessionListProps>(function SessionList(
  {
    sessions = noSessions,
    source: given,
    selected,
    onSelect,
    query: givenQuery,
    onQuery,
    brief,
    storage,
    className,
    ...rest
  },
  ref,
) {
  const { t, formatters } = useKit(sessionsWords);
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const atOnce = given === undefined;
  const source = useMemo(() => given ?? sessionsInMemory(sessions), [given, sessions]);
  const [ownQuery, setOwnQuery] = useState(everySession);
  const query = givenQuery ?? ownQuery;
  const setQuery = (next: SessionQuery): void => {
    setOwnQuery(next);
    setMonth('');
    onQuery?.(next);
  };
  const [sort = 'newest', setSort] = useRemembered('list-sort', toSort, storage ?? noStorage);
  const [group = 'none', setGroup] = useRemembered('list-group', toGroup, storage ?? noStorage);
  const [month, setMonth] = useState('');

  const asked = useDeferredValue(useSettled(query, atOnce ? 0 : pauseMs));
  const jumped = useMemo(() => (month === '' ? asked : { ...asked, before: monthAfter(month) }), [asked, month]);
  const dayOf = formatters.day;
  const listing = useMemo(
    () => createListing({ source, query: jumped, sort, group, dayOf, atOnce }),
    [source, jumped, sort, group, dayOf, atOnce],
  );
  const shown = useShown(listing);
  const state = useStore(shown);
  const [attempt, setAttempt] = useState(0);
  const facets = useFacets(source, asked, atOnce, attempt);
  const all = useTotal(source, everySession, atOnce, attempt);
  const found = useTotal(source, asked, atOnce, attempt);
  const isEmpty = all?.n === 0;
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-sessions', className)}
      aria-label={t('sessions')}
      aria-busy={shown !== listing || state.status === 'loading'}
      {...rest}
    >
      {isEmpty ? null : (
        <SessionListBar
          {...{ query, facets, sort, group, month, listId }}
          count={{ found: month === '' ? (state.total ?? found) : found, all }}
          onQuery={setQuery}
          onSort={setSort}
          onGroup={setGroup}
          onMonth={setMonth}
          onLeave={() => frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()}
        />
      )}
      {state.status === 'failed' ? (
        <NotRead
          error={state.error}
          onRetry={() => {
            shown.retry();
            setAttempt(attempt + 1);
          }}
        />
      ) : state.status === 'loading' ? (
        <p className="ark-sessions__none" role="status">
          {t('sessions.loading')}
        </p>
      ) : state.rows.length === 0 ? (
        <NoSessions why={isEmpty ? 'none' : 'none like this'} onClear={() => setQuery(everySession)} />
      ) : (
        <div ref={frame} className="ark-sessions__list">
          <SessionOptions key={shown.question} id={listId} listing={shown} {...{ group, selected, onSelect, brief }} />
        </div>
      )}
    </section>
  );
});

/** The listing to be shown: the last one that has its first rows, so that nothing flickers while the next is fetched. */
function useShown(listing: Listing): Listing {
  const { status } = useStore(listing);
  const [shown, setShown] = useState(listing);
  useEffect(() => {
    listing.start();
    return listing.stop;
  }, [listing]);
  if (shown === listing || status === 'loading') return shown;
  setShown(listing);
  return listing;
}

/** A query after a pause in its words. */
function useSettled(query: SessionQuery, ms: number): SessionQuery {
  const [settled, setSettled] = useState(query);
  const waits = ms > 0 && query.text !== settled.text;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setSettled(query), ms);
    return () => clearTimeout(timer);
  }, [query, ms, waits]);
  if (waits || query === settled) return settled;
  setSettled(query);
  return query;
}

/** Facets for the choices of the bar: counted over the words and times of a query, so that a choice does not hide the others. */
function useFacets(source: SessionSource, query: SessionQuery, atOnce: boolean, attempt: number) {
  const { text, from, before } = query;
  const ask = useMemo(
    () => (signal?: AbortSignal) => source.facets({ text, from, before }, { signal }),
    [source, text, from, before],
  );
  return useAnswer<SessionFacets>(ask, atOnce, attempt);
}

function useTotal(source: SessionSource, query: SessionQuery, atOnce: boolean, attempt: number): Total | undefined {
  const ask = useMemo(() => (signal?: AbortSignal) => source.page(query, { limit: 1, signal }), [source, query]);
  return useAnswer(ask, atOnce, attempt)?.total;
}

type Ask<Value> = (signal?: AbortSignal) => Answer<Value>;

/** An answer of a source, at once where it gives one; until then, and where it fails, the answer before. */
function useAnswer<Value>(ask: Ask<Value>, atOnce: boolean, attempt: number): Value | undefined {
  const known = useMemo(() => (atOnce ? (ask() as Value) : undefined), [ask, atOnce]);
  const [answer, setAnswer] = useState<Value>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (atOnce) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // What fails is said where the rows are missing.
    new Promise<Value>((resolve) => resolve(ask(signal))).then(
      (value) => signal.aborted || setAnswer(() => value),
      () => undefined,
    );
    return () => controller.abort();
  }, [ask, atOnce, attempt]);
  return known ?? answer;
}

/** The end of a month, `2026-10`, in milliseconds since 1970. */
function monthAfter(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number);
}

/** Says that sessions could not be read, why, and offers to try again. */
function NotRead({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <div className="ark-sessions__none" role="alert">
      <p>{t('sessions.notRead')}</p>
      <p className="ark-sessions__hint">{errorText(error)}</p>
      <ActionButton label={t('sessions.again')} onClick={onRetry} />
    </div>
  );
}

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
