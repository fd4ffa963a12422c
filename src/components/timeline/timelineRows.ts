import {
  isSearching,
  type PhaseBlock,
  phaseBlocks,
  type ReplayFilters,
  rowsOf,
  type SessionIndex,
} from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';
import { foldOfPhase } from './rowIdentity.ts';
import { runOfItems } from './runOfItems.ts';

/** What a row of the timeline is: an item, the header of a phase, or a stretch in which nothing happened. */
type RowKind = 'item' | 'phase' | 'idle';

const item = 0;
const phase = 1;
const idle = 2;
const kindNames: readonly RowKind[] = ['item', 'phase', 'idle'];

/** Rows from `row` on belong to a phase block, or to none. */
interface PhaseStretch {
  readonly row: number;
  /** Position in `phaseBlocks`, or -1. */
  readonly block: number;
}

/** The rows of a timeline: items in reading order, phase headers and idle stretches between them. */
export interface TimelineRows {
  readonly index: SessionIndex;
  readonly count: number;
  kind(row: number): RowKind;
  /** Of an item its position in `SessionIndex.items`, of a header in `phaseBlocks`, of a stretch in the gaps. */
  ref(row: number): number;
  /** 1-based place among the rows of the same run. */
  posInSet(row: number): number;
  /** How many rows the run of a row has. */
  setSize(row: number): number;
  /** The row of an item; for one without, the nearest item's above it, or -1; for one that is folded away, its phase's header. */
  rowOfItem(item: number): number;
  /** Whether the row of an item is there only to say whose calls stand below it, in a search. */
  isParent(row: number): boolean;
  /** Ascending; where phases begin and end. */
  readonly stretches: readonly PhaseStretch[];
  /** Ascending; the rows that are no items. */
  readonly others: readonly number[];
}

/** A phase has a header where someone annotated it, or where calls stand without an annotation. */
function hasHeader({ annotation, calls }: PhaseBlock): boolean {
  return annotation !== undefined || calls > 0;
}

/** Whether a phase begins with an item, or before it. */
function begins(block: PhaseBlock | undefined, item: number): boolean {
  return block !== undefined && block.empty !== 'after' && block.first <= item;
}

/**
 * Lays a session out in rows, once for the same filters and expanded ids. An idle stretch stands before the row of the
 * session's own run that ends it; a search leaves idle stretches out, and folds nothing away.
 */
export const timelineRows = memoize(
  (index: SessionIndex, filters: ReplayFilters, expanded: ReadonlySet<string>): TimelineRows => {
    const rows = rowsOf(index, filters, expanded);
    const blocks = phaseBlocks(index);
    const searching = isSearching(filters);
    const gaps = searching ? [] : index.axes.squeezed.gaps;
    const most = rows.items.length + blocks.length + gaps.length;
    const kinds = new Uint8Array(most);
    const refs = new Uint32Array(most);
    const places = new Uint32Array(most);
    const sizes = new Uint32Array(index.runs.length);
    const rowOf = new Uint32Array(rows.items.length);
    const stretches: PhaseStretch[] = [];
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
      stretches.push({ row: count, block });
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
        while (begins(blocks[block + 1], at)) {
          block += 1;
          // A phase without items is seen by its header alone; in a search there is nothing of it to find.
          if (blocks[block]?.empty !== undefined && !searching) emptied.push(block);
        }
        for (; gap < gaps.length && (gaps[gap]?.end ?? 0) <= (index.starts[at] as number); gap += 1) {
          if (folded === -1 || block !== before) add(idle, gap, 0);
        }
        for (const each of emptied) head(each);
        const entered = block === before ? undefined : blocks[block];
        if (entered !== undefined && entered.empty === undefined) {
          const headed = hasHeader(entered);
          if (headed) head(block);
          else stretches.push({ row: count, block: -1 });
          const folds = headed && !searching && expanded.has(foldOfPhase(index, entered));
          folded = folds ? count - 1 : -1;
        }
      }
      rowOf[n] = folded === -1 ? count : folded;
      if (folded === -1) add(item, at, run);
    }
    for (; gap < gaps.length; gap += 1) add(idle, gap, 0);
    if (!searching)
      for (block += 1; block < blocks.length; block += 1) if (blocks[block]?.empty === 'after') head(block);

    return {
      index,
      count,
      kind: (row) => kindNames[kinds[row] as number] as RowKind,
      ref: (row) => refs[row] as number,
      posInSet: (row) => places[row] as number,
      setSize: (row) => sizes[kinds[row] === item ? (runOf[refs[row] as number] as number) : 0] as number,
      isParent: (row) => kinds[row] === item && rows.isParent(refs[row] as number),
      rowOfItem: (at) => rowOf[rows.rowOf[at] ?? -1] ?? -1,
      stretches,
      others,
    };
  },
);
