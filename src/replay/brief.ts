import { isLoneCommand, wordsOfPerson } from '../session/facts/eventText.ts';
import { toolFacts } from '../session/facts/toolFacts.ts';
import type { Session, ToolCall } from '../session/index.ts';
import { isJsonObject, newTokens, type SessionTotals } from '../session/internal.ts';
import { type CheckRun, type CheckRuns, type FailureFates, type FailureGroup, judgedCalls } from './briefFailures.ts';
import { type ChangedFiles, changedFiles } from './briefFiles.ts';
import { lineChangesSteps } from './callFigures.ts';
import { checklistAt } from './folds/checklistAt.ts';
import { filesSteps } from './folds/filesAt.ts';
import { memoize } from './memoize.ts';
import { endOf, positionOf } from './position.ts';
import { type CallItem, isCommand, isModelsOwn, outcomeOf, type ReplayItem } from './replayItem.ts';
import { totalsOfIndex } from './selectors.ts';
import { type BrokenEnd, brokenEnd, type SessionEnd, sessionEnd } from './sessionEnd.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish, itemsPerStep } from './slices.ts';
import { type TimeShares, timeShares, timeSpans } from './timeShares.ts';

/** Positions in `SessionIndex.items`, ascending. */
type Items = readonly number[];

/** The subagents of one type that were started. */
export interface BriefAgent {
  /** Undefined where the source names no type. */
  readonly name: string | undefined;
  /** The call that started each, where it is known, else the first item of its run; in order of time. */
  readonly items: Items;
  /** Positions in `SessionIndex.runs`; fewer than were started where a log lacks what some of them did. */
  readonly runs: readonly number[];
  readonly calls: number;
  /** The source names no type; this is what the agent's program starts by default. */
  readonly inferred: boolean;
  /** How often the session waited for agents whose start is not in the log; `items` are those calls. */
  readonly waits: number;
}

/** The tokens of subagents. */
export interface AgentTokens {
  /** Their part of the session's new tokens (`newTokens` of `totals.tokens.inner`); undefined where the log gives none of them. */
  readonly added: number | undefined;
  /** How many of the agents started have tokens that `totals` does not hold, because the log does not give them. */
  readonly uncounted: number;
  /** What the results of some of these say that they used, added up; no part of `totals`. Undefined where none says it. */
  readonly stated: number | undefined;
}

/** What a session has left open. */
export interface OpenEnds {
  /** Calls without a result. */
  readonly unanswered: Items;
  /** Where the session broke off: an interruption, an error, a last call without a last word. */
  readonly brokeOff: BrokenEnd | undefined;
  /** The last prompt, if the agent said nothing after it. */
  readonly prompt: number | undefined;
  /** The last run of a check, where it failed. */
  readonly check: { readonly item: number; readonly name: string } | undefined;
  /** Unfinished items of the last checklist; absent where there is no checklist, or all its items are done. */
  readonly checklist: { readonly open: number; readonly all: number; readonly item: number } | undefined;
  /** The last answer, where it ends with a question: it is the person's turn. */
  readonly question: number | undefined;
}

/** A session on one page. Every figure comes with the items that it counts; nothing is guessed or written by a model. */
export interface SessionBrief {
  /** The prompts of a person, and the commands (`/compact`) they gave; `first` is what the session is about. */
  readonly asked: {
    readonly prompts: Items;
    readonly commands: Items;
    readonly first: number | undefined;
    /** What the person wrote in it, without the frame that a known program put around it; undefined where it is no text. */
    readonly text: string | undefined;
    /** The last prompt, or command that the agent answered to; undefined where that is `first`. */
    readonly last: number | undefined;
  };
  /** The last message of the session's agent after the last prompt. */
  readonly answered: number | undefined;
  readonly end: SessionEnd;
  /** Whether the log has any tool calls; without them it tells of no change, check or failure. */
  readonly hasCalls: boolean;
  readonly changed: ChangedFiles;
  /** The most frequent first, then what is not mended, then what is; what is no failure by itself comes last. */
  readonly broke: readonly FailureGroup[];
  readonly fates: FailureFates;
  /** Most frequent first. */
  readonly checks: readonly CheckRuns[];
  /** Number of failed checks that `broke` does not hold: what they printed shows it, while the calls themselves did not fail. */
  readonly hiddenChecks: number;
  readonly time: TimeShares;
  readonly totals: SessionTotals;
  readonly compactions: Items;
  /** Most calls first. */
  readonly agents: readonly BriefAgent[];
  /** Who took part in a session of several agents, as the log's head names them; their work is not separated from that of the session's own agent. */
  readonly participants: readonly string[];
  readonly agentTokens: AgentTokens;
  readonly open: OpenEnds;
}

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
  const changed = yield* changedFiles(index, yield* lineChangesSteps(index));
  yield;
  const { groups, fates, checks, hiddenChecks } = yield* judgedCalls(index);
  yield* timeSpans.steps(index);
  const time = timeShares(index);
  yield;
  const asked = askedIn(index);
  const end = sessionEnd(index);
  yield;
  const totals = totalsOfIndex(index);
  yield;
  const agents = agentsIn(index);
  const agentTokens = agentTokensIn(index, totals, agents);
  yield;
  // The checklist is folded over the whole session.
  for (let at = itemsPerStep; at < index.items.length; at += itemsPerStep) {
    checklistAt(index, positionOf(index, at));
    yield;
  }
  const open = openEnds(index, checks, end);
  yield;
  kept.brief = {
    asked,
    answered: end.answer,
    end,
    hasCalls: index.landmarks.call.length > 0,
    changed,
    broke: groups,
    fates,
    checks,
    hiddenChecks,
    time,
    totals,
    compactions: [...index.landmarks.compaction],
    agents,
    participants: participantsOf(index.session),
    agentTokens,
    open,
  };
  return kept.brief;
}

