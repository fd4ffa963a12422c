'use client';
import { useStore } from '../hooks/useStore.ts';
import type { FindState } from './createFind.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Something of the search of the replay around this component; draws it again when that changes. */
export function useFind<Key extends keyof FindState>(key: Key): FindState[Key] {
  return useStore(useReplayView().find.state, (state) => state[key]);
}
