import type { SessionEntry } from 'agent-replay-kit/components';
import type { Session } from 'agent-replay-kit/session';

/** What the list shows of a session that came without an index. */
export function entryOf(session: Session): SessionEntry {
  const { session_id, task_title, status, outcome, created_at, agent, summary, provenance } = session;
  return {
    session_id,
    task_title,
    status,
    outcome,
    created_at,
    total_duration_ms: summary.total_duration_ms,
    model_id: agent.model_id,
    tool_calls_count: session.tool_calls.length,
    errors_encountered: summary.errors_encountered ?? 0,
    source_format: provenance?.source_format ?? 'std001',
  };
}
