import { hasFailed } from '../judgeItem.ts';
import { memoizeSteps } from '../memoize.ts';
import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { itemsPerStep } from '../slices.ts';
import type { TimeAxis } from '../timeAxis.ts';
import type { Lane, LaneMarks, LaneRow } from './lane.ts';
import { createLaneAxis, type LaneAxis } from './lane.ts';
import { kindOfItems, kindsOf, makeRow } from './laneRow.ts';
import { packRows } from './packRows.ts';

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
  place: { readonly index: number; readonly below: number },
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
    ...place,
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
  return [...byAgent.values()].flatMap(packAgent).sort((a, b) => beginOf(a.runs) - beginOf(b.runs));
}

function packAgent(runs: ReplayRun[]): { runs: ReplayRun[]; number: number }[] {
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
