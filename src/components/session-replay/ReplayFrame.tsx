import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createStore } from '../../replay/createStore.ts';
import { type PlaybackKind, type ProfileDimension, type ReplayState, startOf } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { focusedElement } from '../hooks/acrossShadows.ts';
import { useStore } from '../hooks/useStore.ts';
import { useWidth } from '../hooks/useWidth.ts';
import { replayWords } from '../language/english/replay.ts';
import { onlyMatchesPanel } from '../replay-link/replayLink.ts';
import { type ReplayRouter, useReplayLink } from '../replay-link/useReplayLink.ts';
import { useOpen } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { type KeysScope, usePageKeys } from '../shared/usePageKeys.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { TransportBar, type TransportBarProps } from '../transport-bar/TransportBar.tsx';
import { createFind } from './createFind.ts';
import { DetailSplitter } from './DetailSplitter.tsx';
import { ReplayBriefBar } from './ReplayBrief.tsx';
import { Announcer, ReplayCaption, usePlayback } from './ReplayCaption.tsx';
import { ReplayDetail } from './ReplayDetail.tsx';
import { ReplayHeader } from './ReplayHeader.tsx';
import { ReplayLanes, useLanesShown } from './ReplayLanes.tsx';
import {
  hasChapters,
  type LevelProps,
  ListBar,
  RailOutline,
  railPx,
  useHasOutline,
  useLevel,
} from './ReplayOutline.tsx';
import { ReplayPaper } from './ReplayPaper.tsx';
import { ReplayPhases } from './ReplayPhases.tsx';
import { ReplaySearch } from './ReplaySearch.tsx';
import { ReplayTimeline } from './ReplayTimeline.tsx';
import {
  type DetailTab,
  detailTabs,
  type ReplayView,
  ReplayViewContext,
  useFind,
  useReplayView,
  useStage,
} from './ReplayViewContext.ts';
import { useFrameKeys, useMoment } from './useFrameKeys.ts';
import { type NotesProps, useNoteKeys, useNotesView } from './useNotes.ts';

/** Parts of a replay. `null` leaves a part out; anything else replaces it. */
interface ReplaySlots {
  /** Title, facts and controls, at the top. @default the kit's header */
  header?: ReactNode;
  /** The strip of phases below the header. @default `PhaseStrip`, with its legend where there is room */
  phases?: ReactNode;
  /** The lanes of the agents; `null` also removes the button for them. @default `TimelineLanes` */
  lanes?: ReactNode;
  /** The list of everything that happened. @default `Timeline` */
  timeline?: ReactNode;
  /** Shown beside the list, or over it on a phone. @default the details of the item at the playhead, the state there, the run */
  detail?: ReactNode;
  /** Scrub bar, play, steps and pace, at the bottom. @default `TransportBar` */
  transport?: ReactNode;
}

/** Props of {@link ReplayFrame}. */
export interface ReplayFrameProps
  extends ReplaySlots,
    LevelProps,
    NotesProps,
    Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /**
   * Whether the replay plays by the clock of the session, or by its content, which takes at most three minutes for any session; the reader
   * may change it. @default 'clock'
   */
  playback?: PlaybackKind | undefined;
  /** More controls at the right of the header, such as a theme switch. */
  actions?: ReactNode;
  /** Whether headers and bands of phases are shown at first; the reader may change it. @default 'shown' */
  phaseOverlay?: 'shown' | 'hidden';
  /**
   * Whether the lanes of the agents are shown at first, above list and details; the reader may change it. `auto` shows them if there are
   * subagents, or more than ten minutes. A replay narrower than 720 px shows only the minimap until the reader asks for the lanes.
   * @default 'auto'
   */
  lanesPanel?: 'auto' | 'shown' | 'hidden';
  /** The host's own summary of the session, in Markdown; heads the brief, marked as not from the log. @default none */
  summary?: string | undefined;
  /**
   * Whether more of the session is still to come: no part then states a figure that would be one of its beginning. Of a log that is still
   * being written, all that there is has come. @default false
   */
  loading?: boolean | undefined;
  /** Where the full text behind a shortened one can be fetched; nothing is fetched unless the reader asks. */
  contentUrl?: ItemScope['contentUrl'];
  /** Keeps position, selection, filters and open panels in the host's address, and makes links to them. */
  router?: ReplayRouter | undefined;
  /**
   * Where the keys of the replay work: only while it has the focus (`focus`); also while nothing on the page has it and the replay fills
   * at least half the height of the window (`auto`); or anywhere on the page unless something else uses the key (`page`). Of several
   * replays, the one that was used last takes them, before that the one of which most is in sight.
   * @default 'auto'
   */
  keys?: KeysScope | undefined;
  /** Level of the session's title in the page's outline. @default 1 */
  headingLevel?: 1 | 2;
}

