import { describe, expect, it } from 'vitest';
import { findSubagent } from '../../../src/components/subagent-card/findSubagent.ts';
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

  it('counts the calls of a run where nobody else did', () => {
    const alone = { ...session, session_id: 'alone', tool_calls: [] };
    expect(findSubagent(alone, 'sub-001')?.info).toMatchObject({
      tool_uses: 3,
      tools_breakdown: [
        { tool_name: 'Read', count: 2 },
        { tool_name: 'Task', count: 1 },
      ],
    });
  });

  it('is nothing for a call that started none, and for an id that nobody has', () => {
    expect(findSubagent(session, 'tool-002')).toBeUndefined();
    expect(findSubagent(session, '__proto__')).toBeUndefined();
  });
});
