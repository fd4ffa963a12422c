import { type ReplayItem, type ReplayState, rowsOf } from '../../replay/index.ts';

/** The item whose details are shown: the chosen one, else that of the row the playhead is at. */
export function shownItem({ index, selection, position, filters, expanded }: ReplayState): ReplayItem | undefined {
  const chosen = selection === undefined ? undefined : index.itemById(selection);
  if (chosen !== undefined) return chosen;
  const { items, rowOf } = rowsOf(index, filters, expanded);
  return index.items[items[rowOf[position.item] ?? -1] ?? -1];
}
