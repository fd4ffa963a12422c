'use client';
import { useMemo } from 'react';
import { positionCompared } from '../../replay/compare/positionCompared.ts';
import { type CompareSide, type Comparison, type Position, type Replay, shownPosition } from '../../replay/index.ts';
import { useReplayState } from './useReplayState.ts';

/** Where the playhead of a side is, in its session as it was compared. */
export function useComparedPosition(replay: Replay, comparison: Comparison | undefined, side: CompareSide): Position {
  const index = useReplayState(replay, 'index');
  const position = useReplayState(replay, 'position');
  const status = useReplayState(replay, 'status');
  return useMemo(() => {
    const shown = shownPosition({ index, position, status });
    return comparison === undefined ? shown : positionCompared({ index, position: shown }, comparison, side);
  }, [index, position, status, comparison, side]);
}
