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

/** A row to go to, as a position in `Comparison.rows`, and whether it takes the focus; a new object goes there again. */
export interface RowJump {
  readonly row: number;
  readonly focus: boolean;
}

/** The reader's view of the rows of a comparison; rows are positions in `Comparison.rows`. */
export interface CompareRows {
  readonly lines: CompareLines;
  readonly differences: readonly number[];
  /** The row that holds the Tab stop of the list. */
  readonly active: number;
  /** The row whose details are shown. */
  readonly selected: number | undefined;
  readonly jump: RowJump | undefined;
  readonly setActive: (row: number) => void;
  readonly setSelected: (row: number | undefined) => void;
  readonly setJump: (jump: RowJump) => void;
}

const noRows: readonly ComparedRow[] = [];

/** Keeps the shown rows and the reader's row; they stay the same when rows are added above them. */
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
    // The reader cannot be at a row that is hidden.
    active: lines.rows[shownAt(lines.rows, wanted)] ?? wanted,
    selected: selected < 0 ? undefined : selected,
    jump,
    setActive: (row) => setActiveMark(markAt(row)),
    setSelected: (row) => setSelectedMark(markAt(row)),
    setJump,
  };
}
