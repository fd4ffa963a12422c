'use client';
import { useMemo } from 'react';
import type { ReplayState } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { sessionScope } from './sessionScope.ts';

const scopeOfState = ({ index }: ReplayState): ItemScope => sessionScope(index);

// Compared by value: a growing session gives a new object with each update, and all rows would be drawn again for it.
function isSameScope(a: ItemScope, b: ItemScope): boolean {
  if (a === b) return true;
  return (
    a.startedAt === b.startedAt &&
    a.dated === b.dated &&
    a.cwd === b.cwd &&
    a.agentName === b.agentName &&
    JSON.stringify(a.sources) === JSON.stringify(b.sources)
  );
}

/** What views of items need to know of the replayed session. */
export function useItemScope(): ItemScope {
  const own = useReplay(scopeOfState, isSameScope);
  const { contentUrl } = useReplayView();
  return useMemo(() => ({ ...own, contentUrl }), [own, contentUrl]);
}
