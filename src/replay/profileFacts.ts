import { touchesOf } from '../session/facts/callFiles.ts';
import { callDuration, commandNamesAt, type LineChange, lineChangesSteps } from './callFigures.ts';
import { filePath } from './filePath.ts';
import { memoize } from './memoize.ts';
import { type CallItem, hasFailed } from './replayItem.ts';
import { responsesOf } from './responses.ts';
import type { ReplayRun, SessionIndex } from './sessionIndex.ts';

/** The dimensions by which a profile groups calls. */
export const profileDimensions = ['tool', 'command', 'file', 'agent', 'phase', 'model'] as const;

export type ProfileDimension = (typeof profileDimensions)[number];

/** Calls looked through in one step. */
const perStep = 512;

/** Computes what `profileOf` needs to know of each call, step by step; once for each `by`. */
export function* profileSteps(index: SessionIndex, by: ProfileDimension): Generator<undefined, void> {
  yield* callFactsSteps(index);
  yield* groupSteps(index, by);
}

/** Whether the facts are computed, so that `profileOf` only has to add up. */
export function isProfileReady(index: SessionIndex, by: ProfileDimension): boolean {
  const { facts, groups } = made(index);
  return facts !== undefined && groups.has(by);
}

/** Facts of each call, by its position in `landmarks.call`. */
export interface CallFacts {
  /** NaN where the log does not state it. */
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly failed: Uint8Array;
  /** Lines that it changed in all files. */
  readonly added: Uint32Array;
  readonly removed: Uint32Array;
  /** 1 where it removed more lines than the log states. */
  readonly moreRemoved: Uint8Array;
  /** What the calls changed file by file. */
  readonly changes: readonly LineChange[];
  /** The call that an item is, or -1. */
  readonly callOf: Int32Array;
}

/** The groups of each call and each response. A call may be in several. */
export interface Groups {
  readonly names: readonly (string | undefined)[];
  /** The groups of one call after the other. */
  readonly groups: Uint32Array;
  /** Where the groups of each call begin, by its position in `landmarks.call`, and one more entry at the end. */
  readonly firstOf: Uint32Array;
  /** The group of each response, or -1 where it counts in the groups of its calls. */
  readonly ofResponse: Int32Array;
}

const made = memoize((_: SessionIndex): { facts?: CallFacts; readonly groups: Map<ProfileDimension, Groups> } => ({
  groups: new Map(),
}));

/** Computes the facts of each call, once. */
export function* callFactsSteps(index: SessionIndex): Generator<undefined, CallFacts> {
  const kept = made(index);
  if (kept.facts !== undefined) return kept.facts;
  const { landmarks, items } = index;
  const count = landmarks.call.length;
  const facts = {
    total: new Float64Array(count),
    self: new Float64Array(count),
    failed: new Uint8Array(count),
    added: new Uint32Array(count),
    removed: new Uint32Array(count),
    moreRemoved: new Uint8Array(count),
    changes: yield* lineChangesSteps(index),
    callOf: new Int32Array(items.length).fill(-1),
  };
  const started = runsByTrigger(index);
  for (const [n, at] of landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = items[at] as CallItem;
    const total = callDuration(item.call) ?? Number.NaN;
    facts.callOf[at] = n;
    facts.total[n] = total;
    facts.self[n] = total * (1 - shareOfRuns(index, at, started.get(at)));
    facts.failed[n] = hasFailed(item) ? 1 : 0;
  }
  for (const { item, added, removed, moreRemoved } of facts.changes) {
    const n = facts.callOf[item] as number;
    (facts.added[n] as number) += added;
    (facts.removed[n] as number) += removed;
    if (moreRemoved) facts.moreRemoved[n] = 1;
  }
  kept.facts = facts;
  return facts;
}

