'use client';
import { createContext, useContext } from 'react';
import type { Store } from '../../replay/createStore.ts';
import type { PlacedNote, ProfileDimension, ReadingLevel } from '../../replay/index.ts';
import type { Note } from '../../session/index.ts';
import { useStore } from '../hooks/useStore.ts';
import type { FileLine } from '../session-files/FileView.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import type { Find, FindState } from './createFind.ts';

/**
 * What the details show: the brief of the session, an item, the files, the state at the playhead, the profile of time and tokens,
 * the notes of readers, or the run as a whole.
 */
export const detailTabs = ['brief', 'item', 'files', 'state', 'profile', 'notes', 'run'] as const;

export type DetailTab = (typeof detailTabs)[number];

/** The notes of a replay, and what of them is under way. */
export interface NotesView {
  readonly notes: readonly Note[];
  /** Absent if notes can only be read. */
  readonly onNotesChange: ((notes: readonly Note[]) => void) | undefined;
  /** Those that have a place in the session. */
  readonly placed: readonly PlacedNote[];
  /** Their items, as positions in `SessionIndex.items`. */
  readonly items: ReadonlySet<number>;
  /** The line of a file that the next note may be pinned on. */
  readonly line: FileLine | undefined;
  readonly setLine: (line: FileLine | undefined) => void;
  /** The line whose note the reader went to last. */
  readonly goneTo: FileLine | undefined;
  readonly setGoneTo: (line: FileLine) => void;
  /** How often the reader asked to write a note. */
  readonly asked: number;
  readonly ask: () => void;
}

/** View state that the parts of a replay share beyond its store. */
export interface ReplayView {
  /** Whether the list follows the playhead. */
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  readonly phases: 'shown' | 'hidden';
  readonly setPhases: (phases: 'shown' | 'hidden') => void;
  /** The item whose context links are drawn. */
  readonly links: 'selected' | 'all';
  readonly setLinks: (links: 'selected' | 'all') => void;
  /** Whether the lanes of the agents are shown above the list, or only their minimap; undefined if there are none. */
  readonly lanes: 'shown' | 'map' | 'hidden' | undefined;
  readonly toggleLanes: () => void;
  /** Whether the outline of chapters is shown beside the list; `menu` if there is no room and a button opens it. */
  readonly outline: 'shown' | 'hidden' | 'menu';
  readonly toggleOutline: () => void;
  /** The chapter at the top of the list, as a position in `chaptersOf`. */
  readonly chapterInView: Store<number>;
  /** Asks for a level of reading. */
  readonly setLevel: (level: ReadingLevel) => void;
  /** What the details show; the brief until the reader chooses a tab or moves the playhead. */
  readonly tab: DetailTab;
  readonly setTab: (tab: DetailTab) => void;
  /** How the profile groups calls. */
  readonly profileBy: ProfileDimension;
  readonly setProfileBy: (by: ProfileDimension) => void;
  /** The host's own summary of the session, in Markdown; undefined if it has none. */
  readonly summary: string | undefined;
  /** Whether the details cover the list, in the full width of the replay. */
  readonly focused: boolean;
  readonly toggleFocused: () => void;
  /** Whether the details are in a sheet over the list; otherwise they stand beside it. */
  readonly sheet: boolean;
  /** Height of that sheet, in pixels. */
  readonly sheetPx: number;
  readonly setSheetPx: (px: number) => void;
  readonly find: Find;
  /** Returns the address of the current position; undefined if the host has no router. */
  readonly address: (() => string) | undefined;
  /** The item whose details are shown, quoted as Markdown, with its address if the host has a router. Secrets are masked. */
  readonly quote: () => Promise<string>;
  /** Undefined if the host keeps no notes. */
  readonly notes: NotesView | undefined;
  readonly contentUrl: ItemScope['contentUrl'];
  /** Level of the session's title in the page's outline. */
  readonly headingLevel: 1 | 2;
}

/** The view of the surrounding replay. */
export const ReplayViewContext = createContext<ReplayView | undefined>(undefined);
ReplayViewContext.displayName = 'ReplayViewContext';

/** Returns the view of the surrounding replay. Throws outside a `SessionReplay`. */
export function useReplayView(): ReplayView {
  const view = useContext(ReplayViewContext);
  if (view === undefined) {
    throw new Error('agent-replay-kit: this is a part of a SessionReplay, and there is none around it.');
  }
  return view;
}

/** Reads a value of the surrounding replay's search, and renders again when it changes. */
export function useFind<Key extends keyof FindState>(key: Key): FindState[Key] {
  return useStore(useReplayView().find.state, (state) => state[key]);
}
