'use client';
import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { TimelineLanes } from '../timeline-lanes/TimelineLanes.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useFind } from './useFind.ts';

/** The lanes of the surrounding replay. A range selected in them limits the list, the steps and the link. */
export function ReplayLanes(): ReactElement {
  const replay = useReplayStore();
  const range = useReplay((state) => state.filters.between);
  const { setFollow, lanes } = useReplayView();
  const found = useFind('found');
  return (
    <TimelineLanes
      range={range ?? null}
      onRangeChange={(between) => replay.filter({ between })}
      found={found}
      minimap={lanes === 'map' ? 'only' : 'shown'}
      onMove={() => setFollow(true)}
    />
  );
}
