'use client';
import { useMemo } from 'react';
import { useReplay } from '../../replay/react/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { sessionScope } from './sessionScope.ts';

/** What the views of items need to know of the session that is replayed. */
export function useItemScope(): ItemScope {
  const own = useReplay(({ index }) => sessionScope(index));
  const { contentUrl } = useReplayView();
  return useMemo(() => ({ ...own, contentUrl }), [own, contentUrl]);
}
