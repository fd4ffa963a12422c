import { toolFacts } from '../session/facts/toolFacts.ts';
import type { ToolCall } from '../session/index.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { type EventItem, isModelsOwn, isPrompt, outcomeOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';
import { parseTime } from './times.ts';

/** The party that a session was waiting for. */
export const timeHolders = ['tools', 'agents', 'person', 'model'] as const;

export type TimeHolder = (typeof timeHolders)[number];

/**
 * Where the time of a session went, in milliseconds; the four parts add up to the whole. Of parallel activities the first of these counts:
 * a tool of the session's own agent ran; subagents were at work; nothing happened until a person wrote, answered or allowed a call, or
 * closed the session after the last answer, or for longer than ten minutes after the model or an error spoke last; otherwise the model was
 * thinking or writing. A reply ends where its tokens are counted.
 */
export interface TimeShares extends Readonly<Record<TimeHolder, number>> {
  readonly total: number;
  /** Of `model`, the time from one attempt to reach the model to the next, with the pauses between them; absent where there were none. */
  readonly retrying?: number;
  /** How long after its last item the session ended, as the log states it; no part of `total`. Absent where it states no later end, or less than a second. */
  readonly after?: number;
  /** The log times prompts alone: all of the time counts as the person's, though it does not say so. Absent where it times more. */
  readonly promptsAlone?: true;
}

/** A part of the session's time that counts for one party. */
export interface TimeSpan {
  readonly holder: TimeHolder;
  readonly from: SessionMs;
  readonly to: SessionMs;
}

/** Adds up the {@link timeSpans} of a session. */
export const timeShares = memoize((index: SessionIndex): TimeShares => {
  const shares = { tools: 0, agents: 0, person: 0, model: 0, total: index.axes.full.duration as number };
  const retries = retryGaps(index);
  let retrying = 0;
  for (const { holder, from, to } of timeSpans(index)) {
    shares[holder] += to - from;
    if (holder !== 'model') continue;
    for (const gap of retries) retrying += Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from));
  }
  const after = afterLast(index);
  return {
    ...shares,
    ...(retrying === 0 ? {} : { retrying }),
    ...(after === undefined ? {} : { after }),
    ...(index.items.some(isTimedWork) ? {} : { promptsAlone: true as const }),
  };
});

function afterLast({ session, axes: { full } }: SessionIndex): number | undefined {
  const isInferred = (field: string): boolean => session.inferred?.includes(field) === true;
  if (isInferred('completed_at') && isInferred('summary.total_duration_ms')) return undefined;
  const after = parseTime(session.completed_at) - full.toWall(full.duration);
  return after >= 1000 ? after : undefined;
}

/** The times from one retry of the session's own agent to the next, where nothing else was said or done between them. */
function retryGaps({ items, runs, starts }: SessionIndex): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let last: number | undefined;
  for (const at of runs[0]?.items ?? []) {
    const item = items[at] as ReplayItem;
    if (item.is === 'event' && item.event.type === 'notice') {
      if (item.event.kind !== 'retry') continue;
      const to = starts[at] as number;
      if (last !== undefined) gaps.push({ from: last, to });
      last = to;
    } else last = undefined;
  }
  return gaps;
}

/** The whole of a session as consecutive spans; empty where it took no time. */
export const timeSpans = memoizeSteps(function* (index: SessionIndex): Generator<undefined, readonly TimeSpan[]> {
  const total = index.axes.full.duration;
  const edges = yield* busyEdges(index, total);
  const spans: { holder: TimeHolder; from: SessionMs; to: SessionMs }[] = [];
  let from = 0;
  const close = (to: number): void => {
    if (to <= from) return;
    const holder = edges.find(({ begun, ended }) => begun > ended)?.holder ?? 'model';
    const last = spans.at(-1);
    if (last?.holder === holder) last.to = sessionMs(to);
    else spans.push({ holder, from: sessionMs(from), to: sessionMs(to) });
    from = to;
  };
  for (let count = 1; ; count += 1) {
    if (count % itemsPerStep === 0) yield;
    let at = Number.POSITIVE_INFINITY;
    for (const each of edges) at = Math.min(at, nextEdge(each));
    close(Math.min(at, total));
    if (at > total) return spans;
    for (const each of edges) {
      while ((each.begins[each.begun] ?? Number.POSITIVE_INFINITY) <= at) each.begun += 1;
      while ((each.ends[each.ended] ?? Number.POSITIVE_INFINITY) <= at) each.ended += 1;
    }
  }
});

/** Whether the log says when an agent said or did something, or for how long. */
function isTimedWork(item: ReplayItem): boolean {
  if (item.is === 'call') return item.call.inferred?.includes('duration_ms') !== true;
  return item.event.at !== undefined && !isPrompt(item);
}

type Busy = Exclude<TimeHolder, 'model'>;

/** When something of one kind began and ended, each ascending, and how many of both have been passed. */
interface Edges {
  readonly holder: Busy;
  readonly begins: Float64Array;
  readonly ends: Float64Array;
  begun: number;
  ended: number;
}

/** The next moment at which something of a kind begins or ends; Infinity after the last one. */
function nextEdge({ begins, ends, begun, ended }: Edges): number {
  return Math.min(begins[begun] ?? Number.POSITIVE_INFINITY, ends[ended] ?? Number.POSITIVE_INFINITY);
}

