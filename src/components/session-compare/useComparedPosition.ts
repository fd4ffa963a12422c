'use client';
import { useMemo } from 'react';
import { positionCompared } from '../../replay/compare/positionCompared.ts';
import type { CompareSide, Comparison, Position, Replay } from '../../replay/index.ts';
import { useReplayState } from './useReplayState.ts';

/** Where the playhead of a side is, in its session as it was compared. */
export function useComparedPosition(replay: Replay, comparison: Comparison | undefined, side: CompareSide): Position {
  const index = useReplayState(replay, 'index');
  const position = useReplayState(replay, 'position');
  return useMemo(
    () => (comparison === undefined ? position : positionCompared({ index, position }, comparison, side)),
    [index, position, comparison, side],
  );
}
