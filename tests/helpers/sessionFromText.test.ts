import { describe, expect, it } from 'vitest';
import { sessionSchema } from '../../src/session/index.ts';
import { sessionFromText } from './sessionFromText.ts';

const everything = `
  @ title Fix the parser
  @ model model-b
  @ cwd /work
  # what a reader of the test should know
  == explore
  0:00     user: Fix the failing test
  0:02     thinking:
  0:05     Read(src/a.ts) 300ms
  0:06     Bash(pnpm test (all)) 1m20s failed: 2 tests failed: (a, b)
  0:07     Task(find the bug) 2m as explorer
    0:09     Grep(TODO) 20ms: 3 matches
      0:10     Read(deeper.ts)
  -        assistant: Found it.
  == execute 2
  3:00     TodoWrite() 10ms
  3:00     plan by call: [x] read, [>] fix, [ ] check
  == none
  3:01     usage(model-c): input 100, output 20, cache_read 3000
  3:02     notice(compaction): 335000 -> 10000
  3:03     user(command): /clear
  3:04     review(2, request_changes): Too long
  1:00:05.250 unknown(progress)
`;

describe('sessionFromText', () => {
  const session = sessionFromText(everything);

  it('draws valid sessions', () => {
    expect(sessionSchema.safeParse(session).error).toBeUndefined();
    expect(sessionSchema.safeParse(sessionFromText('')).error).toBeUndefined();
  });

  it('reads times, durations, outcomes and results', () => {
    expect(session.tool_calls[1]).toMatchObject({
      call_id: 'tool-002',
      seq: 4,
      started_at: '2026-01-25T10:00:06.000Z',
      ended_at: '2026-01-25T10:01:26.000Z',
      input: { params: { command: 'pnpm test (all)' } },
      outcome: 'failed',
      output: { status: 'failed', error: '2 tests failed: (a, b)' },
    });
    expect(session.events.at(-1)).toMatchObject({ type: 'unknown', at: '2026-01-25T11:00:05.250Z' });
  });

  it('nests deeper lines under the call above them', () => {
    expect(session.sub_sessions).toMatchObject([
      {
        sub_session_id: 'sub-001',
        parent_session_id: 'drawn',
        triggered_by_call_id: 'tool-003',
        agent: { agent_type: 'explorer' },
      },
      { sub_session_id: 'sub-002', parent_session_id: 'sub-001', triggered_by_call_id: 'sub-001-tool-001', agent: {} },
    ]);
    expect(session.tool_calls[2]?.subagent_info).toMatchObject({ sub_session_id: 'sub-001', tool_uses: 1 });
  });

  it('puts the calls below a phase into it', () => {
    expect(session.phase_annotations).toMatchObject([
      { phase_type: 'explore', tool_call_range: { start_call_id: 'tool-001', end_call_id: 'tool-003' } },
      {
        phase_type: 'execute',
        tool_call_range: { start_call_id: 'tool-004', end_call_id: 'tool-004' },
        loop_info: { attempt_number: 2 },
      },
    ]);
  });

  it('reads every kind of event', () => {
    expect(session.events).toMatchObject([
      { type: 'message', role: 'user', text: 'Fix the failing test' },
      { type: 'thinking', omitted: true },
      { type: 'message', role: 'assistant' },
      {
        type: 'plan',
        call_id: 'tool-004',
        items: [{ status: 'completed' }, { status: 'in_progress' }, { status: 'pending' }],
      },
      { type: 'usage', model: 'model-c', usage: { input: 100, output: 20, cache_read: 3000 } },
      { type: 'notice', kind: 'compaction', tokens_before: 335_000, tokens_after: 10_000 },
      { type: 'message', origin: 'command' },
      { type: 'review', attempt: 2, action: 'request_changes' },
      { type: 'unknown', record_type: 'progress' },
    ]);
    expect(session.events[2]).not.toHaveProperty('at');
  });

  it.each(['0:00 who knows', 'Read(a.ts)', '0:00 user: a\n  0:01 Read(b.ts)'])(
    'names the line that it cannot read: %j',
    (text) => {
      expect(() => sessionFromText(text)).toThrow(/^Line \d/);
    },
  );
});
