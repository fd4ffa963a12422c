import type { TimelineLayout } from './layoutTimeline.ts';
import { firstItemId, rowId, rowOfId } from './rowIdentity.ts';
import type { TimelineRows } from './timelineRows.ts';

/** A row to keep in place, and how far it stands above the top of the view, in pixels; below it, less than 0. */
export interface Anchor {
  readonly id: string;
  readonly within: number;
}

/** The anchor of a list that is scrolled so far; undefined in an empty one. */
export function anchorAt(rows: TimelineRows, layout: TimelineLayout, scrollTop: number): Anchor | undefined {
  const row = layout.rowAt(scrollTop);
  return row < 0 ? undefined : anchorOn(rows, layout, row, scrollTop);
}

/** The anchor that keeps a row where it stands. */
export function anchorOn(rows: TimelineRows, layout: TimelineLayout, row: number, scrollTop: number): Anchor {
  return { id: rowId(rows, row), within: scrollTop - layout.top(row) };
}

/**
 * How far to scroll so that the anchor stands where it stood, whatever became of the rows above it. If its row is gone,
 * the nearest one above takes its place, else the first; undefined where nothing is known of it any more.
 */
export function scrollTopOf(rows: TimelineRows, layout: TimelineLayout, { id, within }: Anchor): number | undefined {
  const row = rowOfId(rows, id);
  if (row >= 0) return layout.top(row) + (rowId(rows, row) === id ? within : 0);
  const item = rows.index.itemById(firstItemId(id));
  return item === undefined ? undefined : layout.top(Math.max(0, rows.rowOfItem(item.index)));
}
