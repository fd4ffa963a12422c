import { carryPosition } from '../carryPosition.ts';
import type { Position } from '../position.ts';
import type { ReplayState } from '../replayState.ts';
import type { CompareSide, Comparison } from './comparison.ts';

/** Where a replay stands in its session as it was compared; it may have grown since. */
export function positionCompared(
  { index, position }: Pick<ReplayState, 'index' | 'position'>,
  { indexes }: Comparison,
  side: CompareSide,
): Position {
  return index === indexes[side] ? position : carryPosition(index, indexes[side], position);
}
