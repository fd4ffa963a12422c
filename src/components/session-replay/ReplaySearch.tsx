import { type ReactElement, useCallback, useEffect, useRef } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { type FoundTexts, SessionSearch } from '../session-search/SessionSearch.tsx';
import { type FoundIn, revealItem } from './createFind.ts';
import { useFind, useItemScope, useReplayView } from './ReplayViewContext.ts';

/** The search of the surrounding replay, while it is open. Choosing a match goes to it and shows its details. */
export function ReplaySearch(): ReactElement | null {
  const opened = useFind('opened');
  const query = useFind('query');
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const selection = useReplay((state) => state.selection);
  const { find, setFollow } = useReplayView();
  const scope = useItemScope();
  const only = useFind('only');
  const root = useRef<HTMLDivElement>(null);
  useOnlyMatches();
  const onFound = useCallback(
    (items: Uint32Array, state: 'searching' | 'done', shown: FoundTexts) =>
      find.setFound({ index, items, ...shown }, state),
    [find, index],
  );
  if (opened === 'no') return null;
  return (
    <div ref={root} className="ark-replay__search">
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
        onEnterList={() => firstRow(root.current)?.focus()}
        onClose={find.hide}
        takesFocus={opened === 'by reader'}
        scope={scope}
      />
    </div>
  );
}

/** The row that holds the Tab stop of the list around a search. */
function firstRow(search: HTMLElement | null): HTMLElement | null | undefined {
  return search?.closest('.ark-replay__grid')?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
}

/**
 * Limits list, steps and playback to the matches of the search, while the reader wants that. The last matches stay until the next search is
 * done; clearing all filters turns the limit off.
 */
function useOnlyMatches(): void {
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
      const { only: wanted, settled: found } = find.state.get();
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
