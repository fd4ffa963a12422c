'use client';
import type { ReactElement } from 'react';
import { phaseBlocks, type ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { CategoryLegend } from '../phase-strip/CategoryLegend.tsx';
import { categoryCounts } from '../phase-strip/categoryCounts.ts';
import { PhaseStrip } from '../phase-strip/PhaseStrip.tsx';
import { phaseOverview } from '../phase-strip/phaseOverview.ts';
import { phaseStartShown } from './phaseStartShown.ts';
import { useReplayView } from './ReplayViewContext.ts';

function* prepare({ index }: ReplayState): Generator<undefined, void> {
  phaseBlocks(index);
  yield;
  phaseOverview(index);
  yield;
  categoryCounts(index);
  yield;
}

/** The phases of the replay around it, with a legend where there is room; nothing in a session without phases. */
export function ReplayPhases(): ReactElement | null {
  usePreparation(prepare);
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
          replay.seekToItem(phaseStartShown(replay.getState(), item));
          setFollow(true);
        }}
      />
      <div className="ark-replay__legend">
        <CategoryLegend index={index} />
      </div>
    </>
  );
}
