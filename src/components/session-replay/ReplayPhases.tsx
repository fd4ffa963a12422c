'use client';
import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { CategoryLegend } from '../phase-strip/CategoryLegend.tsx';
import { PhaseStrip } from '../phase-strip/PhaseStrip.tsx';
import { useReplayView } from './ReplayViewContext.ts';

/** The phases of the replay around it, with a legend where there is room; nothing in a session without phases. */
export function ReplayPhases(): ReactElement | null {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const position = useReplay((state) => state.position);
  const { setFollow } = useReplayView();
  if (index.phases.length === 0) return null;
  return (
    <>
      <PhaseStrip
        index={index}
        position={position}
        onGo={(item) => {
          replay.seekToItem(item);
          setFollow(true);
        }}
      />
      <div className="ark-replay__legend">
        <CategoryLegend index={index} />
      </div>
    </>
  );
}
