import { memoize } from '../../replay/memoize.ts';
import type { Session, SubSession } from '../../session/index.ts';

/** The run of a subagent as a session of its own, with the runs inside it, at any depth. */
export const innerSession = memoize((session: Session, run: SubSession): Session => {
  return {
    schema_version: '3.1',
    session_id: run.sub_session_id,
    task_title: run.task?.description ?? run.agent.agent_type ?? run.sub_session_id,
    user_prompt: '',
    created_at: run.started_at,
    completed_at: run.completed_at ?? run.started_at,
    status: run.status,
    agent: { model_id: run.agent.model_id ?? session.agent.model_id },
    tool_calls: run.tool_calls,
    events: run.events,
    sub_sessions: runsInside(session, run),
    summary: {
      total_duration_ms: 0,
      tool_calls_count: run.tool_calls.length,
      files_created: [],
      files_modified: [],
    },
    ...(session.environment === undefined ? {} : { environment: session.environment }),
    ...(session.provenance === undefined ? {} : { provenance: session.provenance }),
  };
});

/** The runs below a run. A file may lie about who is whose parent: no run is taken twice, and none is its own. */
function runsInside({ sub_sessions }: Session, top: SubSession): SubSession[] {
  const inside = new Set([top]);
  const queue = [top];
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
    const calls = new Set(run.tool_calls.map(({ call_id }) => call_id));
    for (const each of sub_sessions) {
      const trigger = each.triggered_by_call_id;
      const isBelow = trigger === undefined ? each.parent_session_id === run.sub_session_id : calls.has(trigger);
      if (!isBelow || inside.has(each)) continue;
      inside.add(each);
      queue.push(each);
    }
  }
  inside.delete(top);
  return [...inside];
}
