'use client';
import { type ReactElement, useCallback, useRef, useState } from 'react';
import { isRunning, type ReplayState, shownPosition } from '../../replay/index.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { ContextLinks } from '../context-links/ContextLinks.tsx';
import { prepareTimeline } from '../timeline/prepareTimeline.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';

/**
 * The timeline of the replay around it. Choosing a row shows its details; one that lies ahead of a replay that stands is gone
 * to as well.
 */
export function ReplayTimeline(): ReactElement {
  const session = useReplay(({ index }) => index.session.session_id);
  // Rows of another session have the same ids, and neither their heights nor their place in the view.
  return <SessionTimeline key={session} />;
}

function SessionTimeline(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const filters = useReplay((state) => state.filters);
  const expanded = useReplay((state) => state.expanded);
  const position = useReplay(shownPosition);
  const selection = useReplay((state) => state.selection);
  const { follow, setFollow, phases, links, sheet, sheetPx } = useReplayView();
  const scope = useItemScope();
  // Who opens a session that has ended wants to read it, from its beginning.
  const [startAt] = useState((): 'top' | 'playhead' =>
    replay.getInitialState().status === 'ended' ? 'top' : 'playhead',
  );
  const list = useRef<HTMLDivElement>(null);
  usePreparation(
    useCallback(
      (coming: ReplayState) => prepareTimeline(coming, list.current?.querySelector('[role=tree]')?.clientWidth),
      [],
    ),
  );
  const setExpanded = useCallback(
    (id: string, open: boolean) => (open ? replay.expand(id) : replay.collapse(id)),
    [replay],
  );
  const select = (id: string): void => {
    const item = index.itemById(id)?.index ?? -1;
    // Details of what has not happened yet would contradict all that stands around them; while it plays, it comes by itself.
    // Who is inside the run of a call stays there.
    const running = isRunning(index, item, position) && Number.isFinite(index.ends[item]);
    const lacksDetails = item > position.item || (running && !index.runs.some(({ trigger }) => trigger?.id === id));
    if (lacksDetails && replay.getState().status !== 'playing') replay.seekToItem(item);
    replay.select(id);
  };
  return (
    <Timeline
      ref={list}
      {...{ index, filters, expanded, position, phases, scope, startAt }}
      onExpandedChange={setExpanded}
      selected={selection}
      onSelect={select}
      onSeek={(item) => {
        replay.seekToItem(item);
        setFollow(true);
      }}
      followPlayhead={follow}
      onFollowPlayheadChange={setFollow}
      coveredPx={sheet && selection !== undefined ? sheetPx : 0}
      gutter={(sight) => <ContextLinks {...{ index, sight }} selected={selection} show={links} />}
    />
  );
}
