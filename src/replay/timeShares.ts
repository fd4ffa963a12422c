import { toolFacts } from '../session/facts/toolFacts.ts';
import { isPrompt } from './judgeItem.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import type { EventItem, ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';

/** The party that a session was waiting for. */
export const timeHolders = ['tools', 'agents', 'person', 'model'] as const;

export type TimeHolder = (typeof timeHolders)[number];

/**
 * Where the time of a session went, in milliseconds; the four parts add up to the whole. Of parallel activities the first of these counts:
 * a tool of the session's own agent ran; subagents were at work; nothing happened until a person wrote or answered; otherwise the model was
 * thinking or writing.
 */
export interface TimeShares extends Readonly<Record<TimeHolder, number>> {
  readonly total: number;
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
  for (const { holder, from, to } of timeSpans(index)) shares[holder] += to - from;
  return shares;
});

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
    const at = Math.min(...edges.map(nextEdge));
    close(Math.min(at, total));
    if (at > total) return spans;
    for (const each of edges) {
      while ((each.begins[each.begun] ?? Number.POSITIVE_INFINITY) <= at) each.begun += 1;
      while ((each.ends[each.ended] ?? Number.POSITIVE_INFINITY) <= at) each.ended += 1;
    }
  }
});

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

/** Tells when tools ran, subagents worked, and a person was waited for. A call without a result has an unknown duration and does not count. */
function* eachBusy(
  { items, runs, starts, ends }: SessionIndex,
  tell: (holder: Busy, from: number, to: number) => void,
): Generator<undefined, void> {
  for (const { start, end } of runs.slice(1)) tell('agents', start, end);
  let restedFrom: number | undefined;
  for (const [n, at] of (runs[0]?.items ?? new Uint32Array()).entries()) {
    if (n % itemsPerStep === 0) yield;
    const item = items[at] as ReplayItem;
    const from = starts[at] as number;
    if (item.is === 'call') {
      const to = ends[at] as number;
      if (Number.isFinite(to)) tell(holderOf(item.call.tool_name), from, to);
      restedFrom = Math.max(restedFrom ?? 0, Number.isFinite(to) ? to : from);
    } else if (isPrompt(item)) {
      const waits = restedFrom !== undefined && item.event.type === 'message' && item.event.origin !== 'queued';
      if (waits) tell('person', restedFrom as number, from);
      // A command is for the program: until the model acts, it is still the person's turn.
      restedFrom = item.event.type === 'message' && item.event.origin === 'command' ? from : undefined;
    } else if (isModelsOwn(item)) {
      restedFrom = Math.max(restedFrom ?? 0, from);
    }
  }
}

/** Whether a model said or thought it. What a program says in the model's name (`No response requested.`) does not count. */
function isModelsOwn({ event }: EventItem): boolean {
  return (
    event.type === 'thinking' || (event.type === 'message' && event.role === 'assistant' && event.origin === undefined)
  );
}

function holderOf(tool: string): Busy {
  const { delegates, continues, family } = toolFacts(tool);
  if (delegates === true || (continues === true && family === 'agent')) return 'agents';
  return family === 'question' || tool.toLowerCase().replaceAll('_', '') === 'exitplanmode' ? 'person' : 'tools';
}
