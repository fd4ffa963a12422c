import type { Outcome, TokenUsage } from '../schema/itemParts.ts';
import { toMillis } from '../toMillis.ts';

/** What a list shows of a session, as the index of converted sessions has it (`data/sessions/index/sessions.json`). */
export interface SessionEntry {
  readonly session_id: string;
  readonly task_title: string;
  /** `success`, `failed` or `in_progress`. */
  readonly status: string;
  /** Finer than the status, where the source says it. */
  readonly outcome?: string | undefined;
  /** ISO 8601; absent where nothing says when it was. */
  readonly created_at?: string | undefined;
  /** Absent where the log states no end and no length. */
  readonly total_duration_ms?: number | undefined;
  /** The main model; `unknown` where the log names none. */
  readonly model_id: string;
  /** Calls of the session's own agent. */
  readonly tool_calls_count: number;
  /** Calls of its subagents. @default 0 */
  readonly inner_tool_calls_count?: number | undefined;
  /** Calls of its own agent that failed; nothing is said where it is absent. @default 0 */
  readonly failed_calls_count?: number | undefined;
  /** Calls of its subagents that failed. @default 0 */
  readonly inner_failed_calls_count?: number | undefined;
  readonly source_format: string;
  /** Working folder of the agent; absent where the log does not state it. */
  readonly project?: string | undefined;
  /**
   * Milliseconds in which something happened: the length without the gaps that a replay squeezes. Absent where the log has no clock, and in
   * indexes of older kits.
   */
  readonly active_ms?: number | undefined;
  /** Tokens that a model had not seen before, over all agents of the session; absent where the source does not count them. */
  readonly tokens?: number | undefined;
  /** US dollars, where the source itself states them. */
  readonly cost_usd?: number | undefined;
  /** Whether only the beginning of its log was read: then its calls are not counted, and its outcome is unknown. @default false */
  readonly unread?: boolean | undefined;
  /** Tokens by model, over all agents of the session; they add up to `tokens`. */
  readonly models?: readonly ModelUsage[] | undefined;
  /** Tools of which calls failed, the most frequent first; they add up to the failed calls. */
  readonly failing_tools?: readonly { readonly tool: string; readonly n: number }[] | undefined;
  /** The call that took longest; in milliseconds. */
  readonly longest_call?: { readonly tool: string; readonly ms: number } | undefined;
  /** The beginning of the last answer of its own agent, in one line of at most 200 characters. */
  readonly answered?: string | undefined;
  /** Files that successful calls changed, and lines that they added and removed, as far as the log says; absent where none was changed. */
  readonly changed?: { readonly files: number; readonly added: number; readonly removed: number } | undefined;
}

/** Tokens of one model; `unknown` where the log names none. */
export interface ModelUsage
  extends Pick<TokenUsage, 'input' | 'output' | 'cache_read' | 'cache_write' | 'total' | 'cost_usd'> {
  readonly model: string;
}

/** The model of sessions whose log names none: STD-001 requires a name there. In old indexes it may be empty. */
export const unnamedModel = 'unknown';

/** The model by which a list counts a session. */
export function modelCounted(model: string): string {
  return model === '' ? unnamedModel : model;
}

/** The names, as rows have them, of the models that a query asks for. */
export function modelsAsked(models: readonly string[] | undefined): readonly string[] {
  if (models === undefined) return [];
  return models.includes(unnamedModel) ? [...models, ''] : models;
}

/** What became of a session, as a list says it. */
export type EntryOutcome = Outcome | 'running';

const outcomes: ReadonlySet<string> = new Set([
  'succeeded',
  'failed',
  'denied',
  'interrupted',
  'cancelled',
  'unanswered',
  'unknown',
] satisfies Outcome[]);

function isOutcome(text: string): text is Outcome {
  return outcomes.has(text);
}

/** What became of a session: its outcome, else what its status says. */
export function entryOutcome({ outcome, status }: SessionEntry): EntryOutcome {
  if (outcome !== undefined && isOutcome(outcome)) return outcome;
  if (status === 'in_progress') return 'running';
  return status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'unknown';
}

/** How many calls of a session failed, those of its subagents included; undefined where its index does not say. */
export function failuresOf(entry: SessionEntry): number | undefined {
  const { failed_calls_count: main, inner_failed_calls_count: inner } = entry;
  return main === undefined && inner === undefined ? undefined : (main ?? 0) + (inner ?? 0);
}

/** Active time of a session, else its length, in milliseconds; undefined where neither is known. */
export function lengthOfEntry({ active_ms, total_duration_ms }: SessionEntry): number | undefined {
  return active_ms ?? total_duration_ms;
}

/** 2^20 minutes after 1970, at the end of 1971. No agent is older: an earlier time is that of a clock which was never set. */
const FIRST_START = 2 ** 20 * 60_000;

/** Start of a session in milliseconds since 1970; undefined where it has no time, or one of a clock that was never set. */
export function startOf({ created_at }: Pick<SessionEntry, 'created_at'>): number | undefined {
  const at = toMillis(created_at ?? '');
  return at === undefined || at < FIRST_START ? undefined : at;
}
