'use client';
import { useSyncExternalStore } from 'react';
import type { Replay, ReplayState } from '../../replay/index.ts';

/** One field of a replay's state; two replays have no one context to be read from. */
export function useReplayState<Key extends keyof ReplayState>(replay: Replay, key: Key): ReplayState[Key] {
  return useSyncExternalStore(
    replay.subscribe,
    () => replay.getState()[key],
    () => replay.getInitialState()[key],
  );
}
