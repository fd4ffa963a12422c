'use client';
import { useCallback, useEffect, useRef } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { followLink, type LinkedView, linkOf } from './linkOf.ts';
import { readReplayLink, writeReplayLink } from './replayLink.ts';
import type { ReplayRouter } from './replayRouter.ts';

/** A search that links name. */
export interface LinkedSearch {
  getState(): { readonly query: string };
  subscribe(listener: () => void): () => void;
}

/** A view that goes where links lead. */
export interface LinkedViewOptions {
  /** Names of what is open or hidden. */
  readonly panels: readonly string[];
  /** What is searched for, and who is told when that changes; the same object as long as the view is. */
  readonly search: LinkedSearch;
  /** Opens and hides what a link names, and searches for what it has. */
  readonly onLink: (view: LinkedView) => void;
}

/** The address goes with what settles: browsers refuse one that changes with every step, in milliseconds. */
const settleMs = 300;

/**
 * Keeps the address and the replay at one: a link in it is followed when the replay is first shown, and from then on the
 * address names where the reader is, whenever the replay stands. Without a router it does nothing.
 *
 * @returns the whole address of this moment, which is then also shown; undefined without a router.
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
      now.router?.write(writeReplayLink(linkOf(replay, { panels: now.panels, search: now.search.getState().query }))) ??
      ''
    );
  }, [replay]);

  useBeforePaint(() => {
    const now = latest.current;
    const link = readReplayLink(now.router?.read() ?? '');
    if (followLink(replay, link)) now.onLink({ panels: link.panels ?? [], search: link.search ?? '' });
  }, [replay]);

  useEffect(() => {
    if (router === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      if (replay.getState().status !== 'playing') timer = setTimeout(write, settleMs);
    };
    const ends = [replay.subscribe(later), search.subscribe(later)];
    // The panels are named too, and they are not of the store.
    if (name !== readReplayLink(router.read()).panels?.join(' ')) later();
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [router, replay, write, name, search]);

  return router === undefined ? undefined : write;
}
