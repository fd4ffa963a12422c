import type { Outcome } from '../../session/index.ts';

/** What a list shows of a session, as the index of converted sessions has it (`data/sessions/index/sessions.json`). */
export interface SessionEntry {
  readonly session_id: string;
  readonly task_title: string;
  /** `success`, `failed` or `in_progress`. */
  readonly status: string;
  /** Finer than the status, where the source says it. */
  readonly outcome?: string | undefined;
  /** ISO 8601; absent where nothing tells when it was. */
  readonly created_at?: string | undefined;
  /** Absent where the log tells no end and no length. */
  readonly total_duration_ms?: number | undefined;
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
