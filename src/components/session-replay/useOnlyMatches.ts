'use client';
import { useEffect } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import type { FoundIn } from './createFind.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useFind } from './useFind.ts';

/**
 * Limits the replay to what its search found, while the reader wants that: its list, its steps, and what of it plays. What was
 * found last stays shown until the next search is done; who takes all filters away turns it off.
 */
export function useOnlyMatches(): void {
  const replay = useReplayStore();
  const { find } = useReplayView();
  const only = useFind('only');
  const settled = useFind('settled');
  useEffect(() => {
    const matches = only && settled !== undefined ? idsOf(settled) : undefined;
    if (matches !== undefined || replay.getState().filters.matches !== undefined) replay.filter({ matches });
  }, [replay, only, settled]);
  useEffect(() => {
    const unsubscribe = replay.subscribe(({ filters }, before) => {
      const { only: wanted, settled: found } = find.getState();
      const gone = before.filters.matches !== undefined && filters.matches === undefined;
      if (gone && wanted && found !== undefined) find.setOnly(false);
    });
    return () => {
      unsubscribe();
      if (replay.getState().filters.matches !== undefined) replay.filter({ matches: undefined });
    };
  }, [replay, find]);
}

function idsOf({ index, items }: FoundIn): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const at of items) {
    const item = index.items[at];
    if (item !== undefined) ids.add(item.id);
  }
  return ids;
}
