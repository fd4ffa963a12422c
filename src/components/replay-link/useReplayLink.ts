'use client';
import { useCallback, useEffect, useRef } from 'react';
import { itemAtPlayhead, noFilters, type Replay, sessionMs, startOf } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { type ReplayLink, readReplayLink, writeReplayLink } from './replayLink.ts';

/** A search that links can name. */
interface LinkedSearch {
  readonly get: () => { readonly query: string };
  readonly subscribe: (listener: () => void) => () => void;
}

/** A view that follows links. */
interface LinkedViewOptions {
  /** Names of what is open or hidden. */
  readonly panels: readonly string[];
  /** The text of the search, with a subscription; the same object as long as the view is. */
  readonly search: LinkedSearch;
  /** Applies what a link names: opens and hides parts, and searches. */
  readonly onLink: (view: LinkedView) => void;
}

/** Delay before the address is updated, in milliseconds: browsers refuse to change it at every step. */
const settleMs = 300;

/**
 * Keeps address and replay in step. A link is followed when the replay first has a router, unless the reader has chosen or moved something
 * before, and whenever the router reports a change of the address; otherwise the address is updated whenever the replay is not playing, and
 * at once where it names another session. Does nothing without a router.
 *
 * @returns a function that shows and returns the whole address of the current position; undefined without a router.
 */
