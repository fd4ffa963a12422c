import { createStore, type Store } from '../../replay/createStore.ts';
import {
  kindOf,
  noFilters,
  type Replay,
  type ReplayItem,
  type SessionIndex,
  visibleItems,
} from '../../replay/index.ts';
import { focusedElement } from '../hooks/acrossShadows.ts';
import { matchBeside } from '../session-search/SearchMatches.tsx';
import type { FoundTexts } from '../session-search/SessionSearch.tsx';
import { unfoldRuns } from '../shared/unfoldRuns.ts';

/** State of a replay's search. */
export interface FindState {
  /** Who opened it; a search opened by a link does not take the focus. */
  readonly opened: 'no' | 'by reader' | 'by link';
  readonly query: string;
  /** Matches so far, as positions in `SessionIndex.items`; undefined while nothing is searched for. */
  readonly found: Uint32Array | undefined;
  /** The last complete matches, and the session they belong to; kept while the next search runs. */
  readonly settled: FoundIn | undefined;
  /** Whether the list shows only matches. */
  readonly only: boolean;
  /** The item that was chosen when a button searched. As long as it stays chosen, Esc first undoes that search. */
  readonly since?: { readonly selection: string | undefined } | undefined;
}

/** Matches in a session, as it was when searched. */
export interface FoundIn extends FoundTexts {
  readonly index: SessionIndex;
  readonly items: Uint32Array;
}

/** The search of a replay. It is kept outside the view state, so that typing renders only the search and its marks. */
export interface Find {
  readonly state: Pick<Store<FindState>, 'get' | 'subscribe'>;
  /** Opens the search, or focuses it if it is open. */
  show(grid: HTMLElement | null): void;
  /** Closes the search and clears it; the element that received the replay's keys before receives them again. */
  hide(): void;
  /** Searches for the text of a link; an empty text closes the search. */
  follow(query: string, only: boolean): void;
  /** Searches for the text of a button, and shows only the matches. */
  searchFor(query: string, replay: Replay): void;
  /** Closes the search if the reader has chosen no item since a button opened it. Returns whether it closed. */
  takeBack(replay: Replay): boolean;
  setQuery(query: string): void;
  /** Stores the matches found so far, and whether they are complete. */
  setFound(found: FoundIn, state: 'searching' | 'done'): void;
  setOnly(only: boolean): void;
  /** Goes to the next or previous match of the chosen item. Returns whether there is one. */
  step(replay: Replay, by: -1 | 1): boolean;
}

const nothing = { query: '', found: undefined, settled: undefined } as const;
const closed: FindState = { opened: 'no', only: false, ...nothing };

/** Makes the search of a replay; it is closed at first. */
export function createFind(): Find {
  const state = createStore(closed);
  const change = (changes: Partial<FindState>): void => state.set({ ...state.get(), ...changes });
  return {
    state,
    show(grid) {
      change({ opened: 'by reader' });
      const field = grid?.querySelector<HTMLInputElement>('.ark-search input');
      field?.focus();
      field?.select();
    },
    hide() {
      const searching = focusedElement()?.closest('.ark-search');
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
      const { index, selection, position } = replay.getState();
      // A match at the playhead is the first one, unless it is chosen already.
      const here = index.itemById(selection ?? '')?.index ?? position.item - by;
      const { found } = state.get();
      const item = found === undefined ? undefined : index.items[matchBeside(found, here, by) ?? -1];
      if (item !== undefined) revealItem(replay, item);
      return item !== undefined;
    },
  };
}

/** Goes to an item and chooses it, wherever it is: unfolds the runs around it, and removes filters that hide it. */
export function revealItem(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  if (!visibleItems(index, filters).has(item.index)) {
    const kind = kindOf(item);
    // A conversation hides everything that was not said.
    const level = filters.level === 'conversation' ? 'steps' : filters.level;
    replay.filter({
      ...noFilters,
      level,
      between: undefined,
      hidden: filters.hidden.filter((hidden) => hidden !== kind),
    });
  }
  unfoldRuns(replay, item);
  replay.select(item.id);
}
