import { useCallback, useMemo, useState } from 'react';
import { createStore } from '../../replay/createStore.ts';
import { type ProfileDimension, type ReplayState, startOf } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import type { ContentRef } from '../../session/index.ts';
import { focusedElement } from '../hooks/acrossShadows.ts';
import { useHeight, useWidth } from '../hooks/useSize.ts';
import { useStore } from '../hooks/useStore.ts';
import { onlyMatchesPanel } from '../replay-link/replayLink.ts';
import { type ReplayRouter, useReplayLink } from '../replay-link/useReplayLink.ts';
import { createFind } from './createFind.ts';
import { useLanesShown } from './ReplayLanes.tsx';
import { type LevelProps, useLevel, useOutline } from './ReplayOutline.tsx';
import { type DetailTab, detailTabs, type LinkedChoice, type ReplayView } from './ReplayViewContext.ts';
import { type Moment, useMoment } from './useMoment.ts';
import { type NotesProps, useNotesView } from './useNotes.ts';
import { type SightProps, useSight } from './useSight.ts';

/** What a host sets of the view of a replay. */
export interface FrameViewProps extends LevelProps, NotesProps, SightProps {
  /** Whether headers and bands of phases are shown at first; the reader may change it. @default 'shown' */
  phaseOverlay?: 'shown' | 'hidden' | undefined;
  /**
   * Whether the lanes of the agents are shown at first, above list and details; the reader may change it. `auto` shows them if there are
   * subagents, or more than ten minutes. A replay narrower than 720 px or lower than 600 px shows only the minimap until the reader asks
   * for the lanes, and so does one lower than 800 px while its search is open.
   * @default 'auto'
   */
  lanesPanel?: 'auto' | 'shown' | 'hidden' | undefined;
  /** The host's own summary of the session, in Markdown; heads the brief, marked as not from the log. @default none */
  summary?: string | undefined;
  /**
   * Whether more of the session is still to come: no part then states a figure that would be one of its beginning. Of a log that is still
   * being written, all that there is has come. @default false
   */
  loading?: boolean | undefined;
  /** Where the full text behind a shortened one can be fetched; nothing is fetched unless the reader asks. */
  contentUrl?: ((content: ContentRef) => string | undefined) | undefined;
  /** Keeps position, selection, filters and open panels in the host's address, and makes links to them. */
  router?: ReplayRouter | undefined;
  /** Level of the session's title in the page's outline. @default 1 */
  headingLevel?: 1 | 2 | undefined;
}

/** Width below which details lie over the list, in pixels; the style sheet repeats it. */
const sheetBelowPx = 720;
/** Height below which lanes and list have no room for each other, in pixels; the style sheet repeats it. */
const lowBelowPx = 600;
/** Height below which lanes, found texts and list have none. */
const searchedBelowPx = 800;
const firstSheetPx = 308;

interface FrameView {
  readonly view: ReplayView;
  readonly moment: Moment;
  /** Width of the grid. */
  readonly widthPx: number;
}

/**
 * Brings together what the reader chooses in a replay and what its host sets, and keeps the choices in the host's address.
 *
 * @param grid the element that receives the keys of the replay.
 */
