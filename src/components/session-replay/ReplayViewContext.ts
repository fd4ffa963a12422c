'use client';
import { createContext, useContext } from 'react';
import type { Store } from '../../replay/createStore.ts';
import type { ReadingLevel } from '../../replay/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import type { Find } from './createFind.ts';

/**
 * What the details show: what the session comes to, an item, its files, the state as of the playhead, where time and tokens went, or
 * the run as a whole.
 */
export const detailTabs = ['brief', 'item', 'files', 'state', 'profile', 'run'] as const;

export type DetailTab = (typeof detailTabs)[number];

/** What the parts of a replay share beyond its store: how it is looked at. */
export interface ReplayView {
  /** Whether the list goes with the playhead. */
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  readonly phases: 'shown' | 'hidden';
  readonly setPhases: (phases: 'shown' | 'hidden') => void;
  /** Whose context links are drawn. */
  readonly links: 'selected' | 'all';
  readonly setLinks: (links: 'selected' | 'all') => void;
  /** Whether the lanes of the agents stand above the list, or their minimap alone; undefined where there are none. */
  readonly lanes: 'shown' | 'map' | 'hidden' | undefined;
  readonly toggleLanes: () => void;
  /** Whether the outline of chapters stands beside the list; `menu` where there is no room for it, and a button opens it. */
  readonly outline: 'shown' | 'hidden' | 'menu';
  readonly toggleOutline: () => void;
  /** The chapter at the top of the list, as a position in `chaptersOf`. */
  readonly chapterInView: Store<number>;
  /** Asks for a level of reading. */
  readonly setLevel: (level: ReadingLevel) => void;
  /** What the details show: as long as the reader has chosen neither a tab nor a moment, the brief. */
  readonly tab: DetailTab;
  readonly setTab: (tab: DetailTab) => void;
  /** Whether the details stand over the list, as wide as the replay. */
  readonly focused: boolean;
  readonly toggleFocused: () => void;
  /** Whether details lie over the list, in a sheet; else they stand beside it. */
  readonly sheet: boolean;
  /** Height of that sheet, in pixels. */
  readonly sheetPx: number;
  readonly setSheetPx: (px: number) => void;
  readonly find: Find;
  /** Gives the address of this moment; undefined where the host has no router. */
  readonly address: (() => string) | undefined;
  readonly contentUrl: ItemScope['contentUrl'];
  /** Level of the session's title in the page's outline. */
  readonly headingLevel: 1 | 2;
}

/** How the replay around a component is looked at. */
export const ReplayViewContext = createContext<ReplayView | undefined>(undefined);
ReplayViewContext.displayName = 'ReplayViewContext';

/** How the replay around this component is looked at. Throws outside of a `SessionReplay`. */
export function useReplayView(): ReplayView {
  const view = useContext(ReplayViewContext);
  if (view === undefined) {
    throw new Error('agent-replay-kit: this is a part of a SessionReplay, and there is none around it.');
  }
  return view;
}
