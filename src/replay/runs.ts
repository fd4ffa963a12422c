import type { Session, SubSession } from '../session/index.ts';
import type { CallItem, ReplayItem } from './replayItem.ts';

/**
 * Puts the drafted items in reading order, as positions in `items`: each run started by a call follows that call; runs without a known call
 * follow the last item of their parent.
 */
export function outlineRuns(items: readonly ReplayItem[], runs: readonly RunDraft[]): Uint32Array {
  const outline = new Uint32Array(items.length);
  const root = runs[0];
  if (root === undefined) return outline;
  const { byTrigger, untriggered } = groupRuns(runs);
  const open = [{ run: root, next: 0 }];
  let filled = 0;
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.run.count) {
      open.pop();
      openAll(open, untriggered.get(top.run.index));
      continue;
    }
    const at = top.run.first + top.next;
    top.next += 1;
    outline[filled] = at;
    filled += 1;
    openAll(open, byTrigger.get(items[at] as ReplayItem));
  }
  return outline;
}

interface OpenRun {
  readonly run: RunDraft;
  next: number;
}

/** The stack is read from its end, so they are pushed backwards. */
function openAll(open: OpenRun[], runs: readonly RunDraft[] | undefined): void {
  if (runs === undefined) return;
  for (const run of runs.toReversed()) open.push({ run, next: 0 });
}

function groupRuns(runs: readonly RunDraft[]): {
  byTrigger: Map<ReplayItem, RunDraft[]>;
  untriggered: Map<number, RunDraft[]>;
} {
  const byTrigger = new Map<ReplayItem, RunDraft[]>();
  const untriggered = new Map<number, RunDraft[]>();
  for (const run of runs.slice(1)) {
    if (run.trigger !== undefined) append(byTrigger, run.trigger, run);
    else append(untriggered, run.parent ?? 0, run);
  }
  return { byTrigger, untriggered };
}

function append<Key>(groups: Map<Key, RunDraft[]>, key: Key, run: RunDraft): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [run]);
  else group.push(run);
}

/** An item while the index is being built. */
export type Draft<Item extends ReplayItem = ReplayItem> = { -readonly [Key in keyof Item]: Item[Key] };

/** A run while the index is being built. Its items are `first … first + count - 1`. */
export interface RunDraft {
  readonly index: number;
  readonly id: string;
  readonly subSession: SubSession | undefined;
  readonly first: number;
  readonly count: number;
  parent: number | undefined;
  trigger: Draft<CallItem> | undefined;
  depth: number;
}

/**
 * Links each sub-session to the call that started it and to its parent run. Files may be wrong: a run that would be its own ancestor, or
 * whose parent is missing, becomes a child of the session itself.
 *
 * @returns the runs, each after its parent.
 */
export function linkRuns(
  session: Session,
  runs: readonly RunDraft[],
  callById: (callId: string) => Draft<CallItem> | undefined,
): RunDraft[] {
  const [root, ...subs] = runs;
  if (root === undefined) return [];
  const byId = new Map<string, RunDraft>();
  for (const run of [root, ...subs]) if (!byId.has(run.id)) byId.set(run.id, run);
  const announced = subs.some((run) => run.subSession?.triggered_by_call_id === undefined)
    ? announcedTriggers(session, callById)
    : new Map<string, Draft<CallItem>>();
  for (const run of subs) {
    const callId = run.subSession?.triggered_by_call_id;
    run.trigger = callId === undefined ? announced.get(run.id) : callById(callId);
    run.parent = run.trigger?.run ?? byId.get(run.subSession?.parent_session_id ?? '')?.index ?? 0;
  }
  return parentsFirst(root, subs);
}

/** Calls that name the run they started, for runs that do not name their call. */
function announcedTriggers(
  session: Session,
  callById: (callId: string) => Draft<CallItem> | undefined,
): Map<string, Draft<CallItem>> {
  const triggers = new Map<string, Draft<CallItem>>();
  for (const { tool_calls } of [session, ...session.sub_sessions]) {
    for (const { call_id, subagent_info } of tool_calls) {
      const item = callById(call_id);
      const id = subagent_info?.sub_session_id;
      if (id !== undefined && item !== undefined && !triggers.has(id)) triggers.set(id, item);
    }
  }
  return triggers;
}

function parentsFirst(root: RunDraft, subs: readonly RunDraft[]): RunDraft[] {
  const children = new Map<number, RunDraft[]>();
  for (const run of subs) {
    const siblings = children.get(run.parent ?? 0);
    if (siblings === undefined) children.set(run.parent ?? 0, [run]);
    else siblings.push(run);
  }
  const reached = new Set<RunDraft>();
  const reach = (from: RunDraft): void => {
    const waiting = [from];
    for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
      reached.add(run);
      for (const child of children.get(run.index) ?? []) {
        if (reached.has(child)) continue;
        child.depth = run.depth + 1;
        waiting.push(child);
      }
    }
  };
  reach(root);
  for (const run of subs) {
    if (reached.has(run)) continue;
    run.parent = root.index;
    run.trigger = undefined;
    run.depth = 1;
    reach(run);
  }
  return [...reached];
}
