import { memoizeSteps } from '../memoize.ts';
import { hasFailed } from '../replayItem.ts';
import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { itemsPerStep } from '../slices.ts';
import type { TimeAxis } from '../timeAxis.ts';
import {
  createLaneAxis,
  kindOfItems,
  kindsOf,
  type Lane,
  type LaneAxis,
  type LaneMarks,
  type LaneRow,
  makeRow,
} from './laneRow.ts';

/** A session as lanes of agents along the lanes' axis. */
export interface Lanes {
  readonly axis: LaneAxis;
  /** Each lane directly before those below it. */
  readonly lanes: readonly Lane[];
  /** For each run the position of its lane. */
  readonly laneOfRun: Uint32Array;
  /** For each call the row it lies in; 0 for other items. */
  readonly rowOf: Uint32Array;
}

/** Lays a session out in lanes, once per axis; in linear time, except for calls that overlap. */
export const layoutLanes = memoizeSteps(function* (index: SessionIndex, time: TimeAxis): Generator<undefined, Lanes> {
  const axis = createLaneAxis(index, time);
  const groups = groupRuns(index);
  const laneOfRun = new Uint32Array(index.runs.length);
  for (const [lane, { runs }] of groups.entries()) for (const run of runs) laneOfRun[run.index] = lane;
  const rowOf = new Uint32Array(index.items.length);
  const below = countBelow(groups);
  const lanes: Lane[] = [];
  for (const [n, group] of groups.entries())
    lanes.push(yield* makeLane(index, axis, group, { index: n, below: below[n] as number }, rowOf));
  return { axis, lanes, laneOfRun, rowOf };
});

function* makeLane(
  index: SessionIndex,
  axis: LaneAxis,
  { runs, parent, depth, number }: RunGroup,
  position: { readonly index: number; readonly below: number },
  rowOf: Uint32Array,
): Generator<undefined, Lane> {
  yield* kindOfItems.steps(index);
  const items = itemsOf(runs, 'call');
  const from = new Float64Array(items.length);
  const to = new Float64Array(items.length);
  for (let n = 0; n < items.length; n += 1) {
    if (n % itemsPerStep === itemsPerStep - 1) yield;
    from[n] = axis.startOf(items[n] as number);
    to[n] = axis.endOf(items[n] as number);
  }
  const packed = packRows(from, to);
  yield;
  const members = splitRows(packed.rowOf, packed.rows);
  for (let n = 0; n < items.length; n += 1) rowOf[items[n] as number] = packed.rowOf[n] as number;
  const kinds = kindsOf(index, items);
  yield;
  const rows: LaneRow[] = [];
  for (const row of members) rows.push(yield* makeRow({ items, from, to, kinds }, row));
  const [first] = runs;
  return {
    ...position,
    id: first?.id ?? '',
    parent,
    depth,
    agent: first?.agent,
    number,
    runs,
    calls: items,
    rows,
    failed: items.reduce((sum, at) => sum + (hasFailed(index.items[at]) ? 1 : 0), 0),
    errors: marksOf(itemsOf(runs, 'error'), axis, rowOf),
    compactions: marksOf(itemsOf(runs, 'compaction'), axis, rowOf),
  };
}

/** Items of one kind from several runs that do not overlap. */
function itemsOf(runs: readonly ReplayRun[], kind: 'call' | 'error' | 'compaction'): Uint32Array {
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) return only.landmarks[kind];
  const all = new Uint32Array(runs.reduce((sum, { landmarks }) => sum + landmarks[kind].length, 0));
  let filled = 0;
  for (const { landmarks } of runs) {
    all.set(landmarks[kind], filled);
    filled += landmarks[kind].length;
  }
  return all.sort();
}

function splitRows(rowOf: Uint32Array, rows: number): Uint32Array[] {
  const counts = new Uint32Array(Math.max(1, rows));
  for (const row of rowOf) counts[row] = (counts[row] as number) + 1;
  const members = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let n = 0; n < rowOf.length; n += 1) {
    const row = rowOf[n] as number;
    const at = counts[row] as number;
    (members[row] as Uint32Array)[at] = n;
    counts[row] = at + 1;
  }
  return members;
}

function marksOf(items: Uint32Array, axis: LaneAxis, rowOf: Uint32Array): LaneMarks {
  return {
    items,
    from: Float64Array.from(items, axis.startOf),
    rows: Uint32Array.from(items, (item) => rowOf[item] as number),
  };
}

/** Lanes below a lane come directly after it, so a pass from last to first lets each add itself to its parents. */
function countBelow(groups: readonly RunGroup[]): Uint32Array {
  const below = new Uint32Array(groups.length);
  for (let n = groups.length - 1; n > 0; n -= 1) {
    const parent = groups[n]?.parent ?? 0;
    below[parent] = (below[parent] as number) + (below[n] as number) + 1;
  }
  return below;
}

/** The runs of one lane, and the lane's parent. */
interface RunGroup {
  readonly runs: readonly ReplayRun[];
  readonly parent: number | undefined;
  readonly depth: number;
  readonly number: number;
}

