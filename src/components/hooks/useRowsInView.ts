import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from './hydration.ts';

/** Places of the rows of a list. */
interface RowOffsets {
  readonly count: number;
  /** The row at a distance from the top of the list, in pixels: the first row above the list, the last below it, -1 in an empty list. */
  rowAt(y: number): number;
}

/** The visible rows of a list, and a few around them. */
export interface RowRange {
  readonly first: number;
  /** -1 in an empty list. */
  readonly last: number;
}

interface RowsInView extends RowRange {
  /** Height of the view, in pixels; assumed until it is known. */
  readonly viewPx: number;
  /** Must be called after setting `scrollTop`: in a layout effect, the new rows are then there before anything is painted. */
  readonly refresh: () => void;
}

/** Step in which the view is followed, in pixels, so that not every pixel of scrolling renders the list. */
const stepPx = 28;

function stepOf(scrolledPx: number): number {
  return Math.floor(scrolledPx / stepPx) * stepPx;
}

/** Distance above and below the view in which rows are drawn, in pixels. */
const aroundPx = 3 * stepPx;

/** Height assumed for the view until it is known, as on a server. */
const assumedPx = 800;

/** What a list adds to its rows in view. */
interface RowsInViewOptions {
  /** Called with every scroll event, before the list is drawn for it. */
  readonly onScroll?: () => void;
  /** Where the list is about to scroll to, in pixels, before it is painted. */
  readonly comingPx?: number | undefined;
}

/**
 * The rows of a list to draw, by the list's own layout. Rows are drawn in the same frame in which the reader scrolls, so that a jump never
 * shows an empty frame.
 */
export function useRowsInView(
  scroller: HTMLElement | null,
  rows: RowOffsets,
  { onScroll, comingPx }: RowsInViewOptions = {},
): RowsInView {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(assumedPx);
  const listener = useRef(onScroll);
  useBeforePaint(() => {
    listener.current = onScroll;
  });

  const refresh = useCallback(() => {
    if (scroller === null) return;
    setTop(stepOf(scroller.scrollTop));
    setHeight(scroller.clientHeight);
  }, [scroller]);

  useBeforePaint(() => {
    if (scroller === null) return undefined;
    refresh();
    const scrolled = (): void => {
      flushSync(() => {
        listener.current?.();
        refresh();
      });
    };
    const observer = new ResizeObserver(refresh);
    observer.observe(scroller);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, refresh]);

  const known = { viewPx: height, refresh };
  if (rows.count === 0) return { first: 0, last: -1, ...known };
  const from = comingPx === undefined ? top : stepOf(comingPx);
  return { first: rows.rowAt(from - aroundPx), last: rows.rowAt(from + stepPx + height + aroundPx - 1), ...known };
}

/** The rows to draw, ascending: a range, and one more row anywhere, so that it keeps the focus. */
export function rowsToDraw({ first, last }: RowRange, keptRow: number, count: number): number[] {
  const list = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  if (keptRow < 0 || keptRow >= count || (keptRow >= first && keptRow <= last)) return list;
  return keptRow < first ? [keptRow, ...list] : [...list, keptRow];
}