export function useFrameView(
  grid: HTMLElement | null,
  {
    phaseOverlay = 'shown',
    lanesPanel = 'auto',
    summary,
    loading = false,
    contentUrl,
    router,
    headingLevel = 1,
    hasLanes,
    ...host
  }: FrameViewProps & { readonly hasLanes: boolean },
): FrameView {
  const widthPx = useWidth(grid) ?? sheetBelowPx;
  const heightPx = useHeight(grid) ?? searchedBelowPx;
  const sheet = widthPx < sheetBelowPx;
  const low = heightPx < lowBelowPx;
  const [sheetPx, setSheetPx] = useState(firstSheetPx);
  const [follow, setFollow] = useState(true);
  const [profileBy, setProfileBy] = useState<ProfileDimension>('tool');
  const [chapterInView] = useState(() => createStore(0));
  const [find] = useState(createFind);
  const only = useStore(find.state, (state) => state.only);
  const searched = useStore(find.state, (state) => state.opened !== 'no');
  const setLevel = useLevel(host);
  const notes = useNotesView(host);
  const { focused, toggleFocused } = useFocused(grid);
  const { live, state: sightState, change } = useSight(host, loading, focused);
  const sight = useUnchanged({ live, state: sightState, change });
  const phases = usePanel('no-phases', { otherwise: 'shown', named: 'hidden', atFirst: phaseOverlay });
  const links = usePanel('links', { otherwise: 'selected', named: 'all', atFirst: 'selected' });
  const { tab, setTab, ...tabChoice } = useTab();
  const { lanes, toggleLanes, ...laneChoice } = useLanesShown({
    atFirst: lanesPanel,
    scarce: sheet || low,
    search: searched && heightPx < searchedBelowPx ? find : undefined,
    grid,
  });
  const { outline, toggleOutline, ...outlineChoice } = useOutline(notes, widthPx);
  const choices: readonly LinkedChoice[] = [phases, links, tabChoice, laneChoice, outlineChoice];
  const address = useReplayLink(router, {
    panels: [...choices.flatMap(({ panels }) => panels), ...(only ? [onlyMatchesPanel] : [])],
    search: find.state,
    onLink({ panels, search }) {
      for (const { onPanels } of choices) onPanels(panels);
      find.follow(search, panels.includes(onlyMatchesPanel));
    },
  });
  const moment = useMoment(address);
  const view = useUnchanged<ReplayView>({
    ...{ follow, setFollow, profileBy, setProfileBy, chapterInView, find, setLevel, notes, focused, toggleFocused },
    ...{ phases: phases.state, setPhases: phases.set, links: links.state, setLinks: links.set, tab, setTab },
    ...{ lanes: hasLanes ? lanes : undefined, toggleLanes, outline, toggleOutline, low, sheet, sheetPx, setSheetPx },
    ...{ sight, address, quote: moment.quote, loading, summary, contentUrl, headingLevel },
  });
  return { view, moment, widthPx };
}

/** The former object as long as all values are the same, so that only a change draws what reads them. */
function useUnchanged<Values extends object>(values: Values): Values {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are what it depends on
  return useMemo(() => values, Object.values(values));
}

/** Whether the details cover the list. */
function useFocused(grid: HTMLElement | null): Pick<ReplayView, 'focused' | 'toggleFocused'> {
  const [focused, setFocused] = useState(false);
  const toggleFocused = useCallback(() => {
    setFocused((before) => !before);
    // Removing the focused element would lose the focus, and the keys with it.
    if (grid?.contains(focusedElement())) grid.focus({ preventScroll: true });
  }, [grid]);
  return { focused, toggleFocused };
}

interface PanelStates<State> {
  /** The state that a link names, and the one of which it says nothing. */
  readonly named: State;
  readonly otherwise: State;
  readonly atFirst: State;
}

/** A panel with two states, one of which has a name in a link. */
function usePanel<State extends string>(
  name: string,
  { named, otherwise, atFirst }: PanelStates<State>,
): LinkedChoice & { readonly state: State; readonly set: (state: State) => void } {
  const [state, set] = useState(atFirst);
  return {
    state,
    set,
    panels: state === named ? [name] : [],
    onPanels: (panels) => set(panels.includes(name) ? named : otherwise),
  };
}

/** The tab that the reader chose, and the replay's position at that moment: choosing or reaching anything later replaces the brief. */
interface ChosenTab {
  readonly tab: DetailTab;
  readonly at: string;
}

/** What the details show: the brief until the reader chooses a tab or moves the playhead. */
function useTab(): LinkedChoice & Pick<ReplayView, 'tab' | 'setTab'> {
  const replay = useReplayStore();
  const untouched = useReplay(isUntouched);
  const [chosen, setChosen] = useState<ChosenTab>();
  const stays = useReplay((state) => chosen?.tab !== 'brief' || momentOf(state) === chosen.at);
  const chosenTab = stays ? chosen?.tab : 'item';
  const setTab = useCallback((tab: DetailTab) => setChosen({ tab, at: momentOf(replay.getState()) }), [replay]);
  return {
    tab: chosenTab ?? (untouched ? 'brief' : 'item'),
    setTab,
    panels: chosenTab === undefined ? [] : [chosenTab],
    onPanels(panels) {
      const linked = detailTabs.find((each) => panels.includes(each));
      setChosen(linked && { tab: linked, at: momentOf(replay.getState()) });
    },
  };
}

function momentOf({ selection, pinned, position }: ReplayState): string {
  return `${position.item} ${selection} ${pinned}`;
}

/** Whether the reader has neither chosen an item nor moved the playhead. */
function isUntouched({ index, mode, selection, pinned, position }: ReplayState): boolean {
  const chosen = selection !== undefined || pinned !== undefined;
  const { at, item } = startOf(index);
  return mode === 'reading' && !chosen && position.at === at && position.item === item;
}
