import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ComparedRow, CompareSide, Comparison, Replay, ReplayState, RowKind } from '../../replay/index.ts';
import { countBelow, memoize } from '../../replay/internal.ts';

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

/** One field of a replay's state. The replay is an argument, because with two replays a context could not tell which one is meant. */
export function useReplayState<Key extends keyof ReplayState>(replay: Replay, key: Key): ReplayState[Key] {
  return useSyncExternalStore(
    replay.subscribe,
    () => replay.getState()[key],
    () => replay.getInitialState()[key],
  );
}

/** The rows that a list of a comparison may show, as ascending positions in `Comparison.rows`. */
interface ShownRows {
  readonly everything: readonly number[];
  readonly differences: readonly number[];
  /** Number of rows of each kind. */
  readonly counts: Readonly<Record<RowKind, number>>;
}

/** Finds the rows to show, once per comparison. Token counts have no rows: their sum is in the head. */
export const shownRows = memoize((rows: readonly ComparedRow[]): ShownRows => {
  const everything: number[] = [];
  const differences: number[] = [];
  const counts = { same: 0, changed: 0, 'only-left': 0, 'only-right': 0 };
  for (const [row, compared] of rows.entries()) {
    if (isUsage(compared)) continue;
    counts[compared.is] += 1;
    everything.push(row);
    if (compared.is !== 'same') differences.push(row);
  }
  return { everything, differences, counts };
});

function isUsage({ left, right }: ComparedRow): boolean {
  const item = left ?? right;
  return item?.is === 'event' && item.event.type === 'usage';
}

/** Two columns, or one in which the lines of a pair stand below each other. */
export type CompareLayout = 'columns' | 'stacked';

/** The shown rows and the lines they take. All lines have the same height, so that any number can be drawn. */
export interface CompareLines {
  /** Positions in `Comparison.rows`, ascending. */
  readonly rows: readonly number[];
  /** For each shown row its first line; the last entry is the number of lines. */
  readonly firstLine: Uint32Array;
  /** For each line, the shown row it belongs to. */
  readonly rowOfLine: readonly number[];
  /** Number of rows of each kind, whether shown or hidden by the reader. */
  readonly counts: Readonly<Record<RowKind, number>>;
}

/** Height of a line, in pixels. */
export const linePx = 32;

/** Lays out the shown rows of a comparison. */
export function compareLines(
  rows: readonly ComparedRow[],
  layout: CompareLayout,
  only: 'everything' | 'differences',
): CompareLines {
  const { [only]: shown, counts } = shownRows(rows);
  const firstLine = new Uint32Array(shown.length + 1);
  const rowOfLine: number[] = [];
  for (const [at, row] of shown.entries()) {
    rowOfLine.push(at);
    if (layout === 'stacked' && rows[row]?.is === 'changed') rowOfLine.push(at);
    firstLine[at + 1] = rowOfLine.length;
  }
  return { rows: shown, firstLine, rowOfLine, counts };
}

/** Position of a row among the shown ones; for a hidden row, that of the next shown one, else of the last. */
export function shownAt(rows: readonly number[], row: number): number {
  return Math.min(countBelow(rows, row), rows.length - 1);
}

/** Identifies a row by an item on it, so that the row is found again when a growing session adds rows above. */
interface RowMark {
  readonly side: CompareSide;
  readonly id: string;
}

/** The mark that identifies a row. */
export function markOf({ left, right }: ComparedRow): RowMark {
  return left === undefined ? { side: 'right', id: right.id } : { side: 'left', id: left.id };
}

/** The row with a mark, as a position in `Comparison.rows`; -1 if its item is gone. */
export function rowOfMark({ indexes, rowOf }: Comparison, { side, id }: RowMark): number {
  return rowOf(side, indexes[side].itemById(id)?.index ?? -1);
}

/** A mark as a unique text. */
export function markName({ side, id }: RowMark): string {
  return `${side} ${id}`;
}