/** The runs of a session by lane: each lane directly before those below it, siblings in order of time. */
function groupRuns({ runs }: SessionIndex): RunGroup[] {
  const [root] = runs;
  if (root === undefined) return [];
  const children = new Map<number, ReplayRun[]>();
  for (const run of runs) {
    if (run.parent === undefined) continue;
    const siblings = children.get(run.parent);
    if (siblings === undefined) children.set(run.parent, [run]);
    else siblings.push(run);
  }
  const groups: RunGroup[] = [];
  const open: RunGroup[] = [{ runs: [root], parent: undefined, depth: 0, number: 1 }];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    const parent = groups.push(group) - 1;
    const { depth } = group;
    const below = lanesOf(group.runs.flatMap((run) => children.get(run.index) ?? []));
    for (const lane of below.toReversed()) open.push({ ...lane, parent, depth: depth + 1 });
  }
  return groups;
}

/** Runs below one lane: an agent's consecutive runs share a lane; overlapping runs get several. */
function lanesOf(runs: readonly ReplayRun[]): { runs: ReplayRun[]; number: number }[] {
  const byAgent = new Map<string | undefined, ReplayRun[]>();
  for (const run of runs) {
    const same = byAgent.get(run.agent);
    if (same === undefined) byAgent.set(run.agent, [run]);
    else same.push(run);
  }
  return [...byAgent.values()].flatMap(lanesOfAgent).sort((a, b) => beginOf(a.runs) - beginOf(b.runs));
}

function lanesOfAgent(runs: ReplayRun[]): { runs: ReplayRun[]; number: number }[] {
  const inOrder = [...runs].sort((a, b) => a.start - b.start || a.index - b.index);
  const { rowOf, rows } = packRows(
    Float64Array.from(inOrder, ({ start }) => start),
    Float64Array.from(inOrder, ({ end }) => end),
  );
  const lanes = Array.from({ length: rows }, (_, row) => ({ runs: [] as ReplayRun[], number: row + 1 }));
  for (const [n, run] of inOrder.entries()) lanes[rowOf[n] as number]?.runs.push(run);
  return lanes;
}

function beginOf(runs: readonly ReplayRun[]): number {
  return runs[0]?.start ?? 0;
}

/** Ranges in rows, so that no two ranges of a row overlap. */
interface Packed {
  /** The row of each range, from 0. */
  readonly rowOf: Uint32Array;
  readonly rows: number;
}

/**
 * Puts each range into the first row that is free when it starts, so there are as many rows as ranges at once. A range that ends exactly
 * when another starts, or has no length, does not overlap it.
 * @param from ascending.
 * @param to end of each range; never before its start.
 */
export function packRows(from: Float64Array, to: Float64Array): Packed {
  const rowOf = new Uint32Array(from.length);
  const until: number[] = [];
  const rest = createRest(until);
  for (let n = 0; n < from.length; n += 1) {
    const start = from[n] as number;
    const scanned = Math.min(until.length, scannedRows);
    let row = 0;
    while (row < scanned && (until[row] as number) > start) row += 1;
    if (row === scannedRows) row = rest.take(start);
    until[row] = to[n] as number;
    if (row >= scannedRows) rest.occupy(row);
    rowOf[n] = row;
  }
  return { rowOf, rows: until.length };
}

/** Number of rows that are checked one by one, which is faster than any queue; few sessions ever have more. */
const scannedRows = 48;

/** The rows after those: free rows by number, busy rows by when they become free. */
function createRest(until: readonly number[]): { take(start: number): number; occupy(row: number): void } {
  const free = createQueue((a, b) => a < b);
  const busy = createQueue((a, b) => (until[a] as number) < (until[b] as number));
  return {
    take(start) {
      for (let row = busy.peek(); row !== undefined && (until[row] as number) <= start; row = busy.peek()) {
        busy.pop();
        free.push(row);
      }
      return free.pop() ?? until.length;
    },
    occupy: (row) => busy.push(row),
  };
}

/** A priority queue of numbers: gives the first one by its order. */
interface Queue {
  peek(): number | undefined;
  pop(): number | undefined;
  push(value: number): void;
}

/** Creates a priority queue as a binary heap: each operation takes logarithmic time. */
function createQueue(before: (a: number, b: number) => boolean): Queue {
  const heap: number[] = [];
  const swap = (a: number, b: number): void => {
    const kept = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = kept;
  };
  const isBefore = (a: number, b: number): boolean =>
    a < heap.length && b < heap.length && before(heap[a] as number, heap[b] as number);
  return {
    peek: () => heap[0],
    push(value) {
      let at = heap.push(value) - 1;
      for (let above = (at - 1) >> 1; at > 0 && isBefore(at, above); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    pop() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const least = isBefore(right, left) ? right : left;
        if (!isBefore(least, at)) return first;
        swap(least, at);
        at = least;
      }
    },
  };
}