const made = memoize((_: SessionIndex): { brief?: SessionBrief } => ({}));

function askedIn(index: SessionIndex): SessionBrief['asked'] {
  const { items, landmarks } = index;
  const prompts = [...landmarks.prompt];
  const isGiven = (at: number): boolean => isCommand(items[at]);
  const first = firstAsked(index);
  return {
    prompts: prompts.filter((at) => !isGiven(at)),
    commands: prompts.filter(isGiven),
    first,
    text: textOf(first === undefined ? undefined : items[first]),
    last: lastAsked(index, first),
  };
}

function lastAsked({ items, landmarks }: SessionIndex, first: number | undefined): number | undefined {
  let until = items.length;
  const last = landmarks.prompt.findLast((at) => {
    const answered = items
      .slice(at + 1, until)
      .some((item) => item.is === 'event' && item.run === 0 && isModelsOwn(item));
    until = at;
    return answered || !isCommand(items[at]);
  });
  return last !== undefined && first !== undefined && last > first ? last : undefined;
}

function textOf(item: ReplayItem | undefined): string | undefined {
  return item?.is === 'event' && item.event.type === 'message' ? wordsOfPerson(item.event.text) : undefined;
}

/** The first prompt, or command with arguments, that no rewind left behind; else whatever was asked first. */
function firstAsked({ items, landmarks }: SessionIndex): number | undefined {
  const says = (at: number): boolean => {
    const item = items[at];
    if (item?.is !== 'event' || item.event.type !== 'message' || item.event.branch === 'abandoned') return false;
    const text = item.event.text.trim();
    return /\S\s+\S/.test(text) || !(isCommand(item) || isLoneCommand(text));
  };
  return landmarks.prompt.find(says) ?? landmarks.prompt[0];
}

interface AgentCount {
  readonly items: number[];
  readonly runs: number[];
  calls: number;
  inferred: boolean;
  waits: number;
}

function agentsIn({ runs, items, landmarks }: SessionIndex): BriefAgent[] {
  const agents = new Map<string | undefined, AgentCount>();
  const agentOf = (name: string | undefined): AgentCount => {
    const known = agents.get(name) ?? { items: [], runs: [], calls: 0, inferred: false, waits: 0 };
    agents.set(name, known);
    return known;
  };
  const started = new Set<number>();
  const withRun = new Set<string>();
  for (const run of runs.slice(1).sort((a, b) => a.start - b.start || a.index - b.index)) {
    const agent = agentOf(run.agent);
    const item = run.trigger?.index ?? run.items[0];
    if (item !== undefined) agent.items.push(item);
    agent.runs.push(run.index);
    agent.calls += run.landmarks.call.length;
    agent.inferred ||= isTypeInferred(run.trigger?.call);
    if (run.trigger !== undefined) started.add(run.trigger.index);
    withRun.add(run.id);
  }
  const waits: number[] = [];
  for (const at of landmarks.call) {
    const { call } = items[at] as CallItem;
    const { delegates, continues, family } = toolFacts(call.tool_name);
    if (continues === true && family === 'agent') waits.push(at);
    if (started.has(at) || delegates !== true || outcomeOf(call) === 'denied') continue;
    const info = call.subagent_info;
    const agent = agentOf(info?.subagent_type);
    agent.items.push(at);
    agent.inferred ||= isTypeInferred(call);
    // An agent that is resumed has one run, which holds the calls of all its turns.
    if (info?.sub_session_id === undefined || !withRun.has(info.sub_session_id)) agent.calls += info?.tool_uses ?? 0;
  }
  if (agents.size === 0 && waits.length > 0) {
    const unnamed = agentOf(undefined);
    for (const at of waits) unnamed.items.push(at);
    unnamed.waits = waits.length;
  }
  const found = [...agents].map(([name, each]) => ({ name, ...each, items: each.items.sort((a, b) => a - b) }));
  return found.sort((a, b) => b.calls - a.calls);
}

