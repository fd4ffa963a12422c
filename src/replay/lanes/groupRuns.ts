import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { packRows } from './packRows.ts';

/** The runs of one lane, and the lane it stands below. */
export interface RunGroup {
  readonly runs: readonly ReplayRun[];
  readonly parent: number | undefined;
  readonly depth: number;
  readonly number: number;
}

/** The runs of a session by lane: each lane right before those below it, those beside each other in order of time. */
export function groupRuns({ runs }: SessionIndex): RunGroup[] {
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

/** Runs below one lane: an agent's, one after the other, in one lane, and at once in several. */
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
