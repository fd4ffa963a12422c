import type { HousekeepingRun, ReplayFilters, SessionIndex } from '../../replay/index.ts';
import { type FoldState, itemsPerStep, type LookRun, memoizeSteps } from '../../replay/internal.ts';
import {
  type ChapterRow,
  housekeeping,
  item,
  kindNames,
  looks,
  type PhaseRange,
  RowBuilder,
  type RowKind,
  type RowSource,
  rowSource,
} from './rowBuilder.ts';

/** The rows of a timeline: items in reading order, with phase headers and idle ranges between them. */
export interface TimelineRows {
  readonly index: SessionIndex;
  readonly count: number;
  kind(row: number): RowKind;
  /**
   * What a row refers to. An item: its position in `SessionIndex.items`. A header: in `phaseBlocks`. An idle range: in the gaps. A chapter:
   * in `chaptersOf`. A run: the position of its first item.
   */
  ref(row: number): number;
  /** For a row of housekeeping: what it holds, by kind. */
  housekeeping(row: number): HousekeepingRun['counts'];
  /** For a row of looks: the run that it holds. */
  looks(row: number): LookRun | undefined;
  /** The row of the run of housekeeping or looks that contains an item, folded or not; -1 if none does. */
  runRowOf(item: number): number;
  /** For the header of a phase with rows below it: how it is folded. */
  phaseFold(row: number): FoldState | undefined;
  /** The heads of chapters, ascending; empty in a list without a level, in a search, and if there is only one chapter. */
  readonly chapters: readonly ChapterRow[];
  /** The chapter whose head a row is. */
  chapterAt(row: number): ChapterRow | undefined;
  /** Whether a row belongs to a condensed chapter: its prompt, its answer, the header of a phase in it. */
  isCondensed(row: number): boolean;
  /** All rows of condensed chapters, ascending. */
  readonly condensedRows: Iterable<number>;
  /** 1-based position among the rows of the same run. */
  posInSet(row: number): number;
  /** Number of rows in the run that a row belongs to. */
  setSize(row: number): number;
  /**
   * The row of an item. A folded item gives the row it is folded into; any other item without a row gives that of the nearest item above
   * it, or -1.
   */
  rowOfItem(item: number): number;
  /** Whether, in a search, an item's row only says whose calls stand below it, and is no match itself. */
  isParent(row: number): boolean;
  /** Rows at which phases begin and end, ascending. */
  readonly ranges: readonly PhaseRange[];
  /** Rows that are not items, ascending. */
  readonly others: readonly number[];
  /** The row of the line above what is new, and the rows without it; absent where there is no such line. */
  readonly newLine?: { readonly row: number; readonly without: TimelineRows };
}

/** Whether a row belongs to a subagent's run; phases and idle ranges belong to the session's own. */
const standsInRun = (kind: number | undefined): boolean => kind === item || kind === housekeeping || kind === looks;

/**
 * Lays a session out in rows, once for the same filters and expanded ids. An idle range stands before the row of the session's own run that
 * ends it; a search leaves idle ranges out and folds nothing. A condensed chapter has rows for its prompt and its answer, and for its
 * phases where the level `story` shows them.
 */
export const timelineRows = memoizeSteps(function* (
  index: SessionIndex,
  filters: ReplayFilters,
  expanded: ReadonlySet<string>,
): Generator<undefined, TimelineRows> {
  const source = yield* rowSource(index, filters, expanded);
  const built = new RowBuilder(source);
  for (let n = 0; n < source.rows.items.length; n += 1) {
    if (n % itemsPerStep === 0) yield;
    built.addItem(n);
  }
  built.addRest();
  return rowsBuilt(source, built);
});

/** How rows are asked for once all of them are laid out. */
function rowsBuilt({ index, rows, quiet, looked }: RowSource, built: RowBuilder): TimelineRows {
  const { kinds, refs, rowOf, heads, phaseFolds, condensedRows, positions, sizes, runOf } = built;
  const rowOfItem = (at: number): number => rowOf[rows.rowOf[at] ?? -1] ?? -1;
  const isRun = (kind: number | undefined): boolean => kind === housekeeping || kind === looks;
  return {
    index,
    count: built.count,
    kind: (row) => kindNames[kinds[row] as number] as RowKind,
    ref: (row) => refs[row] as number,
    housekeeping: (row) => quiet.byFirst.get(refs[row] as number)?.counts ?? [],
    looks: (row) => looked.byFirst.get(refs[row] as number),
    runRowOf(at) {
      const first = (quiet.byItem.get(at) ?? looked.byItem.get(at))?.items[0];
      if (first === undefined) return -1;
      const row = rowOfItem(first);
      return isRun(kinds[row]) ? row : isRun(kinds[row - 1]) ? row - 1 : -1;
    },
    phaseFold: (row) => phaseFolds.get(row),
    chapters: [...heads.values()],
    chapterAt: (row) => heads.get(row),
    isCondensed: (row) => condensedRows.has(row),
    condensedRows,
    posInSet: (row) => positions[row] as number,
    setSize: (row) => sizes[standsInRun(kinds[row]) ? (runOf[refs[row] as number] as number) : 0] as number,
    isParent: (row) => kinds[row] === item && rows.isParent(refs[row] as number),
    rowOfItem,
    ranges: built.ranges,
    others: built.others,
  };
}
