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
const foldMark = 'folded:';
const chapterMark = 'chapter:';

/** The item of a row; undefined where the row is none. */
export function itemOfRow({ index, kind, ref }: TimelineRows, row: number): ReplayItem | undefined {
  return kind(row) === 'item' ? index.items[ref(row)] : undefined;
}

/** How deep the run of an agent is that a row stands in, 0 for the session's own. */
export function depthOfRow({ index, kind, ref }: TimelineRows, row: number): number {
  const what = kind(row);
  return what === 'item' || what === 'housekeeping' || what === 'looks' ? (index.items[ref(row)]?.depth ?? 0) : 0;
}

/**
 * Names a row by what lasts when the session grows: the id of its item; for a header that of the phase's first item, for
 * an idle range the moment at which it ends.
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

/** What stands among the expanded ids while the rows of a phase are folded away. */
export function foldOfPhase(index: SessionIndex, block: PhaseBlock): string {
  return foldMark + (block.empty === undefined ? (index.items[block.first]?.id ?? '') : phaseId(index, block));
}

/** The expanded ids without the phases that are folded away: who hides the headers of phases could not unfold them. */
export const withoutFolds = memoize(
  (expanded: ReadonlySet<string>): ReadonlySet<string> =>
    [...expanded].some((id) => id.startsWith(foldMark))
      ? new Set([...expanded].filter((id) => !id.startsWith(foldMark)))
      : expanded,
);

/** How what a row heads is folded: a phase, or a chapter; undefined where it heads nothing. */
export function foldOfRow(rows: TimelineRows, row: number): FoldState | undefined {
  return rows.phaseFold(row) ?? rows.chapterAt(row)?.fold;
}

function phaseId({ items }: SessionIndex, block: PhaseBlock | undefined): string {
  const item = items[block?.first ?? -1]?.id ?? '';
  return block?.empty === undefined ? phaseMark + item : `${emptyMark}${block.annotation?.annotation_id ?? ''}`;
}

/** The id of the item that a row's id is made of: its own, or that of the first item of a phase, a chapter or a run. */
export function firstItemId(id: string): string {
  const mark = [phaseMark, chapterMark].find((each) => id.startsWith(each));
  return firstOfHousekeeping(id) ?? firstOfLooks(id) ?? (mark === undefined ? id : id.slice(mark.length));
}

/** The row with an id. An item without a row of its own gives the nearest one above it; what is unknown gives -1. */
export function rowOfId(rows: TimelineRows, id: string): number {
  const found = rows.index.itemById(id);
  if (found !== undefined) return rows.rowOfItem(found.index);
  return headings(rows).get(id) ?? -1;
}

/** The rows of phases and idle ranges, by id. */
export const headings = memoize(
  (rows: TimelineRows): ReadonlyMap<string, number> => new Map(rows.others.map((row) => [rowId(rows, row), row])),
);

/** The calls that started a run with items in it, and those with polls, by id: their rows unfold. */
export const triggersOf = memoize((index: SessionIndex): ReadonlySet<string> => {
  const ids = index.runs.flatMap(({ trigger, items }) =>
    trigger === undefined || items.length === 0 ? [] : [trigger.id],
  );
  return new Set([...ids, ...pollsOf(index).keys()]);
});
