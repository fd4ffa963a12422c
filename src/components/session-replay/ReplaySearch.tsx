'use client';
import { type ReactElement, useCallback } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { SessionSearch } from '../session-search/SessionSearch.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { revealItem } from './revealItem.ts';
import { useFind } from './useFind.ts';
import { useItemScope } from './useItemScope.ts';
import { useOnlyMatches } from './useOnlyMatches.ts';

/** The search of the replay around it, while it is open. Choosing a match goes to it and shows its details. */
export function ReplaySearch(): ReactElement | null {
  const opened = useFind('opened');
  const query = useFind('query');
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const selection = useReplay((state) => state.selection);
  const { find, setFollow } = useReplayView();
  const scope = useItemScope();
  const only = useFind('only');
  useOnlyMatches();
  const onFound = useCallback(
    (items: Uint32Array, state: 'searching' | 'done') => find.setFound({ index, items }, state),
    [find, index],
  );
  if (opened === 'no') return null;
  return (
    <div className="ark-replay__search">
      <SessionSearch
        index={index}
        query={query}
        onQueryChange={find.setQuery}
        selected={selection}
        onSelect={(item) => {
          revealItem(replay, item);
          setFollow(true);
        }}
        onFound={onFound}
        only={only}
        onOnlyChange={find.setOnly}
        onClose={find.hide}
        takesFocus={opened === 'by reader'}
        scope={scope}
      />
    </div>
  );
}