/** Width below which details lie over the list, in pixels; the style sheet repeats it. */
const sheetBelowPx = 720;
const firstSheetPx = 308;
/** Width from which the outline fits beside the list; the style sheet repeats it. */
const railFromPx = 1180;

/** Stages of the first drawing: the list, then the parts around it one by one, then the details. */
const listFirst = { rows: 1, header: 2, phases: 3, transport: 4, detail: 5 } as const;
/** Where the list first puts the playhead while the heights of the panels that share its room are unknown. */
const frameFirst = { header: 1, phases: 2, transport: 3, rows: 4, detail: 5 } as const;

/** Names of the panels in a link. */
const hiddenPhases = 'no-phases';
const allLinks = 'links';
const hiddenOutline = 'no-outline';

/** Lays out the parts of a replay, and handles the keys that work anywhere in it. */
export const ReplayFrame = forwardRef<HTMLElement, ReplayFrameProps>(function ReplayFrame(
  {
    header,
    phases: phaseStrip,
    lanes: laneView,
    timeline,
    detail,
    transport,
    actions,
    phaseOverlay = 'shown',
    lanesPanel = 'auto',
    summary,
    loading = false,
    contentUrl,
    router,
    keys = 'auto',
    level,
    defaultLevel,
    onLevelChange,
    playback,
    notes: hostNotes,
    onNotesChange,
    headingLevel = 1,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(replayWords);
  const title = useMasked(useReplay(({ index }) => index.session.task_title));
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const widthPx = useWidth(grid) ?? sheetBelowPx;
  const sheet = widthPx < sheetBelowPx;
  const [sheetPx, setSheetPx] = useState(firstSheetPx);
  const [follow, setFollow] = useState(true);
  const [phases, setPhases] = useState(phaseOverlay);
  const [links, setLinks] = useState<ReplayView['links']>('selected');
  const [chosen, setChosen] = useState<ChosenTab>();
  const untouched = useReplay(isUntouched);
  const stays = useReplay((state) => chosen?.tab !== 'brief' || momentOf(state) === chosen.at);
  const chosenTab = stays ? chosen?.tab : 'item';
  const tab = chosenTab ?? (untouched ? 'brief' : 'item');
  const [profileBy, setProfileBy] = useState<ProfileDimension>('tool');
  const [focused, setFocused] = useState(false);
  const laneChoice = useLanesShown({ atFirst: lanesPanel, narrow: sheet, grid });
  const { toggleLanes } = laneChoice;
  const lanes = laneView === null ? undefined : laneChoice.lanes;
  const replay = useReplayStore();
  const setLevel = useLevel({ level, defaultLevel, onLevelChange });
  usePlayback(playback);
  const [chapterInView] = useState(() => createStore(0));
  const notes = useNotesView({ notes: hostNotes, onNotesChange });
  const chaptered = useHasOutline(notes);
  const several = useReplay(hasChapters);
  // The first note on a session with one chapter does not take room from the list that is being read.
  const [chosenRail, setRail] = useState<'shown' | 'hidden'>();
  const rail = chosenRail ?? (several || !chaptered ? 'shown' : 'hidden');
  const toggleOutline = useCallback(() => setRail(rail === 'shown' ? 'hidden' : 'shown'), [rail]);
  const outline = widthPx < railFromPx ? 'menu' : rail;
  const setTab = useCallback((next: DetailTab) => setChosen({ tab: next, at: momentOf(replay.getState()) }), [replay]);
  const [find] = useState(createFind);
  const only = useStore(find.state, (state) => state.only);
  const [helpOpen, toggleHelp] = useOpen({});
  const address = useReplayLink(router, {
    panels: [
      ...(phases === 'hidden' ? [hiddenPhases] : []),
      ...(links === 'all' ? [allLinks] : []),
      ...(chosenTab === undefined ? [] : [chosenTab]),
      ...laneChoice.panels,
      ...(chosenRail === 'hidden' ? [hiddenOutline] : []),
      ...(only ? [onlyMatchesPanel] : []),
    ],
    search: find.state,
    onLink({ panels, search }) {
      setPhases(panels.includes(hiddenPhases) ? 'hidden' : 'shown');
      setLinks(panels.includes(allLinks) ? 'all' : 'selected');
      const linked = detailTabs.find((each) => panels.includes(each));
      setChosen(linked && { tab: linked, at: momentOf(replay.getState()) });
      laneChoice.onPanels(panels);
      setRail(panels.includes(hiddenOutline) ? 'hidden' : undefined);
      find.follow(search, panels.includes(onlyMatchesPanel));
    },
  });
  const onNote = useNoteKeys(notes, () => setTab('notes'));
  const moment = useMoment(address);
  const { quote } = moment;
  const [nothingThere, sayNothingThere] = useBriefMessage();
  const atStage = lanes !== 'hidden' || find.state.get().opened !== 'no' ? frameFirst : listFirst;
  const stage = useStage(atStage.detail);
  const from = (first: number, part: ReactNode): ReactNode => (stage < first ? null : part);
  const awaited = (first: number, part: ReactNode): '' | undefined => (stage < first && part !== null ? '' : undefined);
  // Its figures are those of the whole session; until that is there it is kept a place.
  const stripStage = loading && phaseStrip === undefined ? Number.POSITIVE_INFINITY : atStage.phases;
  const goAlong = (): void => setFollow(true);
  const toggleFocused = useCallback(() => {
    setFocused((before) => !before);
    // Removing the focused element would lose the focus, and the keys with it.
    if (grid?.contains(focusedElement())) grid.focus({ preventScroll: true });
  }, [grid]);
  const onKeyDown = useFrameKeys({
    onHelp: toggleHelp,
    onMove: goAlong,
    onLanes: lanes === undefined ? undefined : toggleLanes,
    onOutline:
      outline === 'menu' ? undefined : chaptered ? toggleOutline : () => sayNothingThere(t('replay.said.oneChapter')),
    onNoError: (to) => sayNothingThere(t(to === 'forward' ? 'replay.said.noErrorAfter' : 'replay.said.noErrorBefore')),
    onLevel: setLevel,
    onFind: () => find.show(grid),
    onFocus: detail === null ? undefined : toggleFocused,
    onCopy: moment.copy,
    onNote,
    onLeave: () => {
      if (!focused) return find.takeBack(replay);
      toggleFocused();
      return true;
    },
    onMatch: (by) => find.step(replay, by),
  });
  usePageKeys(grid, keys);
  const view = useMemo(
    (): ReplayView => ({
      ...{ follow, setFollow, phases, setPhases, links, setLinks, lanes, toggleLanes, tab, setTab, focused },
      ...{ outline, toggleOutline, chapterInView, setLevel, profileBy, setProfileBy, loading, summary },
      ...{ toggleFocused, sheet, sheetPx, setSheetPx, find, address, quote, notes, contentUrl, headingLevel },
    }),
    [
      follow,
      phases,
      links,
      lanes,
      toggleLanes,
      outline,
      toggleOutline,
      chapterInView,
      setLevel,
      tab,
      setTab,
      profileBy,
      loading,
      summary,
      focused,
      toggleFocused,
      sheet,
      sheetPx,
      find,
      address,
      quote,
      notes,
      contentUrl,
      headingLevel,
    ],
  );
  const sized = { '--ark-sheet': `${sheetPx}px` } as CSSProperties;
  return (
    <ReplayViewContext.Provider value={view}>
      <section
        ref={ref}
        className={joinClasses('ark', 'ark-replay', className)}
        aria-label={t('replay.label', { title })}
        {...rest}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere gives it the focus, and with it the replay its keys */}
        <div
          ref={setGrid}
          className="ark-replay__grid"
          data-lanes={lanes}
          data-outline={chaptered ? outline : undefined}
          data-focused={focused ? '' : undefined}
          style={sized}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <div className="ark-replay__header" data-awaited={awaited(atStage.header, header)}>
            {from(atStage.header, header === undefined ? <ReplayHeader actions={actions} /> : header)}
            {sheet && detail === undefined ? from(atStage.detail, <ReplayBriefBar />) : null}
          </div>
          <div className="ark-replay__phases" data-awaited={awaited(stripStage, phaseStrip)}>
            {from(stripStage, phaseStrip === undefined ? <ReplayPhases /> : phaseStrip)}
          </div>
          {lanes === 'shown' || lanes === 'map' ? (
            <div className="ark-replay__lanes">
              {from(atStage.phases, laneView === undefined ? <ReplayLanes /> : laneView)}
            </div>
          ) : null}
          {chaptered && outline === 'shown' ? (
            <div className="ark-replay__outline">{from(atStage.detail, <RailOutline />)}</div>
          ) : null}
          <ReplaySearch />
          <div className="ark-replay__timeline">
            {timeline === undefined ? <ListBar /> : null}
            {from(atStage.rows, timeline === undefined ? <ReplayTimeline /> : timeline)}
            <ReplayCaption />
          </div>
          {detail === null ? null : (
            <div className="ark-replay__detail">
              {grid === null || sheet || focused ? null : (
                <DetailSplitter
                  grid={grid}
                  widthPx={widthPx}
                  besidePx={chaptered && outline === 'shown' ? railPx : 0}
                />
              )}
              {from(atStage.detail, detail === undefined ? <ReplayDetail /> : detail)}
            </div>
          )}
          <div className="ark-replay__transport" data-awaited={awaited(atStage.transport, transport)}>
            {from(
              atStage.transport,
              transport === undefined ? (
                <ReplayTransport open={helpOpen} onOpenChange={toggleHelp} onMove={goAlong} />
              ) : (
                transport
              ),
            )}
          </div>
          <p className="ark-replay__said" role="status">
            {moment.said || nothingThere}
          </p>
          <Announcer />
        </div>
        <ReplayPaper />
      </section>
    </ReplayViewContext.Provider>
  );
});

/** The tab that the reader chose, and the replay's position at that moment: choosing or reaching anything later replaces the brief. */
interface ChosenTab {
  readonly tab: DetailTab;
  readonly at: string;
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

/** Milliseconds for which a message is shown. */
const messageMs = 2500;

/** A message for the reader, empty after a while, and the function that shows one. */
function useBriefMessage(): readonly [message: string, show: (message: string) => void] {
  const [message, show] = useState('');
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => show(''), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, show];
}

type ReplayTransportProps = Pick<TransportBarProps, 'open' | 'onOpenChange' | 'onMove'>;

/** The transport bar of the surrounding replay, with marks for the matches of the search. */
function ReplayTransport(props: ReplayTransportProps): ReactElement {
  const { notes, loading } = useReplayView();
  return <TransportBar {...props} found={useFind('found')} notes={notes?.placed} loading={loading} />;
}
