import type { PhaseAnnotation } from '../../session/index.ts';
import type { Position } from '../position.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** The last item reached; undefined in a session without items. */
export function currentItem(index: SessionIndex, position: Position): ReplayItem | undefined {
  return index.items[position.item];
}

/** The annotation that covers an item; undefined where none does. */
export function phaseOfItem(index: SessionIndex, item: number): PhaseAnnotation | undefined {
  return index.phases[index.phaseOf[item] ?? -1];
}

/** The annotation that covers the current item; undefined where none does. */
export function phaseAt(index: SessionIndex, position: Position): PhaseAnnotation | undefined {
  return phaseOfItem(index, position.item);
}

/** Whether a call is in flight at a position: it has been reached and has not ended. */
export function isRunning(index: SessionIndex, item: number, position: Position): boolean {
  if (position.itemIsOver && item === position.item) return false;
  return item <= position.item && (index.ends[item] as number) > position.at;
}
