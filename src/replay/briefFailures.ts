import { touchesOf } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { checksOf, type NamedCheck } from '../session/facts/checksOf.ts';
import { type CommandAim, commandAims } from '../session/facts/commandPurpose.ts';
import { toolFamily } from '../session/facts/toolFacts.ts';
import type { Outcome } from '../session/index.ts';
import { rememberAnswers } from '../session/text/rememberAnswers.ts';
import { causeKey, causeOfCall, causeOfEvent, type FailureCause } from './failureCause.ts';
import { commandInFolder, filePath } from './filePath.ts';
import { outcomeWhenOver } from './polls.ts';
import { type CallItem, outcomeOf, type ReplayItem } from './replayItem.ts';
import { hasRole } from './search/searchSteps.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Positions in `SessionIndex.items`, ascending. */
type Items = readonly number[];

/** Failures with the same cause. */
export interface FailureGroup {
  readonly cause: FailureCause;
  readonly items: Items;
  /** How many of them succeeded later: the same command, or the same change or reading of a file. */
  readonly mended: number;
  /** The calls that succeeded then: for each mended failure the next one. */
  readonly mends: Items;
}

/** One run of a check. */
export interface CheckRun {
  readonly item: number;
  readonly outcome: Outcome;
  /** The outcome was read from what the check printed, because its exit code is not in the log. */
  readonly inferred: boolean;
}

/** The runs of one command that checks the work: tests, types, lint or builds. */
export interface CheckRuns {
  /** As `commandName` gives it. */
  readonly name: string;
  readonly runs: readonly CheckRun[];
}

/** The failed calls of a session by what became of them. */
export interface FailureFates {
  /** Succeeded later, as `FailureGroup.mended` counts. */
  readonly mended: number;
  readonly left: number;
  /** Searches and comparisons that only found nothing. */
  readonly nothing: number;
}

/** What went wrong in a session, and its checks. */
export interface JudgedCalls {
  /** The most frequent first, then what is not mended, then what is; what is no failure by itself comes last. */
  readonly groups: readonly FailureGroup[];
  readonly fates: FailureFates;
  readonly checks: readonly CheckRuns[];
  /** Number of failed checks of calls that did not fail: what they printed shows it, while their command ended well. */
  readonly hiddenChecks: number;
}

interface OpenGroup {
  readonly cause: FailureCause;
  readonly items: number[];
  mended: number;
  readonly mends: Set<number>;
}

/** Calls looked through in one step. */
const perStep = 256;

/** Failures by cause, and the runs of checks. Goes from the end to the start, so that it is known what succeeded later. */
export function* judgedCalls(index: SessionIndex): Generator<undefined, JudgedCalls> {
  const groups = new Map<string, OpenGroup>();
  const checks = new Map<string, CheckRun[]>();
  /** By what they tried, the next call after the present one that succeeded. */
  const succeeded: Successes = { commands: new Map(), read: new Map(), change: new Map(), asked: undefined };
  const wrong = new Set(index.landmarks.error);
  let hiddenChecks = 0;
  for (let at = index.items.length - 1; at >= 0; at -= 1) {
    if (at % perStep === 0) yield;
    const item = index.items[at] as ReplayItem;
    const isWrong = wrong.has(at);
    if (item.is === 'event') {
      if (isWrong) noteFailure(groups, causeOfEvent(index, item), at);
      continue;
    }
    const { call } = item;
    const command = commandOf(call);
    const ran = command !== undefined && hasRole(item, 'check') ? checksIn(index, item) : [];
    for (const { name, outcome, inferred } of ran) {
      const runs = checks.get(name) ?? [];
      checks.set(name, runs);
      runs.push({ item: at, outcome, inferred });
      if (!isWrong && inferred && outcome === 'failed') hiddenChecks += 1;
    }
    const passed = ran.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name);
    const worked = ran.length === 0 ? outcomeOf(call) === 'succeeded' : passed.length === ran.length;
    if (worked) noteSuccess(succeeded, index, item, command);
    else notePassed(succeeded, index, item, passed);
    if (!isWrong) continue;
    const cause = causeOfCall(call);
    const group = noteFailure(groups, cause, at);
    const canBeMended = cause.kind !== 'denied' && cause.kind !== 'nothing';
    const mends = canBeMended ? nextSuccesses(succeeded, index, item, command, ran) : [];
    if (mends.length === 0) continue;
    group.mended += 1;
    group.mends.add(Math.min(...mends));
  }
  return {
    fates: fatesOf([...groups.values()]),
    groups: inOrder([...groups.values()]).map(({ cause, items, mended, mends }) => {
      return { cause, items: items.reverse(), mended, mends: [...mends].sort((a, b) => a - b) };
    }),
    checks: [...checks]
      .map(([name, runs]) => ({ name, runs: runs.reverse() }))
      .sort((a, b) => b.runs.length - a.runs.length),
    hiddenChecks,
  };
}

/** The most frequent failure, then what is not mended, then what is, each by number; after them what is no failure by itself. */
function inOrder(groups: readonly OpenGroup[]): OpenGroup[] {
  const isFailure = ({ cause: { kind } }: OpenGroup): boolean => kind !== 'nothing' && kind !== 'repeated';
  const rank = (group: OpenGroup): number => (isFailure(group) ? (group.mended === group.items.length ? 1 : 0) : 2);
  const sorted = groups.toSorted((a, b) => rank(a) - rank(b) || b.items.length - a.items.length);
  const failures = sorted.filter(isFailure);
  const most = failures.reduce((count, { items }) => Math.max(count, items.length), 0);
  const first = failures.find(({ items }) => items.length === most);
  return first === undefined ? sorted : [first, ...sorted.filter((group) => group !== first)];
}

