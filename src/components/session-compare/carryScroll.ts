import type { Comparison } from '../../replay/index.ts';
import { type CompareLines, linePx } from './compareLines.ts';
import { shownAt } from './rowAfterKey.ts';
import { markOf, rowOfMark } from './rowMark.ts';

/** A comparison, and the rows of it that are shown. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly lines: CompareLines;
}

/**
 * Where a list has to be scrolled to, in pixels, so that its uppermost row stays where it is when other rows are shown; one that
 * is left out gives way to the next. What is at the top stays at the top.
 */
export function carryScroll(top: number, before: ShownComparison, after: ShownComparison): number {
  const shown = before.lines.rowOfLine[Math.floor(top / linePx)];
  const row = before.comparison.rows[before.lines.rows[shown ?? -1] ?? -1];
  if (top <= 0 || shown === undefined || row === undefined || before.lines === after.lines) return top;
  const now = rowOfMark(after.comparison, markOf(row));
  const into = top - (before.lines.firstLine[shown] ?? 0) * linePx;
  return now < 0 ? top : (after.lines.firstLine[shownAt(after.lines.rows, now)] ?? 0) * linePx + into;
}
