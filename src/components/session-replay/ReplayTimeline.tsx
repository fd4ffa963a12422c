import { lazy, type ReactElement, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { type Beat, paceOf, type ReplayState, shownPosition } from '../../replay/index.ts';
import { type ReplayPace, usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { fileChanges } from '../../session/facts/fileChanges.ts';
import type { ToolCall } from '../../session/index.ts';
import { ContextLinks } from '../context-links/ContextLinks.tsx';
import { type DrawnChange, toChange } from '../diff-view/diffSource.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { useStore } from '../hooks/useStore.ts';
import { phasesWords } from '../language/english/phases.ts';
import { replayWords } from '../language/english/replay.ts';
import { useMarkedWords } from '../shared/FoundMarks.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { newWords } from '../timeline/NewLine.tsx';
import { prepareTimeline } from '../timeline/rowHeights.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { beatShown } from './ReplayCaption.tsx';
import { hasChapters, railPx, useHasOutline } from './ReplayOutline.tsx';
import { useFind, useFoundHere, useItemScope, useReplayView } from './ReplayViewContext.ts';
import type { SightState } from './useSight.ts';

/** The timeline of the surrounding replay. Choosing a row goes to its item and shows its details. */
export function ReplayTimeline(): ReactElement {
  const session = useReplay(({ index }) => index.session.session_id);
  // Remounted for another session, whose rows have the same ids but other heights and positions.
  return <SessionTimeline key={session} />;
}

function SessionTimeline(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const filters = useReplay((state) => state.filters);
  const expanded = useReplay((state) => state.expanded);
  const mode = useReplay((state) => state.mode);
  const only = useFind('only');
  const found = useFoundHere();
  const {
    notes,
    follow,
    setFollow,
    chapterInView,
    phases,
    links,
    sheet,
    sheetPx,
    focused,
    toggleFocused,
    outline,
    tab,
    sight,
  } = useReplayView();
  const { news, pageVisible, tails, goal } = useStore(sight.state);
  // Who is away from the end finds it only by going there: the playhead of a log that is followed is always at it.
  const isAway = useReplay(({ status }) => status === 'following') && (!pageVisible || news !== undefined);
  // Who scrubs with files beside the list looks at the files.
  const pace = tab === 'files' ? 'settled' : 'live';
  const position = useWhileSeen(shownPosition, !focused, pace);
  const selection = useWhileSeen(selectedItem, !focused, pace);
  const chaptered = useHasOutline(notes);
  const scope = useItemScope();
  const played = usePlayedChange();
  // A session that has ended opens at its beginning, because it is opened to be read.
  const [startAt] = useState((): 'top' | 'playhead' =>
    replay.getInitialState().status === 'ended' ? 'top' : 'playhead',
  );
  const list = useRef<HTMLDivElement>(null);
  useMarkedWords(list, found?.words);
  usePreparation(
    useCallback(
      function* (coming: ReplayState): Generator<undefined, void> {
        const widthPx = list.current?.querySelector('[role=tree]')?.clientWidth;
        yield* prepareTimeline(coming, widthPx);
        // The list gives room to an outline that comes with these items.
        const makesRoom = outline === 'shown' && !chaptered && hasChapters(coming);
        if (makesRoom && widthPx !== undefined) yield* prepareTimeline(coming, widthPx - railPx);
      },
      [outline, chaptered],
    ),
  );
  const setExpanded = useCallback(
    (id: string, open: boolean) => (open ? replay.expand(id) : replay.collapse(id)),
    [replay],
  );
  const shown = useRef(selection);
  useBeforePaint(() => {
    if (selection === shown.current) return;
    shown.current = selection;
    // An item chosen by the host or a link scrolls into view. During playback the details change with the playhead, wherever the reader
    // looks.
    if (selection !== undefined && replay.getState().status !== 'playing') setFollow(true);
  }, [replay, selection, setFollow]);
  return (
    <>
      <Timeline
        ref={list}
        {...{ index, filters, expanded, position, phases, scope, startAt, news, goal }}
        onExpandedChange={setExpanded}
        selected={selection}
        noted={notes?.items}
        excerptAt={only ? found?.excerptAt : undefined}
        played={played}
        ahead={mode === 'reading' ? 'shown' : 'dimmed'}
        onSelect={(id) => {
          replay.select(id);
          setFollow(true);
        }}
        onSeek={(item) => {
          replay.seekToItem(item);
          setFollow(true);
        }}
        onDoubleClick={({ target }) => {
          // In prose a double press selects a word.
          if (target instanceof Element && target.closest('[data-item="call"]') !== null && !focused) toggleFocused();
        }}
        followPlayhead={follow && !isAway}
        tail={sight.live === undefined || !tails ? 'off' : pageVisible ? 'end' : 'line'}
        onEndInSightChange={(endInSight) => sight.change({ endInSight, ...(endInSight ? { tails: true } : {}) })}
        onFollowPlayheadChange={setFollow}
        onChapterChange={chapterInView.set}
        coveredPx={sheet && selection !== undefined ? sheetPx : 0}
        gutter={(sight) => <ContextLinks {...{ index, sight }} selected={selection} show={links} />}
      />
      <NewsSaid news={pageVisible ? news : undefined} />
    </>
  );
}

/** Tells assistive technology, once, that there is something new; as more comes it says nothing. */
function NewsSaid({ news }: { news: SightState['news'] }): ReactElement {
  const kit = useKit(phasesWords);
  const [first, setFirst] = useState(news);
  if (first?.after !== news?.after) setFirst(news);
  return (
    <span className="ark-unseen" role="status">
      {first === undefined ? '' : newWords(kit, first).join(kit.t('listSeparator'))}
    </span>
  );
}

const selectedItem = ({ pinned, selection }: ReplayState): string | undefined => pinned ?? selection;

/** A value selected from the replay's state; while the list lies below the details, the one it had when it was last seen. */
function useWhileSeen<Selected>(
  selector: (state: ReplayState) => Selected,
  isSeen: boolean,
  pace: ReplayPace,
): Selected {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const select = useMemo(() => {
    if (isSeen) return selector;
    // Taken again for another index, because positions are those of an index.
    const value = selector({ ...replay.getState(), index });
    return () => value;
  }, [replay, index, selector, isSeen]);
  return useReplay(select, Object.is, pace);
}

/** Loaded with the first change that is played, because most readers do not play. */
const LightDiff = lazy(() => import('../diff-view/LightDiff.tsx').then((module) => ({ default: module.LightDiff })));

/** Lines of a change that can be read while it is shown. */
const mostLines = 10;
/** Lines shown above the first changed one. */
const linesBefore = 2;
/** Least time that a change is shown for, in milliseconds: below it the rows would only flicker. */
const leastMs = 700;

/** The change that the replay shows at its position; undefined unless it plays by content, and slowly enough to read. */
function changePlayed(state: ReplayState): Beat | undefined {
  const beat = beatShown(state);
  return beat?.kind === 'change' && paceOf(state.index).lengthOf(beat) >= leastMs ? beat : undefined;
}

/** What opens below the row of a change while a replay by content shows it. */
function usePlayedChange(): { item: number; content: ReactElement } | undefined {
  const [item] = useReplay(changePlayed)?.items ?? [];
  const index = useReplay((state) => state.index);
  return useMemo(() => {
    const played = item === undefined ? undefined : index.items[item];
    if (item === undefined || played?.is !== 'call') return undefined;
    return { item, content: <PlayedChange call={played.call} /> };
  }, [index, item]);
}

/** The first lines of what a call changes in a file. */
function PlayedChange({ call: logged }: { call: ToolCall }): ReactElement | null {
  const { t } = useKit(replayWords);
  const call = useMasked(logged);
  const [shown, left] = useMemo(() => firstLines(fileChanges(call).map(toChange)), [call]);
  if (shown === undefined) return null;
  return (
    <Suspense fallback={null}>
      <div className="ark-replay__played">
        <div className="ark-replay__played-change">
          <LightDiff change={shown} layout="unified" />
          {left > 0 ? <p className="ark-replay__played-more">{t('replay.moreLines', { n: left })}</p> : null}
        </div>
      </div>
    </Suspense>
  );
}

/** A change cut to its first lines, and how many changed lines were left out. */
function firstLines([change, ...others]: readonly DrawnChange[]): [shown: DrawnChange | undefined, left: number] {
  const [hunk, ...more] = change?.hunks ?? [];
  if (change === undefined || hunk === undefined) return [undefined, 0];
  const first = hunk.lines.findIndex(({ sign }) => sign !== ' ');
  const from = Math.max(0, first - linesBefore);
  const cut = {
    lines: hunk.lines.slice(from, from + mostLines),
    ...(hunk.oldStart === undefined ? {} : { oldStart: hunk.oldStart + from }),
    ...(hunk.newStart === undefined ? {} : { newStart: hunk.newStart + from }),
  };
  const rest = [
    hunk.lines.slice(from + mostLines),
    ...[...more, ...others.flatMap(({ hunks }) => hunks)].map(({ lines }) => lines),
  ];
  const left = rest.flat().filter(({ sign }) => sign !== ' ').length;
  return [{ ...change, hunks: [cut] }, left];
}
