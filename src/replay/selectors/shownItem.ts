import { rowsOf } from '../filters/rows.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { ReplayState } from '../replayState.ts';

/** The item of the row that the playhead is at: the last one reached, or the call in whose folded run it is. */
export function itemAtPlayhead({
  index,
  position,
  filters,
  expanded,
}: Pick<ReplayState, 'index' | 'position' | 'filters' | 'expanded'>): ReplayItem | undefined {
  const { items, rowOf } = rowsOf(index, filters, expanded);
  return index.items[items[rowOf[position.item] ?? -1] ?? -1];
}

/** The item whose details are shown: the pinned one, else the chosen one, else that of the row the playhead is at. */
export function shownItem(state: ReplayState): ReplayItem | undefined {
  const { index, pinned, selection } = state;
  const held = index.itemById(pinned ?? '') ?? index.itemById(selection ?? '');
  return held ?? itemAtPlayhead(state);
}