function fatesOf(groups: readonly OpenGroup[]): FailureFates {
  const fates = { mended: 0, left: 0, nothing: 0 };
  for (const { cause, items, mended } of groups) {
    if (cause.kind === 'nothing') fates.nothing += items.length;
    if (!isFailedCall(cause)) continue;
    fates.mended += mended;
    fates.left += items.length - mended;
  }
  return fates;
}

/** Whether a cause is one of failed calls, which can be mended; a report of a command whose call is not in the log is none. */
export function isFailedCall(cause: FailureCause): boolean {
  return (cause.kind === 'exit' && cause.name !== undefined) || cause.kind === 'words' || cause.kind === 'silent';
}

/** The checks of a call; for those left to run in the background, by the outcome of that work, whose failure may be that of any of them. */
function checksIn(index: SessionIndex, item: CallItem): NamedCheck[] {
  const checks = checksOf(item.call);
  const late = checks.every(({ outcome }) => outcome === 'unknown') ? outcomeWhenOver(index, item) : undefined;
  if (late === undefined || (late !== 'succeeded' && checks.length > 1)) return checks;
  return checks.map(({ name }) => ({ name, outcome: late, inferred: false }));
}

function noteFailure(groups: Map<string, OpenGroup>, cause: FailureCause, at: number): OpenGroup {
  const key = causeKey(cause);
  const group = groups.get(key) ?? { cause, items: [], mended: 0, mends: new Set() };
  groups.set(key, group);
  group.items.push(at);
  return group;
}

/** The next calls that succeeded, by what they tried: a command's aims, or the file that they read or changed. */
interface Successes {
  readonly commands: Map<string, number>;
  readonly read: Map<string, number>;
  readonly change: Map<string, number>;
  asked: number | undefined;
}

function noteSuccess(succeeded: Successes, session: SessionIndex, item: CallItem, command: string | undefined): void {
  const { call, index } = item;
  if (command !== undefined) {
    for (const { key } of aimsOf(commandInFolder(session, item.run, command)).done) succeeded.commands.set(key, index);
    return;
  }
  const [touch] = touchesOf(call);
  if (touch !== undefined)
    succeeded[touch.access === 'read' ? 'read' : 'change'].set(filePath(session, item.run, touch.path), index);
  else if (toolFamily(call.tool_name) === 'question') succeeded.asked = index;
}

/** Notes the checks of a command that passed while another part of it failed, or may have. */
function notePassed({ commands }: Successes, session: SessionIndex, item: CallItem, passed: readonly string[]): void {
  const command = commandOf(item.call);
  if (command === undefined || passed.length === 0) return;
  for (const { key, check } of aimsOf(commandInFolder(session, item.run, command)).done)
    if (check !== undefined && passed.includes(check)) commands.set(key, item.index);
}

/** The next successes of what a failed call tried. A question is mended by the next one. */
function nextSuccesses(
  succeeded: Successes,
  index: SessionIndex,
  { call, run }: CallItem,
  command: string | undefined,
  checks: readonly NamedCheck[],
): number[] {
  if (command !== undefined) {
    const failed = checks.find(({ outcome }) => outcome === 'failed')?.name;
    const { exact, tried } = aimsOf(commandInFolder(index, run, command));
    const { keys } = tried.find(({ check }) => failed !== undefined && check === failed) ?? tried[0] ?? { keys: [] };
    return [exact, ...keys].flatMap((key) => succeeded.commands.get(key) ?? []);
  }
  const [touch] = touchesOf(call);
  if (touch !== undefined) {
    const path = filePath(index, run, touch.path);
    return [succeeded[touch.access === 'read' ? 'read' : 'change'].get(path) ?? []].flat();
  }
  return toolFamily(call.tool_name) === 'question' ? [succeeded.asked ?? []].flat() : [];
}

/** What a command tries, as keys that it shares with commands that try the same. */
interface CommandKeys {
  /** The very same command. */
  readonly exact: string;
  /** What a success achieves; `check` is the name of the check that achieves it. */
  readonly done: readonly { readonly key: string; readonly check: string | undefined }[];
  /** What would mend a failure, by part, the most important one first; a check of everything mends that of a part. */
  readonly tried: readonly { readonly keys: readonly string[]; readonly check: string | undefined }[];
}

const aimsOf = rememberAnswers((command): CommandKeys => {
  const exact = `run ${command.replace(/\s+/g, ' ')}`;
  const aims = commandAims(command);
  const doneBy = ({ aim, check, whole }: CommandAim): string[] => [`aim ${aim}`, ...(whole ? [`all ${check}`] : [])];
  return {
    exact,
    done: [
      { key: exact, check: undefined },
      ...aims.flatMap((each) => doneBy(each).map((key) => ({ key, check: each.check }))),
    ],
    tried: aims.map(({ aim, check }) => {
      return { check, keys: [`aim ${aim}`, ...(check === undefined ? [] : [`all ${check}`])] };
    }),
  };
});