export function useReplayLink(
  router: ReplayRouter | undefined,
  { panels, search, onLink }: LinkedViewOptions,
): (() => string) | undefined {
  const replay = useReplayStore();
  const name = panels.join(' ');
  const latest = useRef({ router, panels, search, onLink });
  useBeforePaint(() => {
    latest.current = { router, panels, search, onLink };
  });
  const write = useCallback(() => {
    const now = latest.current;
    return (
      now.router?.write(writeReplayLink(linkOf(replay, { panels: now.panels, search: now.search.get().query }))) ?? ''
    );
  }, [replay]);

  const follow = useCallback(() => {
    const now = latest.current;
    const link = readReplayLink(now.router?.read() ?? '');
    if (followLink(replay, link)) now.onLink({ panels: link.panels ?? [], search: link.search ?? '' });
  }, [replay]);
  const isLinked = router !== undefined;
  const opened = useRef<OpenedReplay>(undefined);
  /** Whether the link in the address is older than what the reader has done. */
  const isOverruled = useRef(false);
  useBeforePaint(() => {
    const now = choicesIn(replay, { panels: latest.current.panels, search: latest.current.search.get().query });
    if (opened.current?.replay !== replay) opened.current = { replay, choices: now };
    if (!isLinked) return;
    isOverruled.current = opened.current.choices !== now;
    if (!isOverruled.current) follow();
  }, [replay, follow, isLinked]);
  useEffect(() => router?.subscribe?.(follow), [router, follow]);

  useEffect(() => {
    if (router === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      if (replay.getState().status !== 'playing') timer = setTimeout(write, settleMs);
    };
    const ends = [replay.subscribe(later), search.subscribe(later)];
    const link = readReplayLink(router.read());
    // Another session's link is replaced at once: a page that is loaded again meanwhile would open the other session.
    if (link.session !== undefined && link.session !== replay.getState().index.session.session_id) write();
    // Panels are named in the link too, but they are not in the store.
    else if (isOverruled.current || name !== link.panels?.join(' ')) later();
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [router, replay, write, name, search]);

  return router === undefined ? undefined : write;
}

/** A replay, and what was chosen in it at first. */
interface OpenedReplay {
  readonly replay: Replay;
  readonly choices: string;
}

/** What a reader has chosen so far; equal as long as that stays the same, also while the session grows. */
function choicesIn(replay: Replay, view: LinkedView): string {
  const { item, ...link } = linkOf(replay, view);
  const { index, status, position } = replay.getState();
  // Both ends of a session are other items when it has grown.
  const isAtEnd = status === 'following' || position.item === startOf(index).item;
  return writeReplayLink({ ...link, at: undefined, item: isAtEnd ? undefined : item });
}

/** What a link names besides the replay itself. */
interface LinkedView {
  /** Names of what is open or hidden. */
  readonly panels: readonly string[];
  /** What is searched for; empty for nothing. */
  readonly search: string;
}

/** The link to the current position of a replay. */
export function linkOf(replay: Replay, { panels, search }: LinkedView): ReplayLink {
  const { index, selection, pinned, filters, expanded } = replay.getState();
  const { at, item } = replay.position();
  return {
    session: index.session.session_id,
    at,
    item: index.items[item]?.id,
    selected: pinned ?? selection,
    filters,
    search,
    expanded: [...expanded],
    panels,
  };
}

/**
 * Brings a replay to where a link leads, and unfolds what holds the item whose details it opens; returns whether the link is one to its
 * session. Unknown ids are skipped.
 */
export function followLink(replay: Replay, link: ReplayLink): boolean {
  const { index, expanded, filters } = replay.getState();
  if (link.session !== index.session.session_id) return false;
  replay.filter({ ...noFilters, hidden: filters.hidden, ...link.filters });
  const wanted = new Set(link.expanded);
  for (const id of expanded) if (!wanted.has(id)) replay.collapse(id);
  for (const id of wanted) if (!expanded.has(id)) replay.expand(id);
  const item = link.item === undefined ? undefined : index.itemById(link.item)?.index;
  const start = item === undefined ? undefined : index.starts[item];
  if (item !== undefined && (link.at === undefined || Math.abs((start ?? 0) - link.at) < 1)) replay.seekToItem(item);
  else if (link.at !== undefined) replay.seek(sessionMs(link.at));
  openDetails(replay, link.selected);
  const chosen = index.itemById(link.selected ?? '');
  if (chosen !== undefined) unfoldRuns(replay, chosen);
  return true;
}

/** Opens the details that a link names: details of the row at the playhead follow it, others are pinned. */
function openDetails(replay: Replay, selected: string | undefined): void {
  const state = replay.getState();
  const item = state.index.itemById(selected ?? '');
  const isHere = item !== undefined && (item.index === state.position.item || item === itemAtPlayhead(state));
  replay.pin(item === undefined || isHere ? undefined : item.id);
  replay.select(isHere ? state.index.items[state.position.item]?.id : undefined);
}

/** Keeps a replay's link in a page's address. */
export interface ReplayRouter {
  /** The link in the address, as `writeReplayLink` wrote it; empty if there is none. */
  readonly read: () => string;
  /**
   * Replaces the link in the address, unless something else has just changed it and the listeners have yet to be called. Returns the whole
   * address with the link, for copying.
   */
  readonly write: (link: string) => string;
  /**
   * Calls back whenever something other than `write` changed the address, such as the reader; the replay then goes there. Returns the
   * function that unsubscribes. @default the address is read once
   */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** A router for pages without one: keeps the link in the query of the page's own address. For browsers. */
export function createQueryRouter(): ReplayRouter {
  return {
    read: () => window.location.search,
    write(link) {
      const url = new URL(window.location.href);
      url.search = link;
      window.history.replaceState(window.history.state, '', url);
      return url.href;
    },
  };
}

/**
 * A router for pages that are files, or whose query has another meaning: keeps the link behind the `#` of the page's own address. For
 * browsers.
 *
 * @param session Id of the page's only session; a link without a session, such as `#t=1:12:19`, then refers to it.
 * @param page The window whose address it is. Default: this one; a page that shows a replay in a frame of its own gives the one around.
 */
export function createHashRouter(session?: string, page: Window = window): ReplayRouter {
  let listeners = 0;
  // What the listeners know of.
  let known = '';
  /** Whether a listener is about to be called: by Back, Forward or a host, the address changes before the browser says so. */
  const isChanging = (): boolean => {
    const before = known;
    known = page.location.hash;
    return listeners > 0 && known !== before;
  };
  return {
    read() {
      const link = page.location.hash.slice(1);
      if (session === undefined || link === '' || new URLSearchParams(link).has('session')) return link;
      return `${link}&session=${encodeURIComponent(session)}`;
    },
    write(link) {
      const url = new URL(page.location.href);
      url.hash = link;
      if (isChanging()) return url.href;
      // A page opened from a file may change only the part of its address after the #.
      page.history.replaceState(page.history.state, '', url);
      known = page.location.hash;
      return url.href;
    },
    subscribe(listener) {
      if (listeners === 0) known = page.location.hash;
      listeners += 1;
      const onChange = (): void => {
        known = page.location.hash;
        listener();
      };
      page.addEventListener('hashchange', onChange);
      return () => {
        listeners -= 1;
        page.removeEventListener('hashchange', onChange);
      };
    },
  };
}
