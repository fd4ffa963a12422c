import {
  type Chapter,
  chaptersOf,
  type Gap,
  type HousekeepingRuns,
  housekeepingRuns,
  isSearching,
  type PhaseBlock,
  phaseBlocks,
  type ReplayFilters,
  type Rows,
  rowsOf,
  type SessionIndex,
} from '../../replay/index.ts';
import {
  chapterFold,
  type FoldState,
  foldOfPhase,
  type LookRuns,
  levelOf,
  lookRuns,
  memoize,
  runOfItems,
  storyPhaseFold,
  storyPhases,
} from '../../replay/internal.ts';

/**
 * Kinds of rows: an item, the header of a phase, an idle range, a run of housekeeping, a run of calls that only looked, the head of a
 * chapter that does not begin with a prompt, the line above what is new.
 */
export type RowKind = 'item' | 'phase' | 'idle' | 'housekeeping' | 'looks' | 'chapter' | 'new';

export const item = 0;
const phase = 1;
const idle = 2;
export const housekeeping = 3;
export const looks = 4;
const chapter = 5;
export const kindNames: readonly RowKind[] = ['item', 'phase', 'idle', 'housekeeping', 'looks', 'chapter'];

/** What begins at each item: a run of housekeeping, of looks, or neither. Asked for every row: a byte array costs a tenth of a map. */
const firstOfRuns = memoize((quiet: HousekeepingRuns, looked: LookRuns, { items }: SessionIndex): Uint8Array => {
  const isFirst = new Uint8Array(items.length);
  for (const first of quiet.byFirst.keys()) isFirst[first] = housekeeping;
  for (const first of looked.byFirst.keys()) isFirst[first] = looks;
  return isFirst;
});

/** A change of phase: rows from `row` on belong to a phase block, or to none. */
export interface PhaseRange {
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

const noHousekeeping: HousekeepingRuns = { byFirst: new Map(), byItem: new Map() };

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

/** What rows are laid out from. */
export interface RowSource {
  readonly index: SessionIndex;
  readonly expanded: ReadonlySet<string>;
  readonly level: ReplayFilters['level'];
  readonly isSearch: boolean;
  readonly rows: Rows;
  readonly blocks: readonly PhaseBlock[];
  readonly gaps: readonly Gap[];
  readonly quiet: HousekeepingRuns;
  readonly looked: LookRuns;
  readonly chapters: readonly Chapter[];
  /** Phases with a row in a condensed chapter, as positions in `blocks`. */
  readonly shownPhases: ReadonlySet<number>;
}

/** What a list shows with filters and expanded ids. */
export function* rowSource(
  index: SessionIndex,
  filters: ReplayFilters,
  expanded: ReadonlySet<string>,
): Generator<undefined, RowSource> {
  const isSearch = isSearching(filters);
  const level = levelOf(filters);
  return {
    ...{ index, expanded, level, isSearch },
    rows: yield* rowsOf.steps(index, filters, expanded),
    blocks: level === 'conversation' ? [] : phaseBlocks(index),
    gaps: isSearch || level === 'story' || level === 'conversation' ? [] : index.axes.squeezed.gaps,
    quiet: isSearch ? noHousekeeping : yield* housekeepingRuns.steps(index, filters),
    looked: yield* lookRuns.steps(index, filters),
    chapters: chaptersShown(index, filters),
    shownPhases: level === 'story' ? storyPhases(index) : new Set(),
  };
}

/** Lays rows out item by item. */
export class RowBuilder {
  count = 0;
  /** Of each row. */
  readonly kinds: Uint8Array;
  readonly refs: Uint32Array;
  readonly positions: Uint32Array;
  /** Number of rows of each run. */
  readonly sizes: Uint32Array;
  /** The row of each item of `rows`. */
  readonly rowOf: Uint32Array;
  readonly runOf: ReturnType<typeof runOfItems>;
  readonly ranges: PhaseRange[] = [];
  readonly others: number[] = [];
  readonly heads = new Map<number, ChapterRow>();
  readonly phaseFolds = new Map<number, FoldState>();
  readonly condensedRows = new Set<number>();
  private readonly source: RowSource;
  private readonly isFirst: Uint8Array;
  /** The gap to come. */
  private gap = 0;
  /** The phase and the chapter that were reached last. */
  private block = -1;
  private reached = -1;
  /** The items at which the next phase and the next chapter begin, and the time at which the next gap ends. */
  private nextPhase: number;
  private nextChapter: number;
  private nextGap: number;
  /** The row that stands for folded rows; -1 where nothing is folded. */
  private folded = -1;
  /** Head of the chapter that has begun, until its row is added. */
  private awaited: Omit<ChapterRow, 'row'> | undefined;
  /** The chapter that has begun, if it is condensed. */
  private condensed: Chapter | undefined;

