import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import type { PlaybackKind } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { useOpen } from '../shared/Disclosure.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { type KeysScope, usePageKeys } from '../shared/usePageKeys.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { TransportBar, type TransportBarProps } from '../transport-bar/TransportBar.tsx';
import { DetailSplitter } from './DetailSplitter.tsx';
import { ReplayBriefBar } from './ReplayBrief.tsx';
import { Announcer, ReplayCaption, usePlayback } from './ReplayCaption.tsx';
import { ReplayDetail } from './ReplayDetail.tsx';
import { ReplayHeader } from './ReplayHeader.tsx';
import { ReplayLanes } from './ReplayLanes.tsx';
import { ListBar, RailOutline, railPx, useHasOutline } from './ReplayOutline.tsx';
import { ReplayPaper } from './ReplayPaper.tsx';
import { ReplayPhases } from './ReplayPhases.tsx';
import { ReplaySearch } from './ReplaySearch.tsx';
import { ReplayTimeline } from './ReplayTimeline.tsx';
import { type ReplayView, ReplayViewContext, useFind, useReplayView, useStage } from './ReplayViewContext.ts';
import { useFrameKeys } from './useFrameKeys.ts';
import { type FrameViewProps, useFrameView } from './useFrameView.ts';
import type { Moment } from './useMoment.ts';

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
    FrameViewProps,
    Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /**
   * Whether the replay plays by the clock of the session, or by its content, which takes at most three minutes for any session; the reader
   * may change it. @default 'clock'
   */
  playback?: PlaybackKind | undefined;
  /** More controls at the right of the header, such as a theme switch. */
  actions?: ReactNode;
  /**
   * Where the keys of the replay work: only while it has the focus (`focus`); also while nothing on the page has it and the replay fills
   * at least half the height of the window (`auto`); or anywhere on the page unless something else uses the key (`page`). Of several
   * replays, the one that was used last takes them, before that the one of which most is in sight.
   * @default 'auto'
   */
  keys?: KeysScope | undefined;
}

/** Stages of the first drawing: the list, then the parts around it one by one, then the details. */
const listFirst = { rows: 1, header: 2, phases: 3, transport: 4, detail: 5 } as const;
/** Where the list first puts the playhead while the heights of the panels that share its room are unknown. */
const frameFirst = { header: 1, phases: 2, transport: 3, rows: 4, detail: 5 } as const;

