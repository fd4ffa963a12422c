import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Store } from '../../replay/createStore.ts';
import {
  hasClock,
  type PlacedNote,
  type Preparation,
  type ProfileDimension,
  type ReadingLevel,
  type ReplayState,
  type SessionIndex,
} from '../../replay/index.ts';
import { memoize, rest } from '../../replay/internal.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import type { Note } from '../../session/index.ts';
import { knownStart, toIso } from '../../session/internal.ts';
import { useIsHydrating } from '../hooks/hydration.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { useStore } from '../hooks/useStore.ts';
import { agentOf } from '../icons/AgentMark.tsx';
import type { FileLine } from '../session-files/FileView.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import type { Find, FindState, FoundIn } from './createFind.ts';
import type { SightView } from './useSight.ts';

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
  /** Whether more of the session is still to come, so that what is counted so far is only its beginning. */
  readonly loading: boolean;
  /** The host's own summary of the session, in Markdown; undefined if it has none. */
  readonly summary: string | undefined;
  /** Whether the details cover the list, in the full width of the replay. */
  readonly focused: boolean;
  readonly toggleFocused: () => void;
  /** Whether the replay is so low that lanes come without what stands around them. */
  readonly low: boolean;
  /** Whether the details are in a sheet over the list; otherwise they stand beside it. */
  readonly sheet: boolean;
  /** Height of that sheet, in pixels. */
  readonly sheetPx: number;
  readonly setSheetPx: (px: number) => void;
  readonly find: Find;
  /** What the reader sees of a session that grows. */
  readonly sight: SightView;
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

/** A choice of the reader that a link keeps. */
export interface LinkedChoice {
  /** The choice as a link names it; empty where nothing is to be said. */
  readonly panels: readonly string[];
  /** Chooses what a link names. */
  readonly onPanels: (panels: readonly string[]) => void;
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

/** The last complete matches of the search in the session shown; undefined while there are none, or none of this session. */
export function useFoundHere(): FoundIn | undefined {
  const index = useReplay((state) => state.index);
  const settled = useFind('settled');
  return settled?.index === index ? settled : undefined;
}

/** Returns the function that goes to an item by its id, unfolds the runs around it, and opens its details. */
export function useSelectItem(): (id: string) => void {
  const replay = useReplayStore();
  const { setFollow } = useReplayView();
  return useCallback(
    (id) => {
      const item = replay.getState().index.itemById(id);
      if (item !== undefined) unfoldRuns(replay, item);
      replay.select(id);
      setFollow(true);
    },
    [replay, setFollow],
  );
}

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

/**
 * The stage of the first drawing, from 0 to `last`. Each stage is a task of its own, so that one long task becomes several short ones, and
 * parts that are quick to draw do not wait for slow ones. If a server has drawn the part, the stage is `last` at once.
 */
export function useStage(last: number): number {
  const hydrating = useIsHydrating();
  const [stage, setStage] = useState(hydrating ? last : 0);
  useEffect(() => {
    if (stage >= last) return undefined;
    let wanted = true;
    // Not a transition: while a session loads there is always more urgent work, and its rows would wait until the end.
    void rest().then(() => {
      if (wanted) setStage(stage + 1);
    });
    return () => {
      wanted = false;
    };
  }, [stage, last]);
  return stage;
}

/**
 * Whether a part that joins the page may be drawn: once what it computes of the session is there, which is done in slices first. At once if a
 * server has drawn the part. The preparation must keep its identity.
 */
export function usePrepared(preparation: Preparation): boolean {
  const replay = useReplayStore();
  const [drawnByServer] = useState(useIsHydrating());
  // Of a session that grows meanwhile, the update waits for it.
  usePreparation(preparation);
  const prepare = useCallback(
    function* (): Generator<unknown, true> {
      yield* preparation(replay.getState());
      return true;
    },
    [replay, preparation],
  );
  return useInSlices(drawnByServer ? undefined : prepare) ?? drawnByServer;
}