function participantsOf({ collaboration }: Session): string[] {
  const participants: unknown = collaboration?.participants;
  if (!Array.isArray(participants)) return [];
  return participants.filter(isJsonObject).flatMap(({ agent_type, agent_id }) => {
    const name = [agent_type, agent_id].find((each) => typeof each === 'string' && each.trim() !== '');
    return typeof name === 'string' ? name : [];
  });
}

function agentTokensIn(index: SessionIndex, totals: SessionTotals, agents: readonly BriefAgent[]): AgentTokens {
  const { runs, items } = index;
  const counted = runs.slice(1).filter(({ subSession }) => newTokens(subSession?.usage ?? {}) !== undefined);
  const triggers = new Set(counted.map(({ trigger }) => trigger?.index));
  const started = agents.reduce((sum, { items: own, waits }) => sum + (waits > 0 ? 0 : own.length), 0);
  const stated = agents.flatMap(({ items: own }) =>
    own.flatMap((at) => {
      const item = items[at];
      const used = item?.is === 'call' && !triggers.has(at) ? item.call.subagent_info?.tokens_used : undefined;
      return used ?? [];
    }),
  );
  return {
    added: newTokens(totals.tokens.inner),
    uncounted: Math.max(0, started - counted.length),
    stated: stated.length === 0 ? undefined : stated.reduce((sum, used) => sum + used, 0),
  };
}

function isTypeInferred(call: ToolCall | undefined): boolean {
  return call?.inferred?.includes('subagent_info.subagent_type') === true;
}

/** Whether a check ran later than another; of those that one call ran, a failed one comes last. */
function isLater(one: CheckRun, other: CheckRun): boolean {
  return one.item > other.item || (one.item === other.item && one.outcome === 'failed');
}

function openEnds(index: SessionIndex, checks: readonly CheckRuns[], end: SessionEnd): OpenEnds {
  const { items, landmarks } = index;
  const unanswered = [...landmarks.call].filter((at) => outcomeOf((items[at] as CallItem).call) === 'unanswered');
  const lastRuns = checks.map(({ name, runs }) => ({ name, ...(runs.at(-1) as CheckRun) }));
  const check = lastRuns.reduce<(typeof lastRuns)[number] | undefined>(
    (latest, each) => (latest === undefined || isLater(each, latest) ? each : latest),
    undefined,
  );
  const checklist = checklistAt(index, endOf(index));
  const entries = checklist?.plan.items ?? [];
  const open = entries.filter(({ status }) => status !== 'completed').length;
  return {
    unanswered,
    brokeOff: brokenEnd(end),
    prompt: end.prompt,
    check: check?.outcome === 'failed' ? { item: check.item, name: check.name } : undefined,
    checklist: checklist === undefined || open === 0 ? undefined : { open, all: entries.length, item: checklist.setBy },
    question: end.kind === 'answered' && asks(items[end.item ?? -1]) ? end.item : undefined,
  };
}

/** Whether a message ends with a question, behind which a quote or emphasis may close. */
function asks(item: ReplayItem | undefined): boolean {
  return (
    item?.is === 'event' &&
    item.event.type === 'message' &&
    /[?\uff1f][\s*_`"'\u201d\u2019)\uff09]{0,8}$/.test(item.event.text.trimEnd())
  );
}

/** The parts of a brief, in the order in which every view of it shows them: the page, the card in a list, the Markdown report. */
export const briefParts = [
  'asked',
  'answered',
  'open',
  'changed',
  'broke',
  'checks',
  'time',
  'tokens',
  'agents',
] as const;

/** A part of a brief. */
export type BriefPart = (typeof briefParts)[number];
