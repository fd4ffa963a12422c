'use client';
import { useMemo } from 'react';
import { hasClock, type ReplayState, type SessionIndex } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { useReplay } from '../../replay/react/index.ts';
import { knownStart, toIso } from '../../session/internal.ts';
import { agentOf } from '../icons/agents.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useReplayView } from './ReplayViewContext.ts';

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

/** The session's part of what views of items need to know. Times count from the beginning of the replay if the log has a clock. */
export const sessionScope = memoize((index: SessionIndex): ItemScope => {
  const { session, axes } = index;
  const { environment, provenance } = session;
  const agent = agentOf(environment?.cli) ?? agentOf(provenance?.source_format);
  return {
    startedAt: hasClock(index) ? toIso(axes.full.origin) : undefined,
    dated: hasClock(index) && knownStart(session) !== undefined,
    cwd: environment?.cwd,
    agentName: agent?.name,
    sources: provenance?.sources.map(({ name }) => name),
  };
});
