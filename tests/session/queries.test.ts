import { describe, expect, it } from 'vitest';
import {
  allToolCalls,
  lastAssistantReply,
  type MessageEvent,
  type Session,
  type SessionEvent,
  summarize,
  totalStepTime,
} from '../../src/session/index.ts';
import { callOf, parsed, sessionOf } from './fixtures.ts';

function message(role: MessageEvent['role'], text: string, more: Partial<MessageEvent> = {}): MessageEvent {
  return { event_id: text, seq: 1, type: 'message', role, text, ...more };
}

function withEvents(events: SessionEvent[], more: Record<string, unknown> = {}): Session {
  return { ...parsed(sessionOf(more)), events };
}

describe('lastAssistantReply', () => {
  it('is the last text of the assistant to the user', () => {
    const session = withEvents([
      message('assistant', 'first'),
      message('assistant', 'last'),
      message('assistant', 'left behind', { branch: 'abandoned' }),
      message('assistant', 'to a teammate', { origin: 'teammate' }),
      message('assistant', '  '),
      message('user', 'thanks'),
      { event_id: 'x', seq: 9, type: 'thinking', text: 'hm' },
    ]);
    expect(lastAssistantReply(session)).toBe('last');
  });

  it('is undefined if the assistant said nothing', () => {
    expect(lastAssistantReply(withEvents([message('user', 'hi')]))).toBeUndefined();
  });
});

describe('allToolCalls', () => {
  const sub = (id: string, call: string) => ({
    sub_session_id: id,
    agent: {},
    status: 'success',
    started_at: '2026-02-01T10:00:00Z',
    tool_calls: [callOf(call)],
  });
  const session = parsed(sessionOf({ sub_sessions: [sub('s1', 'a'), sub('s2', 'b')] }));

  it('gives the session’s own calls, or all calls', () => {
    const idsOf = (calls: Session['tool_calls']) => calls.map(({ call_id }) => call_id);
    expect(idsOf(allToolCalls(session))).toEqual(['tool-001', 'tool-002']);
    expect(idsOf(allToolCalls(session, 'with sub-sessions'))).toEqual(['tool-001', 'tool-002', 'a', 'b']);
  });
});

describe('totalStepTime', () => {
  it('adds up the durations that the source states', () => {
    const calls = [
      callOf('a', { duration_ms: 5200 }),
      callOf('b', { duration_ms: undefined }),
      callOf('c', { duration_ms: 800 }),
    ];
    expect(totalStepTime(parsed(sessionOf({ tool_calls: calls })))).toBe(6000);
    expect(totalStepTime({ tool_calls: [] })).toBe(0);
  });
});

describe('summarize', () => {
  it('gives the figures of a session', () => {
    const names = ['Read', 'Read', 'Edit', 'Bash', 'Bash', 'Bash', 'Grep', 'Glob', 'Write', 'Task'];
    const tool_calls = names.map((tool_name, index) =>
      callOf(`tool-${index}`, {
        tool_name,
        output: { status: index === 3 ? 'failed' : index === 4 ? 'denied' : 'success' },
      }),
    );
    const session = withEvents(
      [
        message('user', 'do it'),
        message('user', 'and this', { origin: 'queued' }),
        message('user', 'from a hook', { origin: 'hook' }),
        message('assistant', 'done'),
        message('system', 'reminder'),
      ],
      { tool_calls },
    );
    expect(summarize(session)).toEqual({
      sessionId: '2026-02-01-001-memo',
      totalDurationMs: 600000,
      messages: { user: 2, assistant: 1, system: 1 },
      callCount: 10,
      callsByOutcome: { succeeded: 8, failed: 1, denied: 1, interrupted: 0, cancelled: 0, unanswered: 0, unknown: 0 },
      mostUsedTools: [
        { name: 'Bash', count: 3 },
        { name: 'Read', count: 2 },
        { name: 'Edit', count: 1 },
        { name: 'Grep', count: 1 },
        { name: 'Glob', count: 1 },
      ],
      model: 'model-1',
      finalStatus: 'completed',
    });
  });

  it('counts the prompt if the source has no messages', () => {
    expect(summarize(parsed(sessionOf())).messages).toEqual({ user: 1, assistant: 0, system: 0 });
    expect(summarize(parsed(sessionOf({ user_prompt: undefined }))).messages.user).toBe(0);
  });

  it.each([
    [{ status: 'in_progress' }, 'running'],
    [{ status: 'failed' }, 'error'],
    [{ status: 'failed', outcome: 'interrupted' }, 'cancelled'],
    [{ status: 'cancelled' }, 'cancelled'],
  ])('sums up %j with the final status %s', (more, finalStatus) => {
    expect(summarize(parsed(sessionOf(more))).finalStatus).toBe(finalStatus);
  });

  it('gives no model if the source names none', () => {
    expect(summarize(parsed(sessionOf({ agent: undefined }))).model).toBeUndefined();
  });
});
