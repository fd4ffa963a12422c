'use client';
import { useMemo, useState } from 'react';
import type { ComparedRow, Comparison } from '../../replay/index.ts';
import {
  type CompareLayout,
  type CompareLines,
  compareLines,
  markOf,
  type RowMark,
  rowOfMark,
  shownAt,
  shownRows,
} from './compareRows.ts';

/** A row to go to, by its position in `Comparison.rows`, and whether it takes the focus; another object goes there again. */
export interface RowJump {
  readonly row: number;
  readonly focus: boolean;
}

/** The rows of a comparison as the reader looks at them; all of them by their positions in `Comparison.rows`. */
export interface CompareRows {
  readonly lines: CompareLines;
  readonly differences: readonly number[];
  /** The row that is the list's Tab stop. */
  readonly active: number;
  /** The row whose details are shown. */
  readonly selected: number | undefined;
  readonly jump: RowJump | undefined;
  readonly setActive: (row: number) => void;
  readonly setSelected: (row: number | undefined) => void;
  readonly setJump: (jump: RowJump) => void;
}

const noRows: readonly ComparedRow[] = [];

/** Which rows are shown, and which the reader is at. They stay the same ones when rows come in above them. */
export function useCompareRows(
  comparison: Comparison | undefined,
  layout: CompareLayout,
  only: 'everything' | 'differences',
): CompareRows {
  const rows = comparison?.rows ?? noRows;
  const lines = useMemo(() => compareLines(rows, layout, only), [rows, layout, only]);
  const { differences } = shownRows(rows);
  const [activeMark, setActiveMark] = useState<RowMark>();
  const [selectedMark, setSelectedMark] = useState<RowMark>();
  const [jump, setJump] = useState<RowJump>();
  const rowOf = (mark: RowMark | undefined): number =>
    mark === undefined || comparison === undefined ? -1 : rowOfMark(comparison, mark);
  const markAt = (row: number | undefined): RowMark | undefined => {
    const compared = rows[row ?? -1];
    return compared === undefined ? undefined : markOf(compared);
  };
  const wanted = Math.max(0, rowOf(activeMark));
  const selected = rowOf(selectedMark);
  return {
    lines,
    differences,
    // What the reader has left out cannot be where he is.
    active: lines.rows[shownAt(lines.rows, wanted)] ?? wanted,
    selected: selected < 0 ? undefined : selected,
    jump,
    setActive: (row) => setActiveMark(markAt(row)),
    setSelected: (row) => setSelectedMark(markAt(row)),
    setJump,
  };
}
