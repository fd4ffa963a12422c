import type { Session, SessionEvent, SubSession, ToolCall } from '../src/session/index.ts';

const START = Date.parse('2026-01-25T10:00:00.000Z');
const tools = ['Read', 'Grep', 'Edit', 'Bash', 'Write'] as const;
/** Milliseconds from call to call; every 200th call is followed by ten minutes of idle. */
const PACE_MS = 900;

/** A session of many calls with everything that a long run has: messages, thinking, usage, checklists, subagents, failures, idle time. */
export function bigSession(calls: number): Session {
  const inner = Math.floor(calls / 10);
  const own = calls - inner;
  const clock = { at: START };
  const tool_calls: ToolCall[] = [];
  const events: SessionEvent[] = [];
  let seq = 0;
  const addEvent = (event: object): void => {
    seq += 1;
    events.push({ event_id: `event-${events.length + 1}`, seq, at: iso(clock.at), ...event } as SessionEvent);
  };
  for (let n = 0; n < own; n += 1) {
    clock.at += n % 200 === 199 ? 600_000 : PACE_MS;
    if (n % 50 === 0) addEvent({ type: 'message', role: 'user', text: `Please do step ${n} of the work.` });
    if (n % 4 === 0) addEvent({ type: 'thinking', text: 'The next file should show where it comes from.' });
    if (n % 4 === 0)
      addEvent({ type: 'usage', usage: { input: 12, output: 340, cache_read: 56_000, cache_write: 900 } });
    if (n % 40 === 0) addEvent({ type: 'plan', items: planItems(n) });
    if (n % 5000 === 4999) addEvent({ type: 'notice', kind: 'compaction', text: 'compacted', tokens_after: 9000 });
    seq += 1;
    tool_calls.push(makeCall(`tool-${n + 1}`, seq, n, clock.at));
  }
  const sub_sessions = Array.from({ length: Math.ceil(inner / 100) }, (_, s) =>
    makeSub(s, tool_calls[Math.floor((s * own) / Math.ceil(inner / 100))] as ToolCall),
  );
  return {
    schema_version: '3.1',
    session_id: 'big',
    task_title: 'A long run',
    user_prompt: '',
    created_at: iso(START),
    completed_at: iso(clock.at),
    status: 'success',
    agent: { model_id: 'model-a' },
    environment: { cwd: '/work' },
    tool_calls,
    events,
    sub_sessions,
    phase_annotations: Array.from({ length: Math.floor(own / 100) }, (_, p) => ({
      annotation_id: `ann-${p}`,
      phase_type: (['explore', 'plan', 'execute', 'verify'] as const)[p % 4] ?? 'mixed',
      tool_call_range: { start_call_id: `tool-${p * 100 + 1}`, end_call_id: `tool-${p * 100 + 100}` },
      annotated_by: 'auto' as const,
      annotated_at: iso(START),
      confidence: 'low' as const,
    })),
    summary: { total_duration_ms: 0, tool_calls_count: own, files_created: [], files_modified: [] },
  };
}

/** Its JSON as in a file: the head first, one item a line. */
export function sessionFile(calls: number): Blob {
  const { tool_calls, events, sub_sessions, ...head } = bigSession(calls);
  const list = (items: readonly object[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const lists = `"tool_calls":${list(tool_calls)},"events":${list(events)},"sub_sessions":${list(sub_sessions)}`;
  return new Blob([JSON.stringify(head).slice(0, -1), `,${lists}}`]);
}

function makeCall(call_id: string, seq: number, n: number, at: number): ToolCall {
  const tool_name = tools[n % tools.length] ?? 'Read';
  const failed = n % 37 === 36;
  const lasts = 50 + ((n * 7919) % 4000);
  return {
    call_id,
    seq,
    tool_name,
    tool_category: tool_name === 'Read' || tool_name === 'Grep' ? 'perception' : 'action',
    started_at: iso(at),
    ended_at: iso(at + lasts),
    duration_ms: lasts,
    input: {
      params:
        tool_name === 'Bash'
          ? { command: `cd /work/part-${n % 9} && make` }
          : { file_path: `/work/src/file-${n % 3000}.ts` },
    },
    output: {
      status: failed ? 'failed' : 'success',
      result: { display: `${n % 900} lines`, text: `line ${n} of a result\n`.repeat(12) },
    },
    outcome: failed ? 'failed' : 'succeeded',
  };
}

function makeSub(s: number, trigger: ToolCall): SubSession {
  const start = Date.parse(trigger.started_at);
  return {
    sub_session_id: `sub-${s}`,
    parent_session_id: 'big',
    triggered_by_call_id: trigger.call_id,
    agent: { agent_type: 'explorer' },
    started_at: trigger.started_at,
    status: 'success',
    tool_calls: Array.from({ length: 100 }, (_, n) => makeCall(`sub-${s}-tool-${n + 1}`, n + 1, n, start + n * 300)),
    events: [],
  };
}

function planItems(n: number) {
  return Array.from({ length: 8 }, (_, i) => ({
    text: `Step ${i}`,
    status: i < (n / 40) % 8 ? ('completed' as const) : ('pending' as const),
  }));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
