'use client';

import { createContext, useContext } from 'react';
import type { Replay } from '../createReplay.ts';

/** The replay that the views below it show. */
export const ReplayContext = createContext<Replay | undefined>(undefined);
ReplayContext.displayName = 'ReplayContext';

/** The store of the replay around this component. Throws where there is none. */
export function useReplayStore(): Replay {
  const replay = useContext(ReplayContext);
  if (replay === undefined) {
    throw new Error(
      'agent-replay-kit: this component shows a replay, and there is none around it. Put it into a <ReplayProvider>.',
    );
  }
  return replay;
}
