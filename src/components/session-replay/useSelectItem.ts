'use client';
import { useCallback } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';

/** Gives the function that chooses an item by its id, wherever it is: runs that are folded away around it unfold. */
export function useSelectItem(): (id: string) => void {
  const replay = useReplayStore();
  return useCallback(
    (id) => {
      const item = replay.getState().index.itemById(id);
      if (item !== undefined) unfoldRuns(replay, item);
      replay.select(id);
    },
    [replay],
  );
}
