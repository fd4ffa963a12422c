import {
  chaptersOf,
  type PhaseBlock,
  phaseBlocks,
  pollsOf,
  type ReplayItem,
  type SessionIndex,
} from '../../replay/index.ts';
import {
  type FoldState,
  firstOfHousekeeping,
  firstOfLooks,
  housekeepingId,
  looksId,
  memoize,
} from '../../replay/internal.ts';
import type { TimelineRows } from './timelineRows.ts';

const phaseMark = 'phase:';
const emptyMark = 'empty:';
const idleMark = 'idle:';
const chapterMark = 'chapter:';

/** The item of a row; undefined if the row is not an item's. */
export function itemOfRow({ index, kind, ref }: TimelineRows, row: number): ReplayItem | undefined {
  return kind(row) === 'item' ? index.items[ref(row)] : undefined;
}

/** Depth of the run that a row belongs to, 0 for the session's own. */
export function depthOfRow({ index, kind, ref }: TimelineRows, row: number): number {
  const what = kind(row);
  return what === 'item' || what === 'housekeeping' || what === 'looks' ? (index.items[ref(row)]?.depth ?? 0) : 0;
}

/**
 * Names a row by what stays when the session grows: an item by its id; a header by the id of the phase's first item; an idle range by the
 * moment at which it ends.
 */
export function rowId(rows: TimelineRows, row: number): string {
  const ref = rows.ref(row);
  switch (rows.kind(row)) {
    case 'item':
      return (rows.index.items[ref] as ReplayItem).id;
    case 'phase':
      return phaseId(rows.index, phaseBlocks(rows.index)[ref]);
    case 'idle':
      return idleMark + String(rows.index.axes.squeezed.gaps[ref]?.end);
    case 'housekeeping':
      return housekeepingId(rows.index.items[ref] as ReplayItem);
    case 'looks':
      return looksId(rows.index.items[ref] as ReplayItem);
    case 'chapter':
      return chapterMark + (chaptersOf(rows.index)[ref]?.id ?? '');
  }
}

/** How the rows below a head (of a phase or a chapter) are folded; undefined if the row is not a head. */
export function foldOfRow(rows: TimelineRows, row: number): FoldState | undefined {
  return rows.phaseFold(row) ?? rows.chapterAt(row)?.fold;
}

function phaseId({ items }: SessionIndex, block: PhaseBlock | undefined): string {
  const item = items[block?.first ?? -1]?.id ?? '';
  return block?.empty === undefined ? phaseMark + item : `${emptyMark}${block.annotation?.annotation_id ?? ''}`;
}

/** The id of the item that a row's id is made from: its own item, or the first item of its phase, chapter or run. */
export function firstItemId(id: string): string {
  const mark = [phaseMark, chapterMark].find((each) => id.startsWith(each));
  return firstOfHousekeeping(id) ?? firstOfLooks(id) ?? (mark === undefined ? id : id.slice(mark.length));
}

/** The row with an id. For an item without a row of its own, the nearest row above it; -1 for an unknown id. */
export function rowOfId(rows: TimelineRows, id: string): number {
  const found = rows.index.itemById(id);
  if (found !== undefined) return rows.rowOfItem(found.index);
  return headings(rows).get(id) ?? -1;
}

/** The rows of phases and idle ranges, by id. */
export const headings = memoize(
  (rows: TimelineRows): ReadonlyMap<string, number> => new Map(rows.others.map((row) => [rowId(rows, row), row])),
);

/** Ids of the rows that unfold: calls that started a run with items, and calls that were polled. */
export const triggersOf = memoize((index: SessionIndex): ReadonlySet<string> => {
  const ids = index.runs.flatMap(({ trigger, items }) =>
    trigger === undefined || items.length === 0 ? [] : [trigger.id],
  );
  return new Set([...ids, ...pollsOf(index).keys()]);
});
