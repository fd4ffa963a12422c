'use client';
import { useCallback } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Returns the function that goes to an item by its id, unfolds the runs around it, and opens its details. */
export function useSelectItem(): (id: string) => void {
  const replay = useReplayStore();
  const { setFollow } = useReplayView();
  return useCallback(
    (id) => {
      const item = replay.getState().index.itemById(id);
      if (item !== undefined) unfoldRuns(replay, item);
      replay.select(id);
      setFollow(true);
    },
    [replay, setFollow],
  );
}
