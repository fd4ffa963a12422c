'use client';
import { type ReactElement, useCallback, useState } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';

/** The timeline of the replay around it. */
export function ReplayTimeline(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const filters = useReplay((state) => state.filters);
  const expanded = useReplay((state) => state.expanded);
  const position = useReplay((state) => state.position);
  const selection = useReplay((state) => state.selection);
  const { follow, setFollow, phases, sheet, sheetPx } = useReplayView();
  const scope = useItemScope();
  // Who opens a session that has ended wants to read it, from its beginning.
  const [startAt] = useState((): 'top' | 'playhead' =>
    replay.getInitialState().status === 'ended' ? 'top' : 'playhead',
  );
  const setExpanded = useCallback(
    (id: string, open: boolean) => (open ? replay.expand(id) : replay.collapse(id)),
    [replay],
  );
  return (
    <Timeline
      {...{ index, filters, expanded, position, phases, scope, startAt }}
      onExpandedChange={setExpanded}
      selected={selection}
      onSelect={(id) => replay.select(id)}
      onSeek={(item) => {
        replay.seekToItem(item);
        setFollow(true);
      }}
      followPlayhead={follow}
      onFollowPlayheadChange={setFollow}
      coveredPx={sheet && selection !== undefined ? sheetPx : 0}
    />
  );
}
