'use client';
import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { SessionSearch } from '../session-search/SessionSearch.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { revealItem } from './revealItem.ts';
import { useItemScope } from './useItemScope.ts';

/** The search of the replay around it. Choosing a match goes to it and shows its details. */
export function ReplaySearch(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const selection = useReplay((state) => state.selection);
  const { find, setFollow } = useReplayView();
  const scope = useItemScope();
  return (
    <SessionSearch
      index={index}
      defaultQuery={find.query}
      onQueryChange={find.setQuery}
      selected={selection}
      onSelect={(item) => {
        revealItem(replay, item);
        setFollow(true);
      }}
      onFound={find.setFound}
      onClose={find.hide}
      takesFocus={find.asked}
      scope={scope}
    />
  );
}
