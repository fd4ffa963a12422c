'use client';
import { useSyncExternalStore } from 'react';
import type { FindState } from './createFind.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Something of the search of the replay around this component; draws it again when that changes. */
export function useFind<Key extends keyof FindState>(key: Key): FindState[Key] {
  const { find } = useReplayView();
  const get = (): FindState[Key] => find.getState()[key];
  return useSyncExternalStore(find.subscribe, get, get);
}
