'use client';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from './useBeforePaint.ts';

/** Where the rows of a list lie. */
interface RowPlaces {
  readonly count: number;
  /** The row at so many pixels from the top of the list: above the first the first, below the last the last, in an empty list -1. */
  rowAt(y: number): number;
}

/** The rows of a list that are in view, and a few around them. */
export interface RowRange {
  readonly first: number;
  /** -1 in an empty list. */
  readonly last: number;
}

interface RowsInView extends RowRange {
  /** Takes in what was scrolled by setting `scrollTop`: in a layout effect the rows are there before anything is painted. */
  readonly refresh: () => void;
}

/** The view is followed in steps of so many pixels: not every pixel of scrolling draws the list again. */
const stepPx = 28;

/** What is drawn above and below the view, in pixels. */
const aroundPx = 3 * stepPx;

/** Height assumed of the view until it is known, as on a server. */
const assumedPx = 800;

/**
 * Which rows of a list to draw, from its own layout. When the reader scrolls, they are drawn in the same frame: a jump shows no
 * empty one.
 *
 * @param onScroll called with every scroll event, before the list is drawn for it.
 */
export function useRowsInView(scroller: HTMLElement | null, rows: RowPlaces, onScroll?: () => void): RowsInView {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(assumedPx);
  const listener = useRef(onScroll);
  useBeforePaint(() => {
    listener.current = onScroll;
  });

  const refresh = useCallback(() => {
    if (scroller === null) return;
    setTop(Math.floor(scroller.scrollTop / stepPx) * stepPx);
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

  if (rows.count === 0) return { first: 0, last: -1, refresh };
  return { first: rows.rowAt(top - aroundPx), last: rows.rowAt(top + stepPx + height + aroundPx - 1), refresh };
}

/** The rows to draw, ascending: a range, and one more wherever it is, so that it keeps the focus. */
export function rowsToDraw({ first, last }: RowRange, keptRow: number, count: number): number[] {
  const list = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  if (keptRow < 0 || keptRow >= count || (keptRow >= first && keptRow <= last)) return list;
  return keptRow < first ? [keptRow, ...list] : [...list, keptRow];
}