  constructor(source: RowSource) {
    const { index, rows, blocks, gaps, quiet, looked, chapters } = source;
    const folds = quiet.byFirst.size + looked.byFirst.size;
    const most = rows.items.length + blocks.length + gaps.length + folds + chapters.length;
    this.source = source;
    this.isFirst = firstOfRuns(quiet, looked, index);
    this.kinds = new Uint8Array(most);
    this.refs = new Uint32Array(most);
    this.positions = new Uint32Array(most);
    this.sizes = new Uint32Array(index.runs.length);
    this.rowOf = new Uint32Array(rows.items.length);
    this.runOf = runOfItems(index);
    this.nextPhase = beginOf(blocks[0]);
    this.nextChapter = chapters[0]?.first ?? Number.POSITIVE_INFINITY;
    this.nextGap = gaps[0]?.end ?? Number.POSITIVE_INFINITY;
  }

  /** Adds the next item, and what stands above it. */
  addItem(n: number): void {
    this.rowOf[n] = this.rowFor(this.source.rows.items[n] as number);
  }

  /** Adds what comes after the last item. */
  addRest(): void {
    if (this.condensed !== undefined) return;
    const { gaps, blocks, isSearch } = this.source;
    for (; this.gap < gaps.length; this.gap += 1) this.add(idle, this.gap, 0);
    if (isSearch) return;
    for (let block = this.block + 1; block < blocks.length; block += 1)
      if (blocks[block]?.empty === 'after') this.addPhase(block);
  }

  /** The row of an item: its own, which is added, or the one that it is folded into. */
  private rowFor(at: number): number {
    const run = this.runOf[at] as number;
    if (run === 0) {
      this.enterChapter(at);
      this.enterPhases(at);
      if (this.awaited !== undefined && at === this.awaited.chapter.prompt) return this.addHead(item, at, this.awaited);
      if (this.folded >= 0 && at === this.condensed?.answer) this.beginAnswer();
    }
    if (this.folded >= 0 && this.folded !== this.count) return this.folded;
    // Nothing is drawn above the head of a condensed chapter.
    if (this.awaited?.fold.folded === true) return this.count;
    return this.addFolded(at, run) ?? this.add(item, at, run);
  }

  /** Adds the row of a run that begins at an item; returns it if the item is folded into it. */
  private addFolded(at: number, run: number): number | undefined {
    const begun = this.isFirst[at] ?? 0;
    if (begun === 0 || this.folded !== -1) return undefined;
    const { quiet, looked, expanded } = this.source;
    const row = this.add(begun, at, run);
    const { id } = (begun === looks ? looked : quiet).byFirst.get(at) as { id: string };
    return expanded.has(id) ? undefined : row;
  }

  private add(kind: number, ref: number, run: number): number {
    const row = this.count;
    if (kind !== item) this.others.push(row);
    this.kinds[row] = kind;
    this.refs[row] = ref;
    this.sizes[run] = (this.sizes[run] as number) + 1;
    this.positions[row] = this.sizes[run] as number;
    this.count += 1;
    return row;
  }

  private addPhase(block: number): number {
    this.ranges.push({ row: this.count, block });
    return this.add(phase, block, 0);
  }

