import { positionOf } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { playStateOf } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';

/**
 * The first row, in the order of the list, that holds only items after one that the reader has seen last; -1 if there is none. Headers
 * above it that come with it count as new. All rows above are those of items that were there before.
 */
function firstNewRow(rows: TimelineRows, after: number): number {
  const { items } = rows.index;
  const seen = positionOf(rows.index, after);
  const isNew = (row: number): boolean => row >= 0 && playStateOf(rows, row, seen) === 'ahead';
  let first = -1;
  for (let at = after + 1; at < items.length; at += 1) {
    const row = rows.rowOfItem(at);
    if ((first < 0 || row < first) && isNew(row)) first = row;
  }
  while (first > 0 && isHeader(rows, first - 1) && isNew(first - 1)) first -= 1;
  return first;
}

function isHeader({ kind }: TimelineRows, row: number): boolean {
  return kind(row) === 'phase' || kind(row) === 'chapter' || kind(row) === 'idle';
}

/** The same rows with a line above what is new; the rows themselves where nothing is. Made once for the same rows and items. */
export function withNewLine(rows: TimelineRows, after: number | undefined): TimelineRows {
  if (after === undefined) return rows;
  const made = madeOf(rows);
  const known = made.get(after);
  if (known !== undefined) return known;
  const row = firstNewRow(rows, after);
  const lined = row < 0 ? rows : insertLine(rows, row);
  made.clear();
  made.set(after, lined);
  return lined;
}

const madeOf = memoize((_rows: TimelineRows) => new Map<number, TimelineRows>());

/** Asks the rows as they are without the line, so that the line costs nothing per row. */
function insertLine(without: TimelineRows, row: number): TimelineRows {
  const asked = (each: number): number => (each > row ? each - 1 : each);
  const moved = (each: number): number => (each >= row ? each + 1 : each);
  const chapters = without.chapters.map((each) => ({ ...each, row: moved(each.row) }));
  return {
    ...without,
    newLine: { row, without },
    count: without.count + 1,
    kind: (each) => (each === row ? 'new' : without.kind(asked(each))),
    ref: (each) => without.ref(asked(each)),
    housekeeping: (each) => without.housekeeping(asked(each)),
    looks: (each) => without.looks(asked(each)),
    runRowOf: (item) => moved(without.runRowOf(item)),
    phaseFold: (each) => (each === row ? undefined : without.phaseFold(asked(each))),
    chapters,
    chapterAt: (each) => (each === row ? undefined : movedChapter(without.chapterAt(asked(each)), moved)),
    isCondensed: (each) => each !== row && without.isCondensed(asked(each)),
    condensedRows: [...without.condensedRows].map(moved),
    posInSet: (each) => without.posInSet(asked(each)),
    setSize: (each) => without.setSize(asked(each)),
    rowOfItem: (item) => moved(without.rowOfItem(item)),
    isParent: (each) => each !== row && without.isParent(asked(each)),
    ranges: without.ranges.map((each) => ({ ...each, row: moved(each.row) })),
    others: [...without.others.map(moved), row].sort((a, b) => a - b),
  };
}

function movedChapter(chapter: ReturnType<TimelineRows['chapterAt']>, moved: (row: number) => number) {
  return chapter && { ...chapter, row: moved(chapter.row) };
}
