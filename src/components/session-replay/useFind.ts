'use client';
import { useStore } from '../hooks/useStore.ts';
import type { FindState } from './createFind.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Reads a value of the surrounding replay's search, and renders again when it changes. */
export function useFind<Key extends keyof FindState>(key: Key): FindState[Key] {
  return useStore(useReplayView().find.state, (state) => state[key]);
}