/** The edges of what tools, subagents and a person did, in the order in which they count. */
function* busyEdges(index: SessionIndex, total: number): Generator<undefined, Edges[]> {
  const times: Record<Busy, { begins: number[]; ends: number[] }> = {
    tools: { begins: [], ends: [] },
    agents: { begins: [], ends: [] },
    person: { begins: [], ends: [] },
  };
  yield* eachBusy(index, (holder, from, to) => {
    const end = Math.min(to, total);
    if (end <= from) return;
    times[holder].begins.push(from);
    times[holder].ends.push(end);
  });
  const edges: Edges[] = [];
  for (const holder of ['tools', 'agents', 'person'] as const) {
    const begins = Float64Array.from(times[holder].begins).sort();
    yield;
    const ends = Float64Array.from(times[holder].ends).sort();
    yield;
    edges.push({ holder, begins, ends, begun: 0, ended: 0 });
  }
  return edges;
}

/** A silence longer than this is no work of a model or a subagent; in milliseconds. */
const longestThought = 10 * 60_000;

/** Reports when tools ran, subagents worked, and a person was waited for. A call without a result has an unknown duration and does not count. */
function* eachBusy(
  index: SessionIndex,
  report: (holder: Busy, from: number, to: number) => void,
): Generator<undefined, void> {
  for (const { items } of index.runs.slice(1)) yield* eachSpan(index, items, (from, to) => report('agents', from, to));
  const { items, runs, starts, ends } = index;
  /** Since when it may be the person's turn: the session's agent has said or done something since the last prompt. */
  let restedFrom: number | undefined;
  /** Since when nobody is known to be at work: a model has spoken last, or the agent has reported an error. */
  let silentFrom: number | undefined;
  let promptAt: number | undefined;
  /** Whether the agent has given its turn back: it said something, or stopped, and did nothing since. */
  let isAnswered = false;
  const pause = (until: number): void => {
    if (silentFrom !== undefined && until - silentFrom > longestThought) report('person', silentFrom, until);
  };
  for (const [n, at] of (runs[0]?.items ?? new Uint32Array()).entries()) {
    if (n % itemsPerStep === 0) yield;
    const item = items[at] as ReplayItem;
    const from = starts[at] as number;
    if (item.is === 'call') {
      const to = ends[at] as number;
      pause(from);
      if (Number.isFinite(to)) reportCall(item.call, from, to, report);
      restedFrom = Math.max(restedFrom ?? 0, Number.isFinite(to) ? to : from);
      silentFrom = undefined;
      isAnswered = false;
    } else if (isPrompt(item)) {
      const origin = item.event.type === 'message' ? item.event.origin : undefined;
      const since = restedFrom ?? promptAt;
      if (since !== undefined && origin !== 'queued') report('person', since, from);
      // A command is for the program: until the model acts, it is still the person's turn.
      restedFrom = origin === 'command' ? from : undefined;
      silentFrom = undefined;
      promptAt = from;
      isAnswered = false;
    } else if (isModelsOwn(item) || endsTurn(item)) {
      pause(from);
      restedFrom = Math.max(restedFrom ?? 0, from);
      silentFrom = from;
      isAnswered = item.event.type !== 'thinking';
    } else if (item.event.type === 'usage' && restedFrom !== undefined) {
      // A log that says when a reply began has its tokens where it ended.
      const isReplyEnd = item.event.usage.output !== 0 && from - restedFrom <= longestThought;
      if (isReplyEnd) restedFrom = Math.max(restedFrom, from);
    }
  }
  pause(index.axes.full.duration);
  if (isAnswered && restedFrom !== undefined) report('person', restedFrom, index.axes.full.duration);
}

/** Reports whom a call kept busy; while a person was asked to allow it, that was they. */
function reportCall(
  call: ToolCall,
  from: number,
  to: number,
  report: (holder: Busy, from: number, to: number) => void,
): void {
  const holder = holderOf(call);
  const { approval } = call;
  if (approval === undefined) {
    report(holder, from, to);
    return;
  }
  const begun = parseTime(call.started_at);
  const within = (time: string): number => Math.min(Math.max(from + parseTime(time) - begun, from), to);
  const [asked, answered] = [within(approval.asked_at), within(approval.answered_at)];
  if (!(asked <= answered)) {
    report(holder, from, to);
    return;
  }
  report(holder, from, asked);
  report('person', asked, answered);
  report(holder, answered, to);
}

/** The spans in which the items of a subagent follow each other; one that was resumed did nothing between. */
function* eachSpan(
  { starts, ends }: SessionIndex,
  items: Uint32Array,
  report: (from: number, to: number) => void,
): Generator<undefined, void> {
  let from: number | undefined;
  let until = 0;
  for (const [n, at] of items.entries()) {
    if (n % itemsPerStep === itemsPerStep - 1) yield;
    const start = starts[at] as number;
    const end = ends[at] as number;
    if (from !== undefined && start - until > longestThought) {
      report(from, until);
      from = undefined;
    }
    until = from === undefined ? start : Math.max(until, start);
    from ??= start;
    if (Number.isFinite(end)) until = Math.max(until, end);
  }
  if (from !== undefined) report(from, until);
}

/** Whether the agent has stopped: an error, a usage limit, an interruption. */
function endsTurn({ event }: EventItem): boolean {
  return (
    event.type === 'notice' && (event.kind === 'api_error' || event.kind === 'error' || event.kind === 'interruption')
  );
}

/** Who was waited for in a call; for one that was not allowed, the person who was asked. */
function holderOf(call: ToolCall): Busy {
  const { delegates, continues, asks, family } = toolFacts(call.tool_name);
  if (outcomeOf(call) === 'denied') return 'person';
  if (delegates === true || (continues === true && family === 'agent')) return 'agents';
  return asks === true ? 'person' : 'tools';
}
