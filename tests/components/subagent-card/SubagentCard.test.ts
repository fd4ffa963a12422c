import { describe, expect, it } from 'vitest';
import { findSubagent } from '../../../src/components/subagent-card/SubagentCard.tsx';
import type { Session, SubSession, ToolCall } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText(`
  0:00 Task(look) 2m as explorer
    0:01 Read(a.ts) 20ms
    0:02 Read(b.ts) 20ms failed
    0:03 Task(deeper) 10s as reader
      0:04 Grep(x) 20ms
  0:05 Read(c.ts) 20ms
`);

describe('findSubagent', () => {
  it('finds a run by its id and by the call that started it, at any depth', () => {
    expect(findSubagent(session, 'sub-001')?.call?.call_id).toBe('tool-001');
    expect(findSubagent(session, 'tool-001')?.run?.sub_session_id).toBe('sub-001');
    expect(findSubagent(session, 'sub-001-tool-003')?.run?.sub_session_id).toBe('sub-002');
    expect(findSubagent(session, 'sub-001')?.failures).toBe(1);
  });

  it('counts the calls of a run if nobody else did', () => {
    const alone = { ...session, session_id: 'alone', tool_calls: [] };
    expect(findSubagent(alone, 'sub-001')?.info).toMatchObject({
      tool_uses: 3,
      tools_breakdown: [
        { tool_name: 'Read', count: 2 },
        { tool_name: 'Task', count: 1 },
      ],
    });
  });

  describe('a run continued by a later call', () => {
    const from = (id: string, call: Partial<ToolCall>): Session => ({
      ...session,
      tool_calls: session.tool_calls.map((each) => (each.call_id === id ? { ...each, ...call } : each)),
      sub_sessions: session.sub_sessions.map((run) =>
        run.sub_session_id === 'sub-001' ? { ...run, completed_at: '2026-01-25T10:05:33.000Z' } : run,
      ),
    });
    const resumed = from('tool-002', {
      tool_name: 'SendMessage',
      subagent_info: { subagent_type: 'unknown', tool_uses: 0, sub_session_id: 'sub-001' },
    });
    const started = resumed.tool_calls.find(({ call_id }) => call_id === 'tool-001');

    it("counts its own calls instead of using the source's count of the first part", () => {
      const info = { subagent_type: 'explorer', tool_uses: 2, tokens_used: 5, sub_session_id: 'sub-001' };
      const stated = {
        ...resumed,
        tool_calls: resumed.tool_calls.map((each) => (each === started ? { ...each, subagent_info: info } : each)),
      };
      expect(findSubagent(stated, 'tool-001')?.info).toMatchObject({ tool_uses: 3, tokens_used: 5 });
    });

    it('is recognised by its type from the call that continued it', () => {
      expect(findSubagent(resumed, 'tool-002')?.info).toMatchObject({ subagent_type: 'explorer', tool_uses: 3 });
    });

    it('gives the call that started it only the time it took itself', () => {
      expect(findSubagent(resumed, 'tool-001')?.durationMs).toBe(started?.duration_ms);
    });
  });

  it("leaves the source's count to a call that started several runs", () => {
    const [first, ...others] = session.sub_sessions;
    const twin = { ...first, sub_session_id: 'sub-009' } as SubSession;
    const counted = { subagent_type: 'workflow', tool_uses: 6, sub_session_id: 'sub-001' };
    const calls = session.tool_calls.map((each) =>
      each.call_id === 'tool-001' ? { ...each, subagent_info: counted } : each,
    );
    const flow = { tool_calls: calls, sub_sessions: [first as SubSession, twin, ...others] };
    expect(findSubagent(flow, 'tool-001')?.info).toEqual(counted);
  });

  it('is undefined for a call that started no run, and for an unknown id', () => {
    expect(findSubagent(session, 'tool-002')).toBeUndefined();
    expect(findSubagent(session, '__proto__')).toBeUndefined();
  });
});