function runsByTrigger({ runs }: SessionIndex): ReadonlyMap<number, readonly ReplayRun[]> {
  const started = new Map<number, ReplayRun[]>();
  for (const run of runs) {
    if (run.trigger === undefined) continue;
    const known = started.get(run.trigger.index);
    if (known === undefined) started.set(run.trigger.index, [run]);
    else known.push(run);
  }
  return started;
}

/** The part of a call's time during which a run that it started was at work, 0 to 1. */
function shareOfRuns({ starts, ends }: SessionIndex, call: number, runs: readonly ReplayRun[] = []): number {
  const [from, to] = [starts[call] as number, ends[call] as number];
  if (runs.length === 0 || !(to > from) || !Number.isFinite(to)) return 0;
  let covered = 0;
  let upTo = from;
  for (const { start, end } of [...runs].sort((a, b) => a.start - b.start)) {
    covered += Math.max(0, Math.min(end, to) - Math.max(start, upTo));
    upTo = Math.max(upTo, end);
  }
  return covered / (to - from);
}

/** Groups calls and responses, once for each dimension. */
export function* groupSteps(index: SessionIndex, by: ProfileDimension): Generator<undefined, Groups> {
  const kept = made(index).groups;
  const known = kept.get(by);
  if (known !== undefined) return known;
  const names: (string | undefined)[] = [];
  const numbers = new Map<string | undefined, number>();
  const numberOf = (name: string | undefined): number => {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    return number;
  };
  const { call: calls } = index.landmarks;
  const firstOf = new Uint32Array(calls.length + 1);
  const groups: number[] = [];
  for (const [n, at] of calls.entries()) {
    if (n % perStep === perStep - 1) yield;
    for (const name of namesOf[by](index, index.items[at] as CallItem)) {
      groups.push(numberOf(name));
    }
    firstOf[n + 1] = groups.length;
  }
  const found = {
    names,
    groups: Uint32Array.from(groups),
    firstOf,
    ofResponse: Int32Array.from(responsesOf(index).all, (response) => {
      const isItself = by === 'agent' || by === 'model' || response.calls.length === 0;
      return isItself ? numberOf(responseNames[by](index, response.usage)) : -1;
    }),
  };
  kept.set(by, found);
  return found;
}

type NamesOf = (index: SessionIndex, item: CallItem) => readonly (string | undefined)[];

const noName = [undefined] as const;
/** The name of the session's own agent in a query. */
const mainAgent = 'main';

const namesOf: Readonly<Record<ProfileDimension, NamesOf>> = {
  tool: (_, { call }) => [call.tool_name],
  command: (index, { index: at }) => {
    const names = commandNamesAt(index, at);
    return names.length === 0 ? noName : names;
  },
  file: (index, { call, run }) => {
    const paths = new Set(touchesOf(call).map(({ path }) => filePath(index, run, path)));
    return paths.size === 0 ? noName : [...paths];
  },
  agent: ({ runs }, { run }) => [agentOf(runs[run])],
  phase: (index, { index: at }) => [phaseAt(index, at)],
  model: (index, { index: at }) => [modelAt(index, at)],
};

const nobody = (): undefined => undefined;

/** The group of a response, where it is not shared out to its calls. */
const responseNames: Readonly<Record<ProfileDimension, (index: SessionIndex, usage: number) => string | undefined>> = {
  tool: nobody,
  command: nobody,
  file: nobody,
  agent: ({ runs, items }, usage) => agentOf(runs[items[usage]?.run ?? 0]),
  phase: phaseAt,
  model: modelAt,
};

function phaseAt({ phases, phaseOf }: SessionIndex, at: number): string {
  return phases[phaseOf[at] as number]?.phase_type ?? 'unclassified';
}

function agentOf(run: ReplayRun | undefined): string | undefined {
  return run?.index === 0 ? mainAgent : run?.agent;
}

function modelAt(index: SessionIndex, at: number): string | undefined {
  const { models, modelOf } = responsesOf(index);
  return models[modelOf[at] as number];
}
