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

  it('without an ending line are closed in the end', async () => {
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

  it('that start agents name the agents', async () => {
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

  it('of any name end with a result without a name, and keep the rest of a long output', async () => {
    const { tool_calls, events } = await sessionOf(
      cutLog(
        ...['tool lookup({"a":1})', 'tool find({"b":2})', ' succeeded in 12ms:', 'one', ' exited 1 in 3ms:'],
        ...['Total output lines: 90', 'two', '[... omitted 88 of 90 lines ...]', 'three', 'codex', 'Done.'],
      ),
    );
    expect(tool_calls).toMatchObject([
      { tool_name: 'lookup', outcome: 'succeeded', duration_ms: 12, output: { result: { exit_code: 0 } } },
      { tool_name: 'find', outcome: 'failed', duration_ms: 3, output: { truncated: true } },
    ]);
    expect(tool_calls[1]?.context_contribution?.full_content ?? tool_calls[1]?.output.error).toBe(
      'Total output lines: 90\ntwo\n[... omitted 88 of 90 lines ...]\nthree',
    );
    expect(tool_calls[0]?.inferred).toContain('output');
    expect(events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('that end by name leave unnamed results to the others', async () => {
    const { tool_calls } = await sessionOf(
      cutLog(
        ...['tool a.b({"n":1})', 'tool c({"n":2})', 'a.b({"n":1}) success in 2ms:', '{}', ' succeeded in 5ms:', 'out'],
        ...['codex', 'Done.'],
      ),
    );
    expect(tool_calls.map(({ tool_name, duration_ms }) => [tool_name, duration_ms])).toEqual([
      ['a.b', 2],
      ['c', 5],
    ]);
  });
});
