import { touchesOf } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { commandName } from '../session/facts/commandPurpose.ts';
import { toolFacts } from '../session/facts/toolFacts.ts';
import type { Outcome } from '../session/index.ts';
import type { SessionTotals } from '../session/internal.ts';
import { causeKey, causeOfCall, type FailureCause } from './failureCause.ts';
import { checklistAt } from './folds/checklistAt.ts';
import { filesAt, filesSteps } from './folds/filesAt.ts';
import { housekeepingOf, isAnswer, isCommand, isPrompt, outcomeOf } from './judgeItem.ts';
import { type LineChange, lineChangesSteps } from './lineChanges.ts';
import { memoize } from './memoize.ts';
import { outcomeWhenOver } from './polls.ts';
import { endOf, positionOf } from './position.ts';
import type { CallItem, ReplayItem } from './replayItem.ts';
import { hasRole } from './search/itemRoles.ts';
import { totalsOfIndex } from './selectors.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish, itemsPerStep } from './slices.ts';
import { type TimeShares, timeShares, timeSpans } from './timeShares.ts';

/** Positions in `SessionIndex.items`, ascending. */
type Items = readonly number[];

/** A file that a session changed, and by how much. */
export interface BriefFile {
  /** As the calls name it. */
  readonly path: string;
  readonly access: 'created' | 'modified' | 'deleted';
  /** Lines, over all successful changes. A line that one change adds and a later one removes counts in both. */
  readonly added: number;
  readonly removed: number;
  /** The calls that changed it. */
  readonly items: Items;
}

/** Failures with the same cause. */
export interface FailureGroup {
  readonly cause: FailureCause;
  readonly items: Items;
  /** How many of them succeeded later: the same command, or the same change or reading of a file. */
  readonly mended: number;
  /** The calls that succeeded then: for each mended failure the next one. */
  readonly mends: Items;
}

/** The runs of one command that checks the work: tests, types, lint or builds. */
export interface CheckRuns {
  /** As `commandName` gives it. */
  readonly name: string;
  readonly runs: readonly { readonly item: number; readonly outcome: Outcome }[];
}

/** The subagents of one type that were started. */
export interface BriefAgent {
  /** Undefined where the source names no type. */
  readonly name: string | undefined;
  /** The call that started each, where it is known, else the first item of its run; in order of time. */
  readonly items: Items;
  /** Positions in `SessionIndex.runs`; fewer than were started where a log lacks what some of them did. */
  readonly runs: readonly number[];
  readonly calls: number;
}

/** What a session has left open. */
export interface OpenEnds {
  /** Calls without a result. */
  readonly unanswered: Items;
  /** A prompt after which nothing was said or done. */
  readonly prompt: number | undefined;
  /** The last run of a check, where it failed. */
  readonly check: { readonly item: number; readonly name: string } | undefined;
  /** Unfinished items of the last checklist; absent where there is no checklist, or all its items are done. */
  readonly checklist: { readonly open: number; readonly all: number; readonly item: number } | undefined;
}

/** A session on one page. Every figure comes with the items that it counts; nothing is guessed or written by a model. */
export interface SessionBrief {
  /** The prompts of a person, and the commands (`/compact`) they gave; `first` is what the session is about. */
  readonly asked: { readonly prompts: Items; readonly commands: Items; readonly first: number | undefined };
  /** The last message of the session's agent. */
  readonly answered: number | undefined;
  /** Most lines first. */
  readonly changed: { readonly files: readonly BriefFile[]; readonly added: number; readonly removed: number };
  /** Most frequent first. */
  readonly broke: readonly FailureGroup[];
  /** Most frequent first. */
  readonly checks: readonly CheckRuns[];
  readonly time: TimeShares;
  readonly totals: SessionTotals;
  readonly compactions: Items;
  /** Most calls first. */
  readonly agents: readonly BriefAgent[];
  readonly open: OpenEnds;
}

/** Calls looked through in one step. */
const perStep = 256;

/** The brief of a session; computed once. For a long session run {@link briefSteps} first, so that the page stays responsive. */
export function briefOf(index: SessionIndex): SessionBrief {
  return knownBrief(index) ?? finish(briefSteps(index));
}

/** The result of {@link briefOf}, if it has been computed. */
export function knownBrief(index: SessionIndex): SessionBrief | undefined {
  return made(index).brief;
}

