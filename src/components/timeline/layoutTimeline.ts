import { countUpTo } from '../../replay/internal.ts';
import type { RowSteps } from '../shared/keyTable.ts';
import { lineOf, rowSizes, rowSizesAt } from '../theme/rowSizes.ts';
import { itemOfRow } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Where a row is to stand in the view: anywhere in it, at its top, in its middle, or near its top so that one can read on from there. */
export type Align = 'nearest' | 'start' | 'center' | 'reading';

/** The visible part of the list, in pixels from its top. */
export interface Viewport {
  readonly top: number;
  readonly height: number;
}

/** Where every row of the timeline stands, in pixels from the top of the list. */
export interface TimelineLayout {
  readonly count: number;
  readonly totalPx: number;
  top(row: number): number;
  height(row: number): number;
  /** The row at a height: the first row for heights above the list, the last for heights below it, -1 in an empty list. */
  rowAt(y: number): number;
}

/** How far down the view to put the row that the playhead reached, so that the rows after it are visible too. */
const readingShare = 0.35;

/** Places rows below each other. */
export function layoutTimeline(heights: Float64Array): TimelineLayout {
  const tops = new Float64Array(heights.length + 1);
  for (let row = 0; row < heights.length; row += 1) tops[row + 1] = (tops[row] as number) + (heights[row] as number);
  const count = heights.length;
  const starts = tops.subarray(0, count);
  return {
    count,
    totalPx: tops[count] as number,
    top: (row) => tops[row] ?? 0,
    height: (row) => heights[row] ?? 0,
    rowAt: (y) => (count === 0 ? -1 : Math.max(0, countUpTo(starts, y) - 1)),
  };
}

/**
 * The same layout with other heights for some rows, in pixels. Takes as long as there are such rows: while a reader scrolls, a few rows at
 * a time turn out higher than expected, among a hundred thousand.
 */
export function correctLayout(expected: TimelineLayout, heights: ReadonlyMap<number, number>): TimelineLayout {
  const rows = Uint32Array.from(heights.keys()).sort();
  const tops = new Float64Array(rows.length);
  /** How far rows are moved: at `n`, those after `n` corrected ones. */
  const shifts = new Float64Array(rows.length + 1);
  for (const [n, row] of rows.entries()) {
    const shift = shifts[n] as number;
    tops[n] = expected.top(row) + shift;
    shifts[n + 1] = shift + (heights.get(row) as number) - expected.height(row);
  }
  return {
    count: expected.count,
    totalPx: expected.totalPx + (shifts[rows.length] as number),
    top: (row) => expected.top(row) + (shifts[countUpTo(rows, row - 1)] as number),
    height: (row) => heights.get(row) ?? expected.height(row),
    rowAt(y) {
      const passed = countUpTo(tops, y);
      const last = rows[passed - 1];
      const below = last === undefined ? undefined : (tops[passed - 1] as number) + (heights.get(last) as number);
      if (last !== undefined && below !== undefined && y < below) return last;
      return expected.rowAt(y - (shifts[passed] as number));
    },
  };
}

/** Rows of equal height, assumed until anything is known of the view. */
export function layoutAlike(count: number, rowPx: number): TimelineLayout {
  return {
    count,
    totalPx: count * rowPx,
    top: (row) => row * rowPx,
    height: () => rowPx,
    rowAt: (y) => Math.max(count === 0 ? -1 : 0, Math.min(count - 1, Math.floor(y / rowPx))),
  };
}

/** The scroll position that puts a row where it is asked for; never beyond the first and last row. */
export function scrollTopFor(layout: TimelineLayout, row: number, view: Viewport, align: Align): number {
  const top = layout.top(row);
  const height = layout.height(row);
  const wanted = (): number => {
    switch (align) {
      case 'start':
        return top;
      case 'center':
        return top + height / 2 - view.height / 2;
      case 'reading':
        return top - view.height * readingShare;
      case 'nearest':
        // A row taller than the view is shown from its beginning.
        if (top < view.top || height > view.height) return top;
        return Math.max(view.top, top + height - view.height);
    }
  };
  return Math.max(0, Math.min(wanted(), layout.totalPx - view.height));
}

/** The row one page, of the given height in pixels, above or below a row. */
export function pagesIn(layout: TimelineLayout, viewPx: number): RowSteps['pageFrom'] {
  return (row, by) => layout.rowAt(layout.top(row) + by * (viewPx - layout.height(row)));
}

/** Where a row is relative to a view; a row that touches the view is inside. */
export function sideOf(layout: TimelineLayout, row: number, view: Viewport): 'above' | 'inside' | 'below' {
  if (layout.top(row) + layout.height(row) <= view.top) return 'above';
  return layout.top(row) >= view.top + view.height ? 'below' : 'inside';
}

/** Whether a row is placed well for following the playhead, that is, not at the very edge of the view. */
export function isComfortable(layout: TimelineLayout, row: number, view: Viewport): boolean {
  const margin = Math.min(view.height * 0.15, 96);
  const top = layout.top(row);
  const first = view.top <= 0 ? 0 : margin;
  const last = view.top + view.height >= layout.totalPx ? 0 : margin;
  return (
    top >= view.top + first && top + Math.min(layout.height(row), rowSizes.wide.linePx) <= view.top + view.height - last
  );
}

/** The drawn rows, for what is drawn beside them. Lengths are in pixels, from the top of the list. */
export interface RowsInSight {
  /** Top and bottom of the drawn part. */
  readonly topPx: number;
  readonly bottomPx: number;
  /** Width of the gutter at the left of every row, which is free for drawing. */
  readonly gutterPx: number;
  /** The middle of the line of an item's row; undefined where a filter or a fold hides it. */
  lineOf(item: number): number | undefined;
}

/** Where rows stand, for use outside the timeline. */
export function rowsInSight(
  rows: TimelineRows,
  layout: TimelineLayout,
  { first, last, widthPx }: { first: number; last: number; widthPx: number },
): RowsInSight {
  const sizes = rowSizesAt(widthPx);
  return {
    topPx: layout.top(first),
    bottomPx: last < 0 ? 0 : layout.top(last) + layout.height(last),
    gutterPx: sizes.gutterPx,
    lineOf: (item) => {
      const row = rows.rowOfItem(item);
      const found = row < 0 ? undefined : itemOfRow(rows, row);
      if (found?.index !== item) return undefined;
      return layout.top(row) + lineOf(sizes, found.depth) / 2;
    },
  };
}
