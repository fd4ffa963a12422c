import {
  type Chapter,
  chaptersOf,
  type HousekeepingRun,
  type HousekeepingRuns,
  housekeepingRuns,
  isSearching,
  type PhaseBlock,
  phaseBlocks,
  type ReplayFilters,
  rowsOf,
  type SessionIndex,
} from '../../replay/index.ts';
import {
  chapterFold,
  type FoldState,
  foldOfPhase,
  itemsPerStep,
  type LookRun,
  type LookRuns,
  levelOf,
  lookRuns,
  memoize,
  memoizeSteps,
  runOfItems,
  storyPhaseFold,
  storyPhases,
} from '../../replay/internal.ts';

/** What begins at each item: a run of housekeeping, of looks, or neither. Asked for every row: a byte array costs a tenth of a map. */
const firstOfRuns = memoize((quiet: HousekeepingRuns, looked: LookRuns, { items }: SessionIndex): Uint8Array => {
  const isFirst = new Uint8Array(items.length);
  for (const first of quiet.byFirst.keys()) isFirst[first] = housekeeping;
  for (const first of looked.byFirst.keys()) isFirst[first] = looks;
  return isFirst;
});

/**
 * Kinds of rows: an item, the header of a phase, an idle range, a run of housekeeping, a run of calls that only looked, the head of a
 * chapter that does not begin with a prompt.
 */
type RowKind = 'item' | 'phase' | 'idle' | 'housekeeping' | 'looks' | 'chapter';

const item = 0;
const phase = 1;
const idle = 2;
const housekeeping = 3;
const looks = 4;
const chapter = 5;
const kindNames: readonly RowKind[] = ['item', 'phase', 'idle', 'housekeeping', 'looks', 'chapter'];

/** A change of phase: rows from `row` on belong to a phase block, or to none. */
interface PhaseRange {
  readonly row: number;
  /** Position in `phaseBlocks`, or -1. */
  readonly block: number;
}

/** Row of the head of a chapter: its prompt, or a row of its own. */
export interface ChapterRow {
  readonly row: number;
  readonly chapter: Chapter;
  /** Whether the chapter is condensed, that is, shown without the rows of its steps. */
  readonly fold: FoldState;
}

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
}

const noHousekeeping: HousekeepingRuns = { byFirst: new Map(), byItem: new Map() };

/** Whether a row belongs to a subagent's run; phases and idle ranges belong to the session's own. */
const standsInRun = (kind: number | undefined): boolean => kind === item || kind === housekeeping || kind === looks;

/** A phase has a header if someone annotated it, or if it has calls without an annotation. */
function hasHeader({ annotation, calls }: PhaseBlock): boolean {
  return annotation !== undefined || calls > 0;
}

/** Whether a phase begins at or before an item: with the prompt that leads to it, or with its header below that. */
function begins(block: PhaseBlock | undefined, item: number, from: 'first' | 'head'): boolean {
  return block !== undefined && block.empty !== 'after' && block[from] <= item;
}

/** The first item that a phase begins with, by its prompt or its header; Infinity if it begins with none. */
function beginOf(block: PhaseBlock | undefined): number {
  return block === undefined || block.empty === 'after' ? Number.POSITIVE_INFINITY : Math.min(block.first, block.head);
}