/** Computes the result of {@link briefOf}, step by step. */
export function* briefSteps(index: SessionIndex): Generator<undefined, SessionBrief> {
  const kept = made(index);
  if (kept.brief !== undefined) return kept.brief;
  yield* filesSteps(index);
  const lines = linesByPath(yield* lineChangesSteps(index));
  const { groups, checks } = yield* judgedCalls(index);
  const files = filesAt(index, endOf(index)).flatMap(({ path, access, changes }): BriefFile[] => {
    const counted = lines.get(path);
    return changes === 0 || access === 'read' || counted === undefined ? [] : [{ path, access, ...counted }];
  });
  files.sort((a, b) => b.added + b.removed - (a.added + a.removed));
  yield;
  yield* timeSpans.steps(index);
  const time = timeShares(index);
  yield;
  const asked = askedIn(index);
  const answered = lastAnswer(index);
  yield;
  const totals = totalsOfIndex(index);
  yield;
  const agents = agentsIn(index);
  yield;
  // The checklist is folded over the whole session.
  for (let at = itemsPerStep; at < index.items.length; at += itemsPerStep) {
    checklistAt(index, positionOf(index, at));
    yield;
  }
  const open = openEnds(index, checks);
  yield;
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  kept.brief = {
    asked,
    answered,
    changed: { files, added: sum(files.map(({ added }) => added)), removed: sum(files.map(({ removed }) => removed)) },
    broke: groups,
    checks,
    time,
    totals,
    compactions: [...index.landmarks.compaction],
    agents,
    open,
  };
  return kept.brief;
}

const made = memoize((_: SessionIndex): { brief?: SessionBrief } => ({}));

function askedIn(index: SessionIndex): SessionBrief['asked'] {
  const { items, landmarks } = index;
  const prompts = [...landmarks.prompt];
  const isGiven = (at: number): boolean => isCommand(items[at]);
  return { prompts: prompts.filter((at) => !isGiven(at)), commands: prompts.filter(isGiven), first: firstAsked(index) };
}

/** The first prompt, or command with arguments, that no rewind left behind; else whatever was asked first. */
function firstAsked({ items, landmarks }: SessionIndex): number | undefined {
  const says = (at: number): boolean => {
    const item = items[at];
    if (item?.is !== 'event' || item.event.type !== 'message' || item.event.branch === 'abandoned') return false;
    return !isCommand(item) || /\S\s+\S/.test(item.event.text.trim());
  };
  return landmarks.prompt.find(says) ?? landmarks.prompt[0];
}

function lastAnswer({ items, runs }: SessionIndex): number | undefined {
  return runs[0]?.landmarks.message.findLast((at) => isAnswer(items[at]));
}

interface LineCount {
  added: number;
  removed: number;
  items: number[];
}

/** Lines added and removed by path, over successful calls. */
function linesByPath(changes: readonly LineChange[]): ReadonlyMap<string, LineCount> {
  const counts = new Map<string, LineCount>();
  for (const { path, item, added, removed } of changes) {
    const count = counts.get(path) ?? { added: 0, removed: 0, items: [] };
    counts.set(path, count);
    count.items.push(item);
    count.added += added;
    count.removed += removed;
  }
  return counts;
}

function hasWorked(call: CallItem['call']): boolean {
  return outcomeOf(call) === 'succeeded';
}

interface OpenGroup {
  readonly cause: FailureCause;
  readonly items: number[];
  mended: number;
  readonly mends: Set<number>;
}

/** Failures by cause, and the runs of checks. Goes from the end to the start, so that it is known what succeeded later. */
function* judgedCalls(index: SessionIndex): Generator<undefined, { groups: FailureGroup[]; checks: CheckRuns[] }> {
  const groups = new Map<string, OpenGroup>();
  const checks = new Map<string, { item: number; outcome: Outcome }[]>();
  /** By what they tried, the next call after the present one that succeeded. */
  const succeeded = new Map<string, number>();
  const wrong = new Set(index.landmarks.error);
  for (let at = index.items.length - 1; at >= 0; at -= 1) {
    if (at % perStep === 0) yield;
    const item = index.items[at] as ReplayItem;
    if (item.is === 'event') {
      if (wrong.has(at)) noteFailure(groups, 'agent', { kind: 'agent' }, at);
      continue;
    }
    const { call } = item;
    const command = commandOf(call);
    if (command !== undefined && hasRole(item, 'check')) {
      const name = commandName(command) ?? call.tool_name;
      const runs = checks.get(name) ?? [];
      checks.set(name, runs);
      runs.push({ item: at, outcome: outcomeAtLast(index, item) });
    }
    const key = purposeKey(item, command);
    if (hasWorked(call) && key !== undefined) succeeded.set(key, at);
    if (!wrong.has(at)) continue;
    const cause = causeOfCall(call);
    const group = noteFailure(groups, causeKey(cause), cause, at);
    const mend = key === undefined || cause.kind === 'denied' ? undefined : succeeded.get(key);
    if (mend === undefined) continue;
    group.mended += 1;
    group.mends.add(mend);
  }
  const byCount = [...groups.values()].sort((a, b) => b.items.length - a.items.length);
  return {
    groups: byCount.map(({ cause, items, mended, mends }) => {
      return { cause, items: items.reverse(), mended, mends: [...mends].reverse() };
    }),
    checks: [...checks]
      .map(([name, runs]) => ({ name, runs: runs.reverse() }))
      .sort((a, b) => b.runs.length - a.runs.length),
  };
}

