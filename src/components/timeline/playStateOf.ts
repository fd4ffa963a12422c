import { isRunning, type PhaseBlock, type Position, phaseBlocks } from '../../replay/index.ts';
import type { TimelineRows } from './timelineRows.ts';

/** How a row stands to the playhead; without one everything is done. */
export function playStateOf(
  { index, kind, ref }: TimelineRows,
  row: number,
  position: Position | undefined,
): 'done' | 'running' | 'ahead' {
  if (position === undefined) return 'done';
  const at = ref(row);
  switch (kind(row)) {
    case 'phase':
      return (phaseBlocks(index)[at] as PhaseBlock).head <= position.item ? 'done' : 'ahead';
    case 'idle':
      return (index.axes.squeezed.gaps[at]?.start ?? 0) < position.at ? 'done' : 'ahead';
    case 'housekeeping':
      return at > position.item ? 'ahead' : 'done';
    case 'item':
      if (at > position.item) return 'ahead';
      return isRunning(index, at, position) ? 'running' : 'done';
  }
}
