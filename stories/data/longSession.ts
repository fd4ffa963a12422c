import type { Session, SessionEvent, ToolCall } from '../../src/session/index.ts';
import { replaySession } from './replaySession.ts';

const start = Date.parse('2026-03-14T08:00:00.000Z');
const words =
  'The offset is asked for at the moment of each tide and no longer once per station so tables after the change are right'.split(
    ' ',
  );

function prose(n: number): string {
  const length = 8 + ((n * 37) % 90);
  const text = Array.from({ length }, (_, at) => words[(n + at) % words.length]).join(' ');
  return n % 3 === 0 ? `${text}\n\n- ${text.slice(0, 60)}\n- \`src/tides/station${n}.ts\`` : text;
}

const iso = (ms: number): string => new Date(start + ms).toISOString();

function makeCall(n: number, seq: number, at: number): ToolCall {
  const failed = n % 17 === 0;
  const bash = n % 2 === 0;
  return {
    call_id: `tool-${String(n + 1).padStart(3, '0')}`,
    seq,
    tool_name: bash ? 'Bash' : n % 3 === 0 ? 'Edit' : 'Read',
    tool_category: bash ? 'action' : 'perception',
    started_at: iso(at),
    ended_at: iso(at + 400),
    duration_ms: 400,
    input: {
      params: bash
        ? { command: `pnpm vitest run tests/station${n}.test.ts` }
        : { file_path: `src/tides/station${n}.ts` },
    },
    output: {
      status: failed ? 'failed' : 'success',
      result: {
        text: failed ? `FAIL station${n}\nError: expected 06:12\n at local.ts:22\n 1 failed` : 'ok\n'.repeat(n % 9),
      },
    },
    outcome: failed ? 'failed' : 'succeeded',
  };
}

/** A session with that many calls and events in its own run: two calls, then a message or a thought. */
export function longSession(items: number): Session {
  const tool_calls: ToolCall[] = [];
  const events: SessionEvent[] = [];
  for (let n = 0; n < items; n += 1) {
    const at = n * 2000 + Math.floor(n / 500) * 600_000;
    if (n % 3 !== 0) {
      tool_calls.push(makeCall(tool_calls.length, n + 1, at));
    } else {
      const event_id = `event-${String(events.length + 1).padStart(3, '0')}`;
      const common = { event_id, seq: n + 1, at: iso(at) };
      events.push(
        n % 9 === 0
          ? { ...common, type: 'thinking', text: prose(n) }
          : { ...common, type: 'message', role: n % 300 === 3 ? 'user' : 'assistant', text: prose(n) },
      );
    }
  }
  const last = items * 2000 + Math.floor(items / 500) * 600_000;
  return {
    ...replaySession,
    session_id: `long-${items}`,
    task_title: `A session of ${items.toLocaleString('en')} rows`,
    created_at: iso(0),
    completed_at: iso(last),
    tool_calls,
    events,
    sub_sessions: [],
    phase_annotations: [],
    summary: { total_duration_ms: last, tool_calls_count: tool_calls.length, files_created: [], files_modified: [] },
  };
}
