import { createStore, type Store } from '../../replay/createStore.ts';
import type { Replay, SessionIndex } from '../../replay/index.ts';
import { matchBeside } from '../session-search/matchSteps.ts';
import type { FoundTexts } from '../session-search/SessionSearch.tsx';
import { revealItem } from './revealItem.ts';

/** What a search of a replay stands at. */
export interface FindState {
  /** Who opened it: a link does not take the focus. */
  readonly opened: 'no' | 'by reader' | 'by link';
  readonly query: string;
  /** What was found, as positions in `SessionIndex.items`; undefined while nothing is searched for. */
  readonly found: Uint32Array | undefined;
  /** All that was found, once a search is done, and in what; it stays while another one goes on. */
  readonly settled: FoundIn | undefined;
  /** Whether the list shows only what was found. */
  readonly only: boolean;
  /** What was chosen when a button searched: as long as nothing else is, Esc takes that search back first. */
  readonly since?: { readonly selection: string | undefined } | undefined;
}

/** What was found in a session as it was then. */
export interface FoundIn extends FoundTexts {
  readonly index: SessionIndex;
  readonly items: Uint32Array;
}

/** The search of a replay: kept apart from what is drawn, so that typing draws nothing but the search and its marks. */
export interface Find {
  readonly state: Pick<Store<FindState>, 'get' | 'subscribe'>;
  /** Opens it; an open one takes the focus. */
  show(grid: HTMLElement | null): void;
  /** Closes it, and forgets what was searched for; what had the keys of the replay has them again. */
  hide(): void;
  /** Searches for what a link has; for nothing, closes it. */
  follow(query: string, only: boolean): void;
  /** Searches for what a button has, and shows that alone. */
  searchFor(query: string, replay: Replay): void;
  /** Closes it where it is what the reader did last, rather than choose an item. Says whether it did. */
  takeBack(replay: Replay): boolean;
  setQuery(query: string): void;
  /** Takes what has been found so far, and whether that is all. */
  setFound(found: FoundIn, state: 'searching' | 'done'): void;
  setOnly(only: boolean): void;
  /** Goes to the match after or before the chosen item. Says whether there is one. */
  step(replay: Replay, by: -1 | 1): boolean;
}

const nothing = { query: '', found: undefined, settled: undefined } as const;
const closed: FindState = { opened: 'no', only: false, ...nothing };

/** Makes the search of a replay, closed. */
export function createFind(): Find {
  const state = createStore(closed);
  const change = (changes: Partial<FindState>): void => state.set({ ...state.get(), ...changes });
  return {
    state,
    show(grid) {
      change({ opened: 'by reader' });
      const field = grid?.querySelector<HTMLInputElement>('.ark-search__field');
      field?.focus();
      field?.select();
    },
    hide() {
      const searching = document.activeElement?.closest('.ark-search');
      searching?.closest<HTMLElement>('.ark-replay__grid')?.focus({ preventScroll: true });
      state.set(closed);
    },
    follow(query, only) {
      state.set(query === '' ? closed : { ...nothing, opened: 'by link', query, only });
    },
    searchFor(query, replay) {
      const { selection } = replay.getState();
      state.set({ ...nothing, opened: 'by link', query, only: true, since: { selection } });
    },
    takeBack(replay) {
      const { opened, since } = state.get();
      const { selection, pinned, filters } = replay.getState();
      const isLatest = since !== undefined && since.selection === selection;
      const nothingElse = selection === undefined && pinned === undefined && filters.between === undefined;
      if (opened === 'no' || !(isLatest || nothingElse)) return false;
      this.hide();
      return true;
    },
    setQuery: (query) => change(query === '' ? nothing : { query }),
    setFound(found, done) {
      const { query, settled } = state.get();
      if (query !== '') change({ found: found.items, settled: done === 'done' ? found : settled });
    },
    setOnly: (only) => change({ only }),
    step(replay, by) {
      const { index, selection } = replay.getState();
      const here = index.itemById(selection ?? '')?.index ?? -1;
      const { found } = state.get();
      const item = found === undefined ? undefined : index.items[matchBeside(found, here, by) ?? -1];
      if (item !== undefined) revealItem(replay, item);
      return item !== undefined;
    },
  };
}
