import { outcomeOf } from '../../replay/judgeItem.ts';
import type { Session, ToolCall } from '../../session/index.ts';
import { elapsedMs } from '../shared/elapsedMs.ts';

/** The figures of a session that its card shows. */
export interface SessionFigures {
  /** From the first moment to the last, in milliseconds. */
  readonly durationMs: number;
  readonly calls: number;
  /** Calls inside subagents. */
  readonly innerCalls: number;
  /** Calls that failed, inner ones too. */
  readonly failed: number;
  /** What a person and the agent said. */
  readonly messages: number;
}

const hasFailed = (call: ToolCall): boolean => outcomeOf(call) === 'failed';

/** Counts the calls of a session. */
export function sessionFigures({
  tool_calls,
  sub_sessions,
  events,
  created_at,
  completed_at,
  summary,
}: Session): SessionFigures {
  const inner = sub_sessions.flatMap((sub) => sub.tool_calls);
  const span = elapsedMs(created_at, completed_at);
  return {
    durationMs: span === undefined ? summary.total_duration_ms : Math.max(span, 0),
    calls: tool_calls.length,
    innerCalls: inner.length,
    failed: tool_calls.filter(hasFailed).length + inner.filter(hasFailed).length,
    messages: events.filter((event) => event.type === 'message' && event.role !== 'system').length,
  };
}