/** Lays out the parts of a replay, and handles the keys that work anywhere in it. */
export const ReplayFrame = forwardRef<HTMLElement, ReplayFrameProps>(function ReplayFrame(
  {
    header,
    phases,
    lanes,
    timeline,
    detail,
    transport,
    actions,
    phaseOverlay,
    lanesPanel,
    summary,
    loading,
    contentUrl,
    router,
    keys = 'auto',
    level,
    defaultLevel,
    onLevelChange,
    playback,
    notes,
    onNotesChange,
    live,
    seen,
    onSeenChange,
    headingLevel,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(replayWords);
  const title = useMasked(useReplay(({ index }) => index.session.task_title));
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const { view, moment, widthPx } = useFrameView(grid, {
    ...{ phaseOverlay, lanesPanel, summary, loading, contentUrl, router, headingLevel },
    ...{ level, defaultLevel, onLevelChange, notes, onNotesChange, live, seen, onSeenChange },
    hasLanes: lanes !== null,
  });
  usePlayback(playback);
  usePageKeys(grid, keys);
  return (
    <ReplayViewContext.Provider value={view}>
      <section
        ref={ref}
        className={joinClasses('ark', 'ark-replay', className)}
        aria-label={t('replay.label', { title })}
        {...rest}
      >
        <div className="ark-replay__room">
          <FrameGrid
            slots={{ header, phases, lanes, timeline, detail, transport }}
            {...{ actions, grid, setGrid, widthPx, moment }}
          />
        </div>
        <ReplayPaper />
      </section>
    </ReplayViewContext.Provider>
  );
});

interface FrameGridProps extends Pick<ReplayFrameProps, 'actions'> {
  slots: ReplaySlots;
  /** The grid itself, which the frame needs too. */
  grid: HTMLElement | null;
  setGrid: (grid: HTMLElement | null) => void;
  widthPx: number;
  moment: Moment;
}

/** The parts of a replay in their places; a press or a key anywhere in them is the replay's. */
function FrameGrid({ slots, actions, grid, setGrid, widthPx, moment }: FrameGridProps): ReactElement {
  const { header, phases, timeline, detail, transport } = slots;
  const view = useReplayView();
  const { lanes, outline, sheet, focused } = view;
  const chaptered = useHasOutline(view.notes);
  const { part, awaited } = useStagedParts(view);
  const [helpOpen, toggleHelp] = useOpen({});
  const { onKeyDown, said } = useFrameKeys({ grid, moment, onHelp: toggleHelp, hasDetail: detail !== null });
  const isRailShown = chaptered && outline === 'shown';
  // Its figures are those of the whole session; until that is there it is kept a place.
  const isStripAwaited = view.loading && phases === undefined;
  const sized = { '--ark-sheet': `${view.sheetPx}px` } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere gives it the focus, and with it the replay its keys
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
      <div className="ark-replay__header" data-awaited={awaited('header', header)}>
        {part('header', header, <ReplayHeader actions={actions} />)}
        {sheet && detail === undefined ? part('detail', <ReplayBriefBar />) : null}
      </div>
      <div className="ark-replay__phases" data-awaited={isStripAwaited ? '' : awaited('phases', phases)}>
        {isStripAwaited ? null : part('phases', phases, <ReplayPhases />)}
      </div>
      {lanes === 'shown' || lanes === 'map' ? (
        <div className="ark-replay__lanes">{part('phases', slots.lanes, <ReplayLanes />)}</div>
      ) : null}
      {isRailShown ? <div className="ark-replay__outline">{part('detail', <RailOutline />)}</div> : null}
      <ReplaySearch />
      <div className="ark-replay__timeline">
        {timeline === undefined ? <ListBar /> : null}
        {part('rows', timeline, <ReplayTimeline />)}
        <ReplayCaption />
      </div>
      {detail === null ? null : (
        <div className="ark-replay__detail">
          {grid === null || sheet || focused ? null : (
            <DetailSplitter grid={grid} widthPx={widthPx} besidePx={isRailShown ? railPx : 0} />
          )}
          {part('detail', detail, <ReplayDetail />)}
        </div>
      )}
      <div className="ark-replay__transport" data-awaited={awaited('transport', transport)}>
        {part('transport', transport, <ReplayTransport open={helpOpen} onOpenChange={toggleHelp} />)}
      </div>
      <p className="ark-replay__said" role="status">
        {said}
      </p>
      <Announcer />
    </div>
  );
}

type StagedPart = keyof typeof listFirst;

/** What the first drawing has come to. */
interface StagedParts {
  /** A part as the host gives it, else the usual one; nothing before its stage. */
  readonly part: (name: StagedPart, given: ReactNode, usual?: ReactNode) => ReactNode;
  /** Marks the place of a part that is still to be drawn. */
  readonly awaited: (name: StagedPart, given: ReactNode) => '' | undefined;
}

function useStagedParts({ lanes, find }: ReplayView): StagedParts {
  const stages = lanes !== 'hidden' || find.state.get().opened !== 'no' ? frameFirst : listFirst;
  const stage = useStage(stages.detail);
  return {
    part: (name, given, usual) => (stage < stages[name] ? null : given === undefined ? usual : given),
    awaited: (name, given) => (stage < stages[name] && given !== null ? '' : undefined),
  };
}

/** The transport bar of the surrounding replay, with marks for the matches of the search. */
function ReplayTransport(props: Pick<TransportBarProps, 'open' | 'onOpenChange'>): ReactElement {
  const { notes, loading, setFollow } = useReplayView();
  return (
    <TransportBar
      {...props}
      onMove={() => setFollow(true)}
      found={useFind('found')}
      notes={notes?.placed}
      loading={loading}
    />
  );
}