/** The chapters of a list; none in a list without heads for them. */
function chaptersShown(index: SessionIndex, filters: ReplayFilters): readonly Chapter[] {
  const level = levelOf(filters);
  if (level === undefined) return [];
  const chapters = chaptersOf(index);
  return chapters.length > 1 || level === 'story' ? chapters : [];
}

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
  const rows = yield* rowsOf.steps(index, filters, expanded);
  const searching = isSearching(filters);
  const level = levelOf(filters);
  const blocks = level === 'conversation' ? [] : phaseBlocks(index);
  const gaps = searching || level === 'story' || level === 'conversation' ? [] : index.axes.squeezed.gaps;
  const quiet = searching ? noHousekeeping : yield* housekeepingRuns.steps(index, filters);
  const looked = yield* lookRuns.steps(index, filters);
  const chapters = chaptersShown(index, filters);
  const shownPhases = level === 'story' ? storyPhases(index) : new Set<number>();
  const folds = quiet.byFirst.size + looked.byFirst.size;
  const isFirst = firstOfRuns(quiet, looked, index);
  const most = rows.items.length + blocks.length + gaps.length + folds + chapters.length;
  const kinds = new Uint8Array(most);
  const refs = new Uint32Array(most);
  const positions = new Uint32Array(most);
  const sizes = new Uint32Array(index.runs.length);
  const rowOf = new Uint32Array(rows.items.length);
  const ranges: PhaseRange[] = [];
  const others: number[] = [];
  const heads = new Map<number, ChapterRow>();
  const phaseFolds = new Map<number, FoldState>();
  const condensedRows = new Set<number>();
  const runOf = runOfItems(index);
  let count = 0;
  const add = (kind: number, ref: number, run: number): void => {
    if (kind !== item) others.push(count);
    kinds[count] = kind;
    refs[count] = ref;
    sizes[run] = (sizes[run] as number) + 1;
    positions[count] = sizes[run] as number;
    count += 1;
  };
  const head = (block: number): void => {
    ranges.push({ row: count, block });
    add(phase, block, 0);
  };
  let gap = 0;
  let block = -1;
  /** The item at which the next phase begins, and the time at which the next gap ends. */
  let nextPhase = beginOf(blocks[0]);
  let nextGap = gaps[0]?.end ?? Number.POSITIVE_INFINITY;
  /** The row that stands for folded rows; -1 where nothing is folded. */
  let folded = -1;
  let reached = -1;
  let nextChapter = chapters[0]?.first ?? Number.POSITIVE_INFINITY;
  /** Head of the chapter that has begun, until its row is added. */
  let awaited: Omit<ChapterRow, 'row'> | undefined;
  /** The chapter that has begun, if it is condensed. */
  let condensed: Chapter | undefined;
  const addHead = (kind: number, ref: number, { chapter, fold }: Omit<ChapterRow, 'row'>): void => {
    heads.set(count, { row: count, chapter, fold });
    add(kind, ref, 0);
    awaited = undefined;
    if (!fold.folded) return;
    folded = count - 1;
    condensedRows.add(folded);
  };
  const enterChapter = (at: number): void => {
    if (nextChapter > at) return;
    let entered: Chapter | undefined;
    while (nextChapter <= at) {
      reached += 1;
      entered = chapters[reached];
      nextChapter = chapters[reached + 1]?.first ?? Number.POSITIVE_INFINITY;
    }
    if (entered === undefined) return;
    awaited = { chapter: entered, fold: chapterFold(level, entered, expanded) };
    condensed = awaited.fold.folded ? entered : undefined;
    folded = -1;
    if (condensed !== undefined) ranges.push({ row: count, block: -1 });
    if (entered.prompt === undefined || !rows.has(entered.prompt)) addHead(chapter, entered.index, awaited);
  };
  const enterPhases = (at: number): void => {
    if (at < nextPhase && nextGap > (index.starts[at] as number)) return;
    const before = block;
    const emptied: number[] = [];
    const leaves = begins(blocks[block + 1], at, 'first');
    if (leaves && condensed === undefined) folded = -1;
    while (begins(blocks[block + 1], at, 'head')) {
      block += 1;
      // A phase without items is shown by its header alone; a search never finds it.
      if (blocks[block]?.empty !== undefined && !searching && condensed === undefined) emptied.push(block);
    }
    for (; gap < gaps.length && (gaps[gap]?.end ?? 0) <= (index.starts[at] as number); gap += 1) {
      if (folded === -1) add(idle, gap, 0);
    }
    for (const each of emptied) head(each);
    nextPhase = beginOf(blocks[block + 1]);
    nextGap = gaps[gap]?.end ?? Number.POSITIVE_INFINITY;
    const entered = block === before ? undefined : blocks[block];
    if (entered === undefined || entered.empty !== undefined) {
      if (leaves && condensed === undefined) ranges.push({ row: count, block: -1 });
    } else if (condensed === undefined) enterPhase(entered);
    else if (shownPhases.has(block) && awaited === undefined) {
      head(block);
      const fold = storyPhaseFold(index, entered, expanded);
      phaseFolds.set(count - 1, fold);
      condensedRows.add(count - 1);
      folded = fold.folded ? count - 1 : -1;
    }
  };
  const enterPhase = (entered: PhaseBlock): void => {
    folded = -1;
    if (!hasHeader(entered)) {
      ranges.push({ row: count, block: -1 });
      return;
    }
    head(block);
    const id = foldOfPhase(index, entered);
    const fold = { id, folded: !searching && expanded.has(id) };
    phaseFolds.set(count - 1, fold);
    if (fold.folded) folded = count - 1;
  };
  for (let n = 0; n < rows.items.length; n += 1) {
    if (n % itemsPerStep === 0) yield;
    const at = rows.items[n] as number;
    const run = runOf[at] as number;
    if (run === 0) {
      enterChapter(at);
      enterPhases(at);
      if (awaited !== undefined && at === awaited.chapter.prompt) {
        rowOf[n] = count;
        addHead(item, at, awaited);
        continue;
      }
      if (folded >= 0 && at === condensed?.answer) {
        ranges.push({ row: count, block: -1 });
        folded = count;
        condensedRows.add(count);
      }
    }
    if (folded >= 0 && folded !== count) {
      rowOf[n] = folded;
      continue;
    }
    rowOf[n] = count;
    // Nothing is drawn above the head of a condensed chapter.
    if (awaited?.fold.folded === true) continue;
    const begun = isFirst[at] ?? 0;
    if (begun !== 0 && folded === -1) {
      add(begun, at, run);
      const { id } = (begun === looks ? looked : quiet).byFirst.get(at) as { id: string };
      if (!expanded.has(id)) continue;
      rowOf[n] = count;
    }
    add(item, at, run);
  }
  for (; gap < gaps.length; gap += 1) if (condensed === undefined) add(idle, gap, 0);
  if (!searching && condensed === undefined)
    for (block += 1; block < blocks.length; block += 1) if (blocks[block]?.empty === 'after') head(block);

  const rowOfItem = (at: number): number => rowOf[rows.rowOf[at] ?? -1] ?? -1;
  const isRun = (kind: number | undefined): boolean => kind === housekeeping || kind === looks;
  return {
    index,
    count,
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
    ranges,
    others,
  };
});
