import { outcomeOf } from '../session/facts/callOutcome.ts';
import type { SessionEntry, SessionEvent, SessionHead, SubSession, TokenUsage, ToolCall } from '../session/index.ts';
import { addUsage, newTokens } from '../session/internal.ts';
import { defaultIdle } from './indexSession.ts';
import { beginsSession } from './judgeItem.ts';
import { parseTime, steadyTimes } from './times.ts';

/** Figures of a session for lists and overviews, beside its counts. */
export type EntryFigures = Pick<
  SessionEntry,
  'active_ms' | 'tokens' | 'cost_usd' | 'models' | 'failing_tools' | 'longest_call'
>;

/** When the items of a run began, and how long they took, in milliseconds; NaN where that is unknown. */
interface RunTimes {
  readonly seqs: number[];
  readonly starts: number[];
  readonly lengths: number[];
  /** Whether each item can begin the session, as `beginsSession` says. */
  readonly begins: boolean[];
}

/** Tokens by the model that a response names; by '' where it names none. */
type Usages = Map<string, TokenUsage>;

/** Collects the figures of a session while its items pass by. */
export class FigureCollector {
  private readonly main: RunTimes = { seqs: [], starts: [], lengths: [], begins: [] };
  private readonly inner: { times: RunTimes; startedAt: string }[] = [];
  private isTimed = false;
  private readonly failures = new Map<string, number>();
  private readonly own: Usages = new Map();
  private readonly inners: Usages = new Map();
  private longest: { tool: string; ms: number } | undefined;

  /** Notes a call of the session's own agent. */
  call(call: ToolCall): void {
    this.noteCall(call, this.main);
  }

  /** Notes an event of the session's own agent. */
  event(event: SessionEvent): void {
    this.isTimed ||= event.at !== undefined;
    noteEvent(event, this.main, this.own);
  }

  /** Notes the run of a subagent. */
  subSession({ tool_calls, events, agent, usage, started_at }: SubSession): void {
    const usages: Usages = new Map();
    const times: RunTimes = { seqs: [], starts: [], lengths: [], begins: [] };
    for (const call of tool_calls) this.noteCall(call, times);
    for (const event of events) noteEvent(event, times, usages);
    this.isTimed ||= events.some(({ at }) => at !== undefined);
    this.inner.push({ times, startedAt: started_at });
    for (const [model, each] of usagesOf(usages, usage, agent.model_id)) add(this.inners, model, each);
  }

  private noteCall(call: ToolCall, times: RunTimes): void {
    const { tool_name: tool, duration_ms: ms } = call;
    noteTime(times, call.seq, call.started_at, ms, true);
    this.isTimed ||= call.inferred?.includes('started_at') !== true;
    if (outcomeOf(call) === 'failed') this.failures.set(tool, (this.failures.get(tool) ?? 0) + 1);
    if (ms > (this.longest?.ms ?? 0)) this.longest = { tool, ms };
  }

  /** The figures of all that was noted; `durationMs` is the session's length, undefined where its log has no clock. */
  figures(
    { agent, usage, created_at, inferred }: Pick<SessionHead, 'agent' | 'usage' | 'created_at' | 'inferred'>,
    durationMs: number | undefined,
  ): EntryFigures {
    // As `hasClock` of a whole session.
    const hasClock = this.isTimed || inferred?.includes('completed_at') !== true;
    const usages = usagesOf(this.own, usage, agent.model_id);
    for (const [model, each] of this.inners) add(usages, model, each);
    const all = [...usages.values()].reduce((sum, each) => addUsage(sum, each), {});
    const tokens = newTokens(all);
    const failing = [...this.failures].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    return {
      ...(durationMs === undefined || !hasClock ? {} : { active_ms: this.activeMs(created_at) }),
      ...(tokens === undefined ? {} : { tokens }),
      ...(all.cost_usd === undefined ? {} : { cost_usd: all.cost_usd }),
      ...(usages.size === 0
        ? {}
        : { models: Array.from(usages, ([model, { reasoning: _, ...each }]) => ({ model, ...each })) }),
      ...(failing.length === 0 ? {} : { failing_tools: failing.map(([tool, n]) => ({ tool, n })) }),
      ...(this.longest === undefined ? {} : { longest_call: this.longest }),
    };
  }

  /** The length without what is idle, in milliseconds; as an index of the session has it. */
  private activeMs(createdAt: string): number {
    const spans = [
      ...spansOf(this.main, createdAt),
      ...this.inner.flatMap(({ times, startedAt }) => spansOf(times, startedAt)),
    ].sort((a, b) => a.start - b.start);
    // What lies before the beginning counts as if it happened then.
    const origin = (spans.find(({ begins }) => begins) ?? spans[0])?.start ?? 0;
    let active = 0;
    let busyUntil = Number.NEGATIVE_INFINITY;
    for (const { lengthMs, ...span } of spans) {
      const start = Math.max(span.start, origin);
      const end = start + lengthMs;
      const from = start - busyUntil > defaultIdle.thresholdMs ? start : busyUntil;
      active += Math.max(end, from) - from;
      busyUntil = Math.max(busyUntil, end);
    }
    return active;
  }
}

function noteEvent(event: SessionEvent, times: RunTimes, usages: Usages): void {
  noteTime(times, event.seq, event.at, 0, beginsSession({ is: 'event', event }));
  if (event.type === 'usage') add(usages, event.model ?? '', event.usage);
}

function noteTime(
  { seqs, starts, lengths, begins }: RunTimes,
  seq: number | undefined,
  at: string | undefined,
  ms: number,
  isBeginning: boolean,
): void {
  seqs.push(seq ?? seqs.length);
  starts.push(at === undefined ? Number.NaN : parseTime(at));
  lengths.push(ms);
  begins.push(isBeginning);
}

interface Span {
  readonly start: number;
  readonly lengthMs: number;
  readonly begins: boolean;
}

/** When each item of a run began and how long it took, in their order. */
function spansOf({ seqs, starts, lengths, begins }: RunTimes, begun: string): Span[] {
  const order = [...seqs.keys()].sort((a, b) => (seqs[a] as number) - (seqs[b] as number));
  const times = Float64Array.from(order, (at) => starts[at] as number);
  steadyTimes(times, parseTime(begun));
  return order.map((at, n) => ({
    start: times[n] as number,
    lengthMs: lengths[at] as number,
    begins: begins[at] === true,
  }));
}

/** Tokens of a run by model. What the source states for the whole run counts, by its model, where it differs from its responses. */
function usagesOf(usages: Usages, stated: TokenUsage | undefined, model = 'unknown'): Usages {
  const named: Usages = new Map();
  for (const [each, usage] of usages) add(named, each === '' ? model : each, usage);
  if (stated === undefined) return named;
  const sum = [...named.values()].reduce((all, each) => addUsage(all, each), {});
  const kinds = ['input', 'output', 'cache_read', 'cache_write', 'total', 'cost_usd'] as const;
  return kinds.every((kind) => sum[kind] === stated[kind]) ? named : new Map([[model, stated]]);
}

function add(usages: Usages, model: string, usage: TokenUsage): void {
  usages.set(model, addUsage(usages.get(model) ?? {}, usage));
}
