'use client';
import { useSyncExternalStore } from 'react';
import type { Replay, ReplayState } from '../../replay/index.ts';

/** One field of a replay's state. The replay is an argument, because with two replays a context could not tell which one is meant. */
export function useReplayState<Key extends keyof ReplayState>(replay: Replay, key: Key): ReplayState[Key] {
  return useSyncExternalStore(
    replay.subscribe,
    () => replay.getState()[key],
    () => replay.getInitialState()[key],
  );
}
