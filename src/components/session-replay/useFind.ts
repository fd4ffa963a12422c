'use client';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { matchBeside } from '../session-search/matchSteps.ts';
import { revealItem } from './revealItem.ts';

/** The search of a replay. */
export interface Find {
  readonly open: boolean;
  /** Whether the reader opened it, and not a link: then it takes the focus. */
  readonly asked: boolean;
  readonly query: string;
  /** What was found, as positions in `SessionIndex.items`; undefined while nothing is searched for. */
  readonly found: Uint32Array | undefined;
  /** Opens it, and brings the reader to its field. */
  readonly show: () => void;
  /** Closes it, and forgets what was searched for. */
  readonly hide: () => void;
  /** Searches for what a link has; for nothing, closes it. */
  readonly follow: (query: string) => void;
  /** Takes what is typed. The parts around the search are drawn again when there is time: typing comes first. */
  readonly setQuery: (query: string) => void;
  readonly setFound: (found: Uint32Array) => void;
  /** Goes to the match after or before the chosen item. Says whether there is one. */
  readonly step: (by: -1 | 1) => boolean;
}

/**
 * What the search of a replay knows, for the parts that show it: the panel, the marks, the keys, the link.
 *
 * @param grid what has the keys of the replay; it has the focus again once the search is closed.
 */
export function useFind(grid: HTMLElement | null): Find {
  const replay = useReplayStore();
  const [opened, setOpened] = useState<'no' | 'asked' | 'linked'>('no');
  const [query, setAsked] = useState('');
  const [items, setItems] = useState<Uint32Array>();
  const open = opened !== 'no';
  const found = open && query !== '' ? items : undefined;
  const show = useCallback(() => {
    setOpened('asked');
    const field = grid?.querySelector<HTMLInputElement>('.ark-search__field');
    field?.focus();
    field?.select();
  }, [grid]);
  const setQuery = useCallback((next: string) => startTransition(() => setAsked(next)), []);
  const setFound = useCallback((next: Uint32Array) => startTransition(() => setItems(next)), []);
  const follow = useCallback((wanted: string) => {
    setOpened(wanted === '' ? 'no' : 'linked');
    setAsked(wanted);
  }, []);
  const hide = useCallback(() => {
    if (grid?.querySelector('.ark-search')?.contains(document.activeElement) === true) {
      // What goes away takes the focus along, and with it the keys.
      grid.focus({ preventScroll: true });
    }
    follow('');
  }, [grid, follow]);
  const step = useCallback(
    (by: -1 | 1): boolean => {
      const { index, selection } = replay.getState();
      const here = index.itemById(selection ?? '')?.index ?? -1;
      const item = found === undefined ? undefined : index.items[matchBeside(found, here, by) ?? -1];
      if (item !== undefined) revealItem(replay, item);
      return item !== undefined;
    },
    [replay, found],
  );
  return useMemo(
    () => ({ open, asked: opened === 'asked', query, found, show, hide, follow, setQuery, setFound, step }),
    [open, opened, query, found, show, hide, follow, setQuery, setFound, step],
  );
}