/** The outcome of a call; for a call left to run in the background, the outcome of that work. */
function outcomeAtLast(index: SessionIndex, item: CallItem): Outcome {
  const own = outcomeOf(item.call);
  return own === 'unknown' ? (outcomeWhenOver(index, item) ?? own) : own;
}

function noteFailure(groups: Map<string, OpenGroup>, key: string, cause: FailureCause, at: number): OpenGroup {
  const group = groups.get(key) ?? { cause, items: [], mended: 0, mends: new Set() };
  groups.set(key, group);
  group.items.push(at);
  return group;
}

/** A key shared by calls that try the same thing: their command, or what they do to which files. */
function purposeKey({ call }: CallItem, command: string | undefined): string | undefined {
  if (command !== undefined) return `run ${command.replace(/\s+/g, ' ')}`;
  const [touch] = touchesOf(call);
  return touch === undefined ? undefined : `${touch.access === 'read' ? 'read' : 'change'} ${touch.path}`;
}

function agentsIn({ runs, items, landmarks }: SessionIndex): BriefAgent[] {
  const agents = new Map<string | undefined, { items: number[]; runs: number[]; calls: number }>();
  const note = (name: string | undefined, item: number | undefined, run: number | undefined, calls: number): void => {
    const known = agents.get(name) ?? { items: [], runs: [], calls: 0 };
    agents.set(name, known);
    if (item !== undefined) known.items.push(item);
    if (run !== undefined) known.runs.push(run);
    known.calls += calls;
  };
  const started = new Set<number>();
  for (const run of runs.slice(1).sort((a, b) => a.start - b.start || a.index - b.index)) {
    const trigger = run.trigger?.index;
    note(run.agent, trigger ?? run.items[0], run.index, run.landmarks.call.length);
    if (trigger !== undefined) started.add(trigger);
  }
  for (const at of landmarks.call) {
    const { call } = items[at] as CallItem;
    if (started.has(at) || toolFacts(call.tool_name).delegates !== true || outcomeOf(call) === 'denied') continue;
    note(call.subagent_info?.subagent_type, at, undefined, call.subagent_info?.tool_uses ?? 0);
  }
  const found = [...agents].map(([name, each]) => ({ name, ...each, items: each.items.sort((a, b) => a - b) }));
  return found.sort((a, b) => b.calls - a.calls);
}

function openEnds(index: SessionIndex, checks: readonly CheckRuns[]): OpenEnds {
  const { items, landmarks } = index;
  const unanswered = [...landmarks.call].filter((at) => outcomeOf((items[at] as CallItem).call) === 'unanswered');
  const lastRuns = checks.map(({ name, runs }) => ({ name, ...(runs.at(-1) as CheckRuns['runs'][number]) }));
  const check = lastRuns.reduce<(typeof lastRuns)[number] | undefined>(
    (latest, each) => (latest === undefined || each.item > latest.item ? each : latest),
    undefined,
  );
  const checklist = checklistAt(index, endOf(index));
  const entries = checklist?.plan.items ?? [];
  const open = entries.filter(({ status }) => status !== 'completed').length;
  return {
    unanswered,
    prompt: promptLeft(index),
    check: check?.outcome === 'failed' ? { item: check.item, name: check.name } : undefined,
    checklist: checklist === undefined || open === 0 ? undefined : { open, all: entries.length, item: checklist.setBy },
  };
}

/**
 * The last prompt, if the session's agent said and did nothing after it. Commands do not count: they are for the program, and need no
 * answer.
 */
function promptLeft({ items, runs }: SessionIndex): number | undefined {
  const own = runs[0]?.items ?? new Uint32Array();
  for (let n = own.length - 1; n >= 0; n -= 1) {
    const item = items[own[n] as number] as ReplayItem;
    if (isPrompt(item)) return isCommand(item) ? undefined : item.index;
    const said = item.is === 'call' || (item.event.type === 'message' && housekeepingOf(item) === undefined);
    if (said || (item.is === 'event' && item.event.type === 'thinking')) return undefined;
  }
  return undefined;
}
