import { useMemo } from 'react';
import {
  chaptersOf,
  isRunning,
  type PhaseBlock,
  type Position,
  phaseBlocks,
  planOf,
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
import { foldsToLines } from '../../session/text/lines.ts';
import { isAside, isTask } from '../message-card/MessageCard.tsx';
import { noticeText } from '../notice-row/NoticeRow.tsx';
import { hasPhaseDetails } from '../phase-block/PhaseBlock.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import type { TimelineRows } from './timelineRows.ts';

const phaseMark = 'phase:';
const emptyMark = 'empty:';
const idleMark = 'idle:';
const chapterMark = 'chapter:';
const newLineId = 'new:';

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
    case 'new':
      return newLineId;
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

/**
 * Whether a row unfolds: into the rows of a chapter or a phase, the run of a subagent, a run of housekeeping, the items of a checklist, or
 * the rest of its text.
 */
export function isFoldable(rows: TimelineRows, row: number, scope?: ItemScope): boolean {
  const { index, kind, ref } = rows;
  if (foldOfRow(rows, row) !== undefined) return true;
  switch (kind(row)) {
    case 'idle':
      return false;
    case 'phase':
      return hasPhaseDetails(phaseBlocks(index)[ref(row)] as PhaseBlock);
    case 'housekeeping':
    case 'looks':
    case 'chapter':
      return true;
    case 'new':
      return false;
    case 'item':
      return isFoldableItem(rows, index.items[ref(row)] as ReplayItem, scope);
  }
}

function isFoldableItem({ index }: TimelineRows, item: ReplayItem, scope: ItemScope | undefined): boolean {
  if (planOf(item) !== undefined) return true;
  if (item.is === 'call') return triggersOf(index).has(item.id);
  const { event } = item;
  switch (event.type) {
    case 'message':
      return isAside(event) || (isTask(event, item.depth, scope) && foldsToLines(event.text));
    case 'thinking':
      return event.omitted !== true && event.text !== undefined && event.text !== '';
    case 'notice':
      return noticeText(event).whole !== undefined;
    case 'review':
      return event.feedback !== '';
    case 'plan':
    case 'unknown':
      return true;
    case 'usage':
      return false;
  }
}

/** Whether a row lies before, at or after the playhead; without a playhead every row is done. */
export function playStateOf(
  { index, kind, ref }: TimelineRows,
  row: number,
  position: Position | undefined,
): 'done' | 'running' | 'ahead' {
  if (position === undefined) return 'done';
  const at = ref(row);
  switch (kind(row)) {
    case 'phase':
      return (phaseBlocks(index)[at] as PhaseBlock).head <= position.item ? 'done' : 'ahead';
    case 'idle':
      return (index.axes.squeezed.gaps[at]?.start ?? 0) < position.at ? 'done' : 'ahead';
    case 'housekeeping':
    case 'looks':
      return at > position.item ? 'ahead' : 'done';
    case 'chapter':
      return (chaptersOf(index)[at]?.first ?? 0) > position.item ? 'ahead' : 'done';
    case 'new':
      return 'done';
    case 'item':
      if (at > position.item) return 'ahead';
      return isRunning(index, at, position) ? 'running' : 'done';
  }
}

/** What makes rows stand out: the playhead, items by id or by position in `SessionIndex.items`. */
interface Marks {
  readonly position: Position | undefined;
  readonly selected: string | undefined;
  readonly played: number | undefined;
  readonly noted: ReadonlySet<number> | undefined;
}

/** The rows that stand out; -1 where there is none. */
export interface MarkedRows {
  /** At the playhead. */
  readonly current: number;
  readonly selected: number;
  /** The id for which the selected row stands: it may be another item's, folded into it. */
  readonly selectedId: string | undefined;
  readonly played: number;
  readonly noted: ReadonlySet<number>;
}

/** The rows on which marks stand. */
export function useMarkedRows(rows: TimelineRows, { position, selected, played, noted }: Marks): MarkedRows {
  const notedRows = useMemo(() => new Set([...(noted ?? [])].map((item) => rows.rowOfItem(item))), [rows, noted]);
  return {
    current: position === undefined ? -1 : rows.rowOfItem(position.item),
    selected: selected === undefined ? -1 : rowOfId(rows, selected),
    selectedId: selected,
    played: played === undefined ? -1 : rows.rowOfItem(played),
    noted: notedRows,
  };
}

/** How one row stands out. */
export interface RowMarks {
  readonly current: boolean;
  readonly selected: boolean;
  /** Whether a reader pinned a note on it. */
  readonly noted: boolean;
  readonly open: boolean;
  /** For the head of a phase or a chapter: whether its rows are folded away, and whether that differs from how it was at first. */
  readonly folded: boolean;
  readonly foldMarked: boolean;
}

/** How a row stands out, and whether it is folded. */
export function rowMarks(
  rows: TimelineRows,
  row: number,
  { current, selected, selectedId, noted }: MarkedRows,
  expanded: ReadonlySet<string>,
): RowMarks {
  const id = rowId(rows, row);
  const fold = foldOfRow(rows, row);
  return {
    current: row === current,
    selected: row === selected && id === selectedId,
    noted: noted.has(row),
    open: expanded.has(id) || rows.isParent(row),
    folded: fold?.folded === true,
    foldMarked: fold !== undefined && expanded.has(fold.id),
  };
}
