import { outcomeOf } from './facts/callOutcome.ts';
import type { TokenUsage } from './schema/itemParts.ts';
import type { Session, ToolCall } from './schema/std001v31.ts';
import { toMillis } from './toMillis.ts';

/** A figure of the session's own agent, and of all its subagents together: views write `131 +132`. */
export interface MainAndInner {
  readonly main: number;
  readonly inner: number;
}

/** Number of calls, and how many of them failed. */
export interface CallCounts {
  readonly calls: MainAndInner;
  /** Calls whose outcome is `failed`; denied, interrupted, cancelled and unanswered ones do not count. */
  readonly failed: MainAndInner;
}

/** The totals of a session, as every view of the kit shows them. */
export interface SessionTotals extends CallCounts {
  /** Tokens and cost by kind; a kind that the source does not state is absent. */
  readonly tokens: { readonly main: TokenUsage; readonly inner: TokenUsage };
  /**
   * From `created_at` to `completed_at`, in milliseconds, 0 or more; taken from the summary if either is no time. Undefined where the log
   * has no clock and states no length.
   */
  readonly durationMs: number | undefined;
  /** Messages of a person and of the agent itself. */
  readonly messages: number;
}

/** Computes a session's totals: the one source of its figures in lists, cards, comparisons and exports. */
export function totalsOf(session: Session): SessionTotals {
  const { tool_calls, sub_sessions, events, usage = {} } = session;
  const inner = sub_sessions.map((sub) => sub.tool_calls);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  return {
    calls: { main: tool_calls.length, inner: sum(inner.map(({ length }) => length)) },
    failed: { main: countFailed(tool_calls), inner: sum(inner.map(countFailed)) },
    tokens: { main: usage, inner: sub_sessions.reduce((all, sub) => addUsage(all, sub.usage ?? {}), {}) },
    durationMs: isLengthInferred(session) && !hasClock(session) ? undefined : lengthOf(session),
    messages: events.filter((event) => event.type === 'message' && event.role !== 'system').length,
  };
}

/**
 * Whether a log has times. If not, its items only have an order: their times are laid end to end from the known durations, and no view
 * shows them.
 */
export function hasClock(session: Session): boolean {
  if (session.inferred?.includes('completed_at') !== true) return true;
  return [session, ...session.sub_sessions].some(
    ({ tool_calls, events }) =>
      events.some(({ at }) => at !== undefined) ||
      tool_calls.some(({ inferred }) => inferred?.includes('started_at') !== true),
  );
}

function isLengthInferred({ inferred }: Session): boolean {
  return inferred?.includes('summary.total_duration_ms') === true;
}

function lengthOf({
  created_at,
  completed_at,
  summary,
}: Pick<Session, 'created_at' | 'completed_at' | 'summary'>): number {
  const [start, end] = [toMillis(created_at), toMillis(completed_at)];
  return start === undefined || end === undefined ? summary.total_duration_ms : Math.max(end - start, 0);
}

/** A length in milliseconds as clocks show it: from a minute on without the part of a second that has not passed. */
export function clockLength(ms: number): number {
  return ms < 60_000 ? ms : ms - (ms % 1000);
}

/** Sum of main and subagents. */
export function sumOf({ main, inner }: MainAndInner): number {
  return main + inner;
}

/** Writes `131 +132`; only `131` where the subagents have none. */
export function writeMainAndInner({ main, inner }: MainAndInner, write: (value: number) => string): string {
  return inner === 0 ? write(main) : `${write(main)} +${write(inner)}`;
}

/** Tokens of one kind of main agent and subagents; undefined where neither states them. */
export function tokensOfKind(
  { main, inner }: SessionTotals['tokens'],
  kind: keyof TokenUsage & string,
): MainAndInner | undefined {
  const [own, theirs] = [main[kind], inner[kind]];
  if (typeof own !== 'number' && typeof theirs !== 'number') return undefined;
  return { main: typeof own === 'number' ? own : 0, inner: typeof theirs === 'number' ? theirs : 0 };
}

/**
 * Tokens that a model had not seen before: input, cache writes and output; the stated total where a source gives only that. Excludes cache
 * reads, which repeat the same tokens with every request. Undefined where the source states none of them.
 */
export function newTokens({ input, output, cache_write, total }: TokenUsage): number | undefined {
  if (input === undefined && output === undefined && cache_write === undefined) return total;
  return (input ?? 0) + (output ?? 0) + (cache_write ?? 0);
}

const kinds = ['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'total', 'cost_usd'] as const;

/** Adds usage by kind; a kind that neither side has stays absent. No sum is infinite, because JSON cannot express that. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const sum: TokenUsage = {};
  for (const kind of kinds) {
    const [left, right] = [a[kind], b[kind]];
    if (left !== undefined || right !== undefined) sum[kind] = Math.min((left ?? 0) + (right ?? 0), Number.MAX_VALUE);
  }
  return sum;
}

/** Usage without a part that was added to it before. */
export function subtractUsage(sum: TokenUsage, part: TokenUsage): TokenUsage {
  const rest = { ...sum };
  for (const kind of kinds) if (rest[kind] !== undefined) rest[kind] = Math.max(0, rest[kind] - (part[kind] ?? 0));
  return rest;
}

function countFailed(calls: readonly ToolCall[]): number {
  return calls.filter((call) => outcomeOf(call) === 'failed').length;
}