  private addHead(kind: number, ref: number, { chapter, fold }: Omit<ChapterRow, 'row'>): number {
    const row = this.add(kind, ref, 0);
    this.heads.set(row, { row, chapter, fold });
    this.awaited = undefined;
    if (fold.folded) this.condenseInto(row);
    return row;
  }

  private condenseInto(row: number): void {
    this.folded = row;
    this.condensedRows.add(row);
  }

  /** No phase reaches beyond the rows so far. */
  private endPhase(): void {
    this.ranges.push({ row: this.count, block: -1 });
  }

  /** What follows the answer of a condensed chapter is folded into it. */
  private beginAnswer(): void {
    this.endPhase();
    this.condenseInto(this.count);
  }

  private enterChapter(at: number): void {
    if (this.nextChapter > at) return;
    const { chapters, rows, level, expanded } = this.source;
    while (this.nextChapter <= at) {
      this.reached += 1;
      this.nextChapter = chapters[this.reached + 1]?.first ?? Number.POSITIVE_INFINITY;
    }
    const entered = chapters[this.reached] as Chapter;
    this.awaited = { chapter: entered, fold: chapterFold(level, entered, expanded) };
    this.condensed = this.awaited.fold.folded ? entered : undefined;
    this.folded = -1;
    if (this.condensed !== undefined) this.endPhase();
    if (entered.prompt === undefined || !rows.has(entered.prompt)) this.addHead(chapter, entered.index, this.awaited);
  }

  private enterPhases(at: number): void {
    const { index, blocks, gaps } = this.source;
    const time = index.starts[at] as number;
    if (at < this.nextPhase && this.nextGap > time) return;
    const before = this.block;
    const ends = begins(blocks[before + 1], at, 'first') && this.condensed === undefined;
    if (ends) this.folded = -1;
    const emptied = this.passPhases(at);
    this.addGaps(time);
    for (const each of emptied) this.addPhase(each);
    this.nextPhase = beginOf(blocks[this.block + 1]);
    this.nextGap = gaps[this.gap]?.end ?? Number.POSITIVE_INFINITY;
    const entered = this.block === before ? undefined : blocks[this.block];
    if (entered !== undefined && entered.empty === undefined) this.enterPhase(entered);
    else if (ends) this.endPhase();
  }

  /** Goes on to the phase of an item; returns those without items on the way, which are shown by their headers alone. A search never finds them. */
  private passPhases(at: number): number[] {
    const { blocks, isSearch } = this.source;
    const emptied: number[] = [];
    while (begins(blocks[this.block + 1], at, 'head')) {
      this.block += 1;
      if (blocks[this.block]?.empty !== undefined && !isSearch && this.condensed === undefined)
        emptied.push(this.block);
    }
    return emptied;
  }

  /** Adds the gaps that end up to a time; none among folded rows. */
  private addGaps(until: number): void {
    const { gaps } = this.source;
    for (; this.gap < gaps.length && (gaps[this.gap]?.end ?? 0) <= until; this.gap += 1)
      if (this.folded === -1) this.add(idle, this.gap, 0);
  }

  private enterPhase(entered: PhaseBlock): void {
    const { index, expanded, isSearch, shownPhases } = this.source;
    if (this.condensed !== undefined) {
      if (!shownPhases.has(this.block) || this.awaited !== undefined) return;
      const row = this.addFoldingPhase(storyPhaseFold(index, entered, expanded));
      this.condensedRows.add(row);
      return;
    }
    this.folded = -1;
    if (!hasHeader(entered)) {
      this.endPhase();
      return;
    }
    const id = foldOfPhase(index, entered);
    this.addFoldingPhase({ id, folded: !isSearch && expanded.has(id) });
  }

  /** Adds the header of the phase that was reached. */
  private addFoldingPhase(fold: FoldState): number {
    const row = this.addPhase(this.block);
    this.phaseFolds.set(row, fold);
    this.folded = fold.folded ? row : -1;
    return row;
  }
}
