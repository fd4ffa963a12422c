'use client';
import { type ReactElement, useCallback, useRef, useState } from 'react';
import { type ReplayState, shownPosition } from '../../replay/index.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { ContextLinks } from '../context-links/ContextLinks.tsx';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { useMarkedWords } from '../shared/useMarkedWords.ts';
import { prepareTimeline } from '../timeline/prepareTimeline.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { usePlayedChange } from './PlayedChange.tsx';
import { hasChapters, railPx, useHasOutline } from './ReplayOutline.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useFind } from './useFind.ts';
import { useItemScope } from './useItemScope.ts';

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
  const position = useReplay(shownPosition);
  const selection = useReplay((state) => state.pinned ?? state.selection);
  const mode = useReplay((state) => state.mode);
  const only = useFind('only');
  const settled = useFind('settled');
  const found = settled?.index === index ? settled : undefined;
  const { notes, follow, setFollow, chapterInView, phases, links, sheet, sheetPx, focused, toggleFocused, outline } =
    useReplayView();
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
    <Timeline
      ref={list}
      {...{ index, filters, expanded, position, phases, scope, startAt }}
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
      followPlayhead={follow}
      onFollowPlayheadChange={setFollow}
      onChapterChange={chapterInView.set}
      coveredPx={sheet && selection !== undefined ? sheetPx : 0}
      gutter={(sight) => <ContextLinks {...{ index, sight }} selected={selection} show={links} />}
    />
  );
}
