import { narrowWidthPx } from '../shared/call/rowHeight.ts';
import type { TimelineLayout } from './layoutTimeline.ts';
import { itemOfRow } from './rowIdentity.ts';
import type { TimelineRows } from './timelineRows.ts';

/** The rows that are drawn, for what is drawn beside them. Lengths are in pixels, from the top of the list. */
export interface RowsInSight {
  /** The upper and lower edge of what is drawn. */
  readonly topPx: number;
  readonly bottomPx: number;
  /** Width of the gutter at the left of every row, which is free for drawing. */
  readonly gutterPx: number;
  /** The middle of the line of an item's row; undefined where a filter or a fold hides it. */
  lineOf(item: number): number | undefined;
}

/** Says where rows stand, to those outside of the timeline. */
export function rowsInSight(
  rows: TimelineRows,
  layout: TimelineLayout,
  { first, last, widthPx }: { first: number; last: number; widthPx: number },
): RowsInSight {
  const narrow = widthPx < narrowWidthPx;
  return {
    topPx: layout.top(first),
    bottomPx: last < 0 ? 0 : layout.top(last) + layout.height(last),
    gutterPx: narrow ? 28 : 44,
    lineOf: (item) => {
      const row = rows.rowOfItem(item);
      const found = row < 0 ? undefined : itemOfRow(rows, row);
      if (found?.index !== item) return undefined;
      const line = narrow ? 32 : found.depth > 0 ? 24 : 28;
      return layout.top(row) + line / 2;
    },
  };
}
