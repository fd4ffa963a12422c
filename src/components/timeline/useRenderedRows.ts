'use client';
import { useVirtualizer } from 'react-window';
import type { TimelineLayout } from './layoutTimeline.ts';

/**
 * The list is virtualised in slabs of equal height, not by rows. With rows of many heights react-window would keep the
 * bounds of every row above the view, lay them out anew after each correction, and guess the total from those it has seen:
 * the last row would lie below the end. Slabs cost nothing, and the layout says exactly which rows touch them.
 */
const slabPx = 28;

/** Slabs that are drawn above and below the view, for a scroll that runs ahead of the page. */
const around = 3;

/** Height assumed of the view until it is known, as on a server. */
const assumedPx = 800;

/** What is drawn. */
export interface RenderedRows {
  /** Ascending: the rows from `first` to `last`, and one more wherever it is. */
  readonly list: readonly number[];
  /** The rows in sight and a little around. */
  readonly first: number;
  readonly last: number;
}

/**
 * The rows to draw of a list that is scrolled.
 *
 * @param keptRow drawn also out of sight, so that it keeps the focus.
 */
export function useRenderedRows(scroller: HTMLElement | null, layout: TimelineLayout, keptRow: number): RenderedRows {
  const { items } = useVirtualizer({
    count: Math.ceil(layout.totalPx / slabPx),
    itemSize: slabPx,
    element: scroller,
    defaultSize: assumedPx,
    overscanCount: around,
  });
  const from = items[0]?.offset;
  const to = items.at(-1)?.offset;
  if (from === undefined || to === undefined) return { list: [], first: 0, last: -1 };
  const first = layout.rowAt(from);
  const last = layout.rowAt(to + slabPx - 1);
  const list = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  if (keptRow < 0 || keptRow >= layout.count || (keptRow >= first && keptRow <= last)) return { list, first, last };
  return { list: keptRow < first ? [keptRow, ...list] : [...list, keptRow], first, last };
}
