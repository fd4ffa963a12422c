import { describe, expect, it } from 'vitest';
import { sessionOf } from '../convertLog.ts';
import { cutLog, wholeLog } from '../logText.ts';

describe('tools', () => {
  it('of MCP servers keep their names, arguments and answers', async () => {
    const answer = [
      '{',
      '  "content": [',
      '    {',
      '      "text": "no such\\nday",',
      '      "type": "text"',
      '    }',
      '  ]',
      '}',
    ];
    const log = cutLog(
      'tool calendar.list_events({"day":"x"})',
      'calendar.list_events({"day":"x"}) failed in 1.20s:',
      ...answer,
      'codex',
      'Hi.',
    );
    expect((await sessionOf(log)).tool_calls).toMatchObject([
      {
        tool_name: 'calendar.list_events',
        tool_category: 'perception',
        duration_ms: 1200,
        input: { params: { day: 'x' } },
        outcome: 'failed',
        output: { error: 'no such\nday' },
        context_contribution: { type: 'search_result', full_content: answer.join('\n') },
      },
    ]);
  });

  it('that no line ends are not open for ever', async () => {
    const { tool_calls, status } = await sessionOf(
      wholeLog('collab: SpawnAgent', 'collab: Wait', 'viewed image /a.png', 'codex', 'Hi.', 'tokens used', '1'),
    );
    expect(tool_calls.map(({ tool_name, outcome }) => `${tool_name} ${outcome}`)).toEqual([
      'spawn_agent unknown',
      'wait unknown',
      'view_image succeeded',
    ]);
    expect(status).toBe('success');
  });

  it('that start agents say which', async () => {
    const log = cutLog(
      'collab spawn_agent(call_1, prompt="Look.")',
      'spawn_agent(call_1, prompt="Look.") pending init:',
      '  agent: 0199',
      'collab wait(call_2)',
      '  receivers: 0199',
      'wait(call_2) timed out:',
    );
    expect((await sessionOf(log)).tool_calls).toMatchObject([
      {
        tool_name: 'spawn_agent',
        input: { params: { prompt: 'Look.' } },
        subagent_info: { subagent_type: 'codex' },
        output: { result: { agent_id: '0199' } },
        source_ref: { native_id: 'call_1' },
      },
      { tool_name: 'wait', input: { params: { receivers: '0199' } }, outcome: 'unknown' },
    ]);
  });
});
