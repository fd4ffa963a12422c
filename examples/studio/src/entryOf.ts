import type { SessionEntry } from 'agent-replay-kit/components';
import { knownStart, type Session, totalsOf } from 'agent-replay-kit/session';

/** The list entry of a session that came without an index. */
export function entryOf(session: Session): SessionEntry {
  const { session_id, task_title, status, outcome, agent, provenance } = session;
  const { calls, failed, durationMs } = totalsOf(session);
  return {
    session_id,
    task_title,
    status,
    outcome,
    created_at: knownStart(session),
    total_duration_ms: durationMs,
    model_id: agent.model_id,
    tool_calls_count: calls.main,
    inner_tool_calls_count: calls.inner,
    failed_calls_count: failed.main,
    inner_failed_calls_count: failed.inner,
    source_format: provenance?.source_format ?? 'std001',
  };
}
