'use client';
import { useCallback } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';

/** Gives the function that chooses an item by its id, wherever it is: runs that are folded away around it unfold. */
export function useSelectItem(): (id: string) => void {
  const replay = useReplayStore();
  return useCallback(
    (id) => {
      const { index } = replay.getState();
      for (
        let run = index.runs[index.itemById(id)?.run ?? 0];
        run?.trigger !== undefined;
        run = index.runs[run.parent ?? 0]
      ) {
        replay.expand(run.trigger.id);
      }
      replay.select(id);
    },
    [replay],
  );
}
