import { memoize } from '../../replay/memoize.ts';
import { touchesOf } from '../../session/facts/callFiles.ts';
import { outcomeOf } from '../../session/facts/callOutcome.ts';
import type { Outcome, Session, SubagentInfo, SubSession, ToolCall } from '../../session/index.ts';

/** As much of a session as its runs are found in. */
type RunsOfSession = Pick<Session, 'tool_calls' | 'sub_sessions'>;

/** What is known of a subagent: the call that started it, its run, or only one of the two. */
export interface Subagent {
  readonly call: ToolCall | undefined;
  readonly run: SubSession | undefined;
  /** From the call, else counted in the run. */
  readonly info: SubagentInfo;
  readonly outcome: Outcome | 'running';
  /** Undefined where the run has not ended, or nobody says how long it took. */
  readonly durationMs: number | undefined;
  /** Calls of the run that failed. */
  readonly failures: number;
  /** Files that the run changed, as far as its calls tell. */
  readonly files: number;
}

/** Finds a subagent by the id of its run, or of the call that started it; undefined where the session has neither. */
export function findSubagent(session: RunsOfSession, id: string): Subagent | undefined {
  const { runs, calls } = lookup(session);
  const asCall = calls.get(id);
  const run = runs.get(asCall?.subagent_info?.sub_session_id ?? id) ?? runs.get(id);
  const call = asCall ?? calls.get(run?.triggered_by_call_id ?? '');
  const info = call?.subagent_info ?? (run === undefined ? undefined : countCalls(run));
  if (info === undefined) return undefined;
  return {
    call,
    run,
    info,
    outcome: run?.outcome ?? call?.outcome ?? (run === undefined ? 'unknown' : outcomes[run.status]),
    durationMs: durationOf(run) ?? call?.duration_ms,
    failures: run?.tool_calls.filter((each) => outcomeOf(each) === 'failed').length ?? 0,
    files: run === undefined ? 0 : filesChanged(run),
  };
}

const outcomes = { success: 'succeeded', failed: 'failed', in_progress: 'running' } as const;

/** Calls by id; runs by their id and by the call that started them. */
const lookup = memoize((session: RunsOfSession) => {
  const runs = new Map<string, SubSession>();
  for (const run of session.sub_sessions) {
    if (run.triggered_by_call_id !== undefined) runs.set(run.triggered_by_call_id, run);
    runs.set(run.sub_session_id, run);
  }
  // Of calls with one id the session's own counts.
  const inner = session.sub_sessions.flatMap(({ tool_calls }) => tool_calls);
  return { runs, calls: new Map([...inner, ...session.tool_calls].map((call) => [call.call_id, call])) };
});

function filesChanged({ tool_calls }: SubSession): number {
  const made = tool_calls.filter((call) => outcomeOf(call) === 'succeeded');
  const touched = made.flatMap((call) => touchesOf(call, new Set()));
  return new Set(touched.filter(({ access }) => access !== 'read').map(({ path }) => path)).size;
}

function countCalls({ agent, tool_calls, usage }: SubSession): SubagentInfo {
  const counts = new Map<string, number>();
  for (const { tool_name } of tool_calls) counts.set(tool_name, (counts.get(tool_name) ?? 0) + 1);
  return {
    subagent_type: agent.agent_type ?? agent.agent_id ?? '',
    tool_uses: tool_calls.length,
    tools_breakdown: [...counts].map(([tool_name, count]) => ({ tool_name, count })),
    ...(usage?.total === undefined ? {} : { tokens_used: usage.total }),
  };
}

function durationOf(run: SubSession | undefined): number | undefined {
  if (run?.completed_at === undefined) return undefined;
  const ms = Date.parse(run.completed_at) - Date.parse(run.started_at);
  return ms >= 0 ? ms : undefined;
}
