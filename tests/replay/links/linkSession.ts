import { indexSession, type SessionIndex } from '../../../src/replay/index.ts';
import type { Session, ToolCall } from '../../../src/session/index.ts';

/** What a test says of a call; it happens a second after the one before. */
export interface LinkCall extends Partial<Pick<ToolCall, 'outcome' | 'branch' | 'context_contribution' | 'inferred'>> {
  readonly tool: string;
  readonly category?: ToolCall['tool_category'];
  readonly params?: Record<string, unknown>;
  readonly text?: string;
  readonly lastsMs?: number;
}

const start = Date.parse('2026-01-25T10:00:00.000Z');

/** Indexes a session of these calls; `tool-1` is the first. */
export function indexCalls(calls: readonly LinkCall[], more: Partial<Session> = {}): SessionIndex {
  return indexSession({
    schema_version: '3.1',
    session_id: 'links',
    task_title: 'Links',
    user_prompt: '',
    created_at: new Date(start).toISOString(),
    completed_at: new Date(start + calls.length * 1000).toISOString(),
    status: 'success',
    agent: { model_id: 'model-a' },
    environment: { cwd: '/work' },
    sub_sessions: [],
    events: [],
    tool_calls: calls.map(makeCall),
    summary: { total_duration_ms: 0, tool_calls_count: calls.length, files_created: [], files_modified: [] },
    ...more,
  });
}

function makeCall(
  { tool, category = 'perception', params = {}, text, lastsMs = 10, ...rest }: LinkCall,
  n: number,
): ToolCall {
  const at = start + n * 1000;
  return {
    call_id: `tool-${n + 1}`,
    seq: n + 1,
    tool_name: tool,
    tool_category: category,
    started_at: new Date(at).toISOString(),
    ended_at: new Date(at + lastsMs).toISOString(),
    duration_ms: lastsMs,
    input: { params },
    output: { status: 'success', ...(text === undefined ? {} : { result: { text } }) },
    outcome: 'succeeded',
    ...rest,
  };
}
