'use client';
import { useEffect } from 'react';
import type { Preparation } from '../createReplay.ts';
import { useReplayStore } from './ReplayContext.ts';

/**
 * Tells the replay what the component around it works out from a whole session, so that it is done, and the page alive, before a
 * session that has grown is drawn. The preparation is to stay the same one.
 */
export function usePreparation(preparation: Preparation): void {
  const replay = useReplayStore();
  useEffect(() => replay.onPrepare(preparation), [replay, preparation]);
}
