'use client';

import { useEffect, useRef, useState } from 'react';
import type { Comparison } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { rowsToDraw, useRowsInView } from '../hooks/useRowsInView.ts';
import { type CompareLines, linePx, markOf, rowOfMark, shownAt } from './compareRows.ts';

/** Lines kept in sight around the row that the reader went to. */
const marginLines = 2;

/** The drawn part of a comparison, and how to bring a row into view. */
interface CompareScroll {
  /** Shown rows to draw, ascending: the visible ones, and the one with the focus. */
  readonly drawn: readonly number[];
  readonly reveal: (shownRow: number) => void;
  /** Whether the list follows the playhead: until the reader scrolls, and again after the playhead is moved. */
  readonly follows: { current: boolean };
}

/** The element in which the compared rows scroll. */
interface CompareScrollOptions {
  readonly scroller: HTMLElement | null;
  readonly comparison: Comparison | undefined;
  readonly lines: CompareLines;
  /** A shown row that is always drawn, even out of sight. */
  readonly keptRow: number;
}

/** Draws the visible lines and a few around them. Visible rows keep their place when rows are added above them. */
export function useCompareScroll({ scroller, comparison, lines, keptRow }: CompareScrollOptions): CompareScroll {
  const { rows, firstLine, rowOfLine } = lines;
  const follows = useRef(true);
  const [goal, setGoal] = useState<{ readonly row: number }>();
  const lastLine = rowOfLine.length - 1;
  const { refresh, ...inView } = useRowsInView(scroller, {
    count: rows.length,
    rowAt: (y) => rowOfLine[Math.max(0, Math.min(lastLine, Math.floor(y / linePx)))] ?? -1,
  });
  useEffect(() => {
    const letGo = (): void => {
      follows.current = false;
    };
    scroller?.addEventListener('wheel', letGo, { passive: true });
    scroller?.addEventListener('touchmove', letGo, { passive: true });
    return () => {
      scroller?.removeEventListener('wheel', letGo);
      scroller?.removeEventListener('touchmove', letGo);
    };
  }, [scroller]);

  const shown = useRef({ comparison, lines });
  useBeforePaint(() => {
    const before = shown.current;
    shown.current = { comparison, lines };
    if (scroller === null || before.comparison === undefined || comparison === undefined) return;
    const top = carryScroll(scroller.scrollTop, { ...before, comparison: before.comparison }, { comparison, lines });
    if (top === scroller.scrollTop) return;
    scroller.scrollTop = top;
    refresh();
  }, [scroller, comparison, lines, refresh]);

  useBeforePaint(() => {
    if (scroller === null || goal === undefined) return;
    const from = (firstLine[goal.row] ?? 0) * linePx;
    const to = (firstLine[goal.row + 1] ?? 0) * linePx;
    const margin = Math.min(marginLines * linePx, Math.max(0, (scroller.clientHeight - (to - from)) / 2));
    const least = to + margin - scroller.clientHeight;
    const most = from - margin;
    const top = Math.min(Math.max(scroller.scrollTop, least), Math.max(0, most));
    if (Math.abs(top - scroller.scrollTop) < 1) return;
    scroller.scrollTop = top;
    refresh();
  }, [goal]);

  return { drawn: rowsToDraw(inView, keptRow, rows.length), reveal: (row) => setGoal({ row }), follows };
}

/** A comparison and its shown rows. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly lines: CompareLines;
}

/**
 * The scroll position, in pixels, that keeps the uppermost row in place when other rows are shown; if that row is hidden, the next one
 * takes its place. A list scrolled to the top stays there.
 */
export function carryScroll(top: number, before: ShownComparison, after: ShownComparison): number {
  const shown = before.lines.rowOfLine[Math.floor(top / linePx)];
  const row = before.comparison.rows[before.lines.rows[shown ?? -1] ?? -1];
  if (top <= 0 || shown === undefined || row === undefined || before.lines === after.lines) return top;
  const now = rowOfMark(after.comparison, markOf(row));
  const into = top - (before.lines.firstLine[shown] ?? 0) * linePx;
  return now < 0 ? top : (after.lines.firstLine[shownAt(after.lines.rows, now)] ?? 0) * linePx + into;
}
