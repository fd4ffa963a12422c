import {
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
import { memoize } from '../../replay/internal.ts';
import { foldOfPhase } from './rowIdentity.ts';

/** The run of each item, in one block of memory: to ask each of a hundred thousand items takes ten times as long. */
const runOfItems = memoize(({ items, runs }: SessionIndex): Uint32Array => {
  const runOf = new Uint32Array(items.length);
  for (const run of runs) for (const item of run.items) runOf[item] = run.index;
  return runOf;
});

/** What a row of the timeline is: an item, the header of a phase, a range in which nothing happened, a run of housekeeping. */
type RowKind = 'item' | 'phase' | 'idle' | 'housekeeping';

const item = 0;
const phase = 1;
const idle = 2;
const housekeeping = 3;
const kindNames: readonly RowKind[] = ['item', 'phase', 'idle', 'housekeeping'];

/** Rows from `row` on belong to a phase block, or to none. */
interface PhaseRange {
  readonly row: number;
  /** Position in `phaseBlocks`, or -1. */
  readonly block: number;
}

/** The rows of a timeline: items in reading order, phase headers and idle ranges between them. */
export interface TimelineRows {
  readonly index: SessionIndex;
  readonly count: number;
  kind(row: number): RowKind;
  /** Of an item its position in `SessionIndex.items`, of a header in `phaseBlocks`, of a range in the gaps, of housekeeping its first item's. */
  ref(row: number): number;
  /** Of a row of housekeeping: what it holds, by kind. */
  housekeeping(row: number): HousekeepingRun['counts'];
  /** The row of the run of housekeeping that an item is part of, folded or not; -1 where it is part of none. */
  housekeepingRowOf(item: number): number;
  /** 1-based place among the rows of the same run. */
  posInSet(row: number): number;
  /** How many rows the run of a row has. */
  setSize(row: number): number;
  /** The row of an item; for one without, the nearest item's above it, or -1; for one that is folded away, the row it is folded into. */
  rowOfItem(item: number): number;
  /** Whether the row of an item is there only to say whose calls stand below it, in a search. */
  isParent(row: number): boolean;
  /** Ascending; where phases begin and end. */
  readonly ranges: readonly PhaseRange[];
  /** Ascending; the rows that are no items. */
  readonly others: readonly number[];
}

const noHousekeeping: HousekeepingRuns = { byFirst: new Map(), byItem: new Map() };

/** Whether a row stands in the run of an agent; phases and idle ranges are the session's own. */
const standsInRun = (kind: number | undefined): boolean => kind === item || kind === housekeeping;

/** A phase has a header where someone annotated it, or where calls stand without an annotation. */
function hasHeader({ annotation, calls }: PhaseBlock): boolean {
  return annotation !== undefined || calls > 0;
}

/** Whether a phase begins with an item or before it: with the prompt that leads to it, or with its header below that. */
function begins(block: PhaseBlock | undefined, item: number, from: 'first' | 'head'): boolean {
  return block !== undefined && block.empty !== 'after' && block[from] <= item;
}

/**
 * Lays a session out in rows, once for the same filters and expanded ids. An idle range stands before the row of the
 * session's own run that ends it; a search leaves idle ranges out, and folds nothing away.
 */
export const timelineRows = memoize(
  (index: SessionIndex, filters: ReplayFilters, expanded: ReadonlySet<string>): TimelineRows => {
    const rows = rowsOf(index, filters, expanded);
    const blocks = phaseBlocks(index);
    const searching = isSearching(filters);
    const gaps = searching ? [] : index.axes.squeezed.gaps;
    const quiet = searching ? noHousekeeping : housekeepingRuns(index, filters);
    // Asked of every row: a look into a list of bytes costs a tenth of one into a map.
    const isFirst = new Uint8Array(quiet.byFirst.size === 0 ? 0 : index.items.length);
    for (const first of quiet.byFirst.keys()) isFirst[first] = 1;
    const most = rows.items.length + blocks.length + gaps.length + quiet.byFirst.size;
    const kinds = new Uint8Array(most);
    const refs = new Uint32Array(most);
    const places = new Uint32Array(most);
    const sizes = new Uint32Array(index.runs.length);
    const rowOf = new Uint32Array(rows.items.length);
    const ranges: PhaseRange[] = [];
    const others: number[] = [];
    const runOf = runOfItems(index);
    let count = 0;
    const add = (kind: number, ref: number, run: number): void => {
      if (kind !== item) others.push(count);
      kinds[count] = kind;
      refs[count] = ref;
      sizes[run] = (sizes[run] as number) + 1;
      places[count] = sizes[run] as number;
      count += 1;
    };
    const head = (block: number): void => {
      ranges.push({ row: count, block });
      add(phase, block, 0);
    };
    let gap = 0;
    let block = -1;
    /** The row of the phase that is folded away; -1 where none is. */
    let folded = -1;
    for (let n = 0; n < rows.items.length; n += 1) {
      const at = rows.items[n] as number;
      const run = runOf[at] as number;
      if (run === 0) {
        const before = block;
        const emptied: number[] = [];
        const leaves = begins(blocks[block + 1], at, 'first');
        if (leaves) folded = -1;
        while (begins(blocks[block + 1], at, 'head')) {
          block += 1;
          // A phase without items is seen by its header alone; in a search there is nothing of it to find.
          if (blocks[block]?.empty !== undefined && !searching) emptied.push(block);
        }
        for (; gap < gaps.length && (gaps[gap]?.end ?? 0) <= (index.starts[at] as number); gap += 1) {
          if (folded === -1) add(idle, gap, 0);
        }
        for (const each of emptied) head(each);
        const entered = block === before ? undefined : blocks[block];
        if (entered !== undefined && entered.empty === undefined) {
          const headed = hasHeader(entered);
          if (headed) head(block);
          else ranges.push({ row: count, block: -1 });
          const folds = headed && !searching && expanded.has(foldOfPhase(index, entered));
          folded = folds ? count - 1 : -1;
        } else if (leaves) ranges.push({ row: count, block: -1 });
      }
      if (folded >= 0) {
        rowOf[n] = folded;
        continue;
      }
      rowOf[n] = count;
      const begun = isFirst[at] === 1 ? quiet.byFirst.get(at) : undefined;
      if (begun !== undefined) {
        add(housekeeping, at, run);
        if (!expanded.has(begun.id)) continue;
        rowOf[n] = count;
      }
      add(item, at, run);
    }
    for (; gap < gaps.length; gap += 1) add(idle, gap, 0);
    if (!searching)
      for (block += 1; block < blocks.length; block += 1) if (blocks[block]?.empty === 'after') head(block);

    const rowOfItem = (at: number): number => rowOf[rows.rowOf[at] ?? -1] ?? -1;
    return {
      index,
      count,
      kind: (row) => kindNames[kinds[row] as number] as RowKind,
      ref: (row) => refs[row] as number,
      housekeeping: (row) => quiet.byFirst.get(refs[row] as number)?.counts ?? [],
      housekeepingRowOf(at) {
        const first = quiet.byItem.get(at)?.items[0];
        if (first === undefined) return -1;
        const row = rowOfItem(first);
        return kinds[row] === housekeeping ? row : row - 1;
      },
      posInSet: (row) => places[row] as number,
      setSize: (row) => sizes[standsInRun(kinds[row]) ? (runOf[refs[row] as number] as number) : 0] as number,
      isParent: (row) => kinds[row] === item && rows.isParent(refs[row] as number),
      rowOfItem,
      ranges,
      others,
    };
  },
);
