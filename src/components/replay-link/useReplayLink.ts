'use client';

import { useCallback, useEffect, useRef } from 'react';
import { itemAtPlayhead, noFilters, type Replay, sessionMs } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { type ReplayLink, readReplayLink, writeReplayLink } from './replayLink.ts';
import type { ReplayRouter } from './replayRouter.ts';

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
 * Keeps address and replay in step. A link is followed when the replay first has a router, and whenever the router reports a change of the
 * address; otherwise the address is updated whenever the replay is not playing, and at once where it names another session. Does nothing
 * without a router.
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
  useBeforePaint(() => {
    if (isLinked) follow();
  }, [follow, isLinked]);
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
    // Another session's link is replaced at once: a page that is loaded anew meanwhile would open the other session.
    if (link.session !== undefined && link.session !== replay.getState().index.session.session_id) write();
    // Panels are named in the link too, but they are not in the store.
    else if (name !== link.panels?.join(' ')) later();
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [router, replay, write, name, search]);

  return router === undefined ? undefined : write;
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
