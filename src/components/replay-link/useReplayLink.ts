'use client';
import { useCallback, useEffect, useRef } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { useBeforePaint } from '../timeline/useBeforePaint.ts';
import { followLink, linkOf } from './linkOf.ts';
import { readReplayLink, writeReplayLink } from './replayLink.ts';
import type { ReplayRouter } from './replayRouter.ts';

/** What a link names beyond the replay itself. */
export interface LinkedPanels {
  /** Names of what is open or hidden. */
  readonly panels: readonly string[];
  /** Opens and hides what a link names. */
  readonly onPanels: (panels: readonly string[]) => void;
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
  { panels, onPanels }: LinkedPanels,
): (() => string) | undefined {
  const replay = useReplayStore();
  const name = panels.join(' ');
  const latest = useRef({ router, panels, onPanels });
  useBeforePaint(() => {
    latest.current = { router, panels, onPanels };
  });
  const write = useCallback(() => {
    const now = latest.current;
    return now.router?.write(writeReplayLink(linkOf(replay, now.panels))) ?? '';
  }, [replay]);

  useBeforePaint(() => {
    const now = latest.current;
    const link = readReplayLink(now.router?.read() ?? '');
    if (followLink(replay, link)) now.onPanels(link.panels ?? []);
  }, [replay]);

  useEffect(() => {
    if (router === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      if (replay.getState().status !== 'playing') timer = setTimeout(write, settleMs);
    };
    const unsubscribe = replay.subscribe(later);
    // The panels are named too, and they are not of the store.
    if (name !== readReplayLink(router.read()).panels?.join(' ')) later();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [router, replay, write, name]);

  return router === undefined ? undefined : write;
}
