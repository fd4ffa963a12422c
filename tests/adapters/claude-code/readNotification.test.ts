import { describe, expect, it } from 'vitest';
import { readAgentTail, readNotification } from '../../../src/adapters/claude-code/userText.ts';

describe('readNotification', () => {
  it('reads every field of a finished agent', () => {
    const body = `
<task-id>b1</task-id>
<tool-use-id>toolu_1</tool-use-id>
<output-file>/tmp/b1.output</output-file>
<status>completed</status>
<summary>Agent "look" completed</summary>
<result>found <result>two</result> things</result>
<usage><total_tokens>120</total_tokens><tool_uses>3</tool_uses><duration_ms>4500</duration_ms></usage>
`;
    expect(readNotification(body)).toEqual({
      taskId: 'b1',
      toolUseId: 'toolu_1',
      outcome: 'succeeded',
      text: 'Agent "look" completed\n\nfound <result>two</result> things',
      tokens: 120,
      toolUses: 3,
      durationMs: 4500,
      extensions: { status: 'completed', output_file: '/tmp/b1.output' },
    });
  });

  it('reads the older form for shells', () => {
    const body = '<shell-id>s1</shell-id>\n<status>failed</status>\n<summary>exit 2</summary>\nRead the output file.';
    expect(readNotification(body)).toMatchObject({
      taskId: 's1',
      outcome: 'failed',
      text: 'exit 2',
      extensions: { note: 'Read the output file.' },
    });
  });

  it('keeps text outside the fields', () => {
    expect(readNotification('it is over')).toMatchObject({ taskId: undefined, outcome: 'unknown', text: 'it is over' });
  });
});

describe('readAgentTail', () => {
  it('reads both forms of the usage', () => {
    expect(
      readAgentTail('report\nagentId: a1f (use SendMessage)\n<usage>total_tokens: 7\ntool_uses: 2</usage>'),
    ).toEqual({
      agentId: 'a1f',
      tokens: 7,
      toolUses: 2,
      durationMs: undefined,
    });
    expect(readAgentTail('<usage><subagent_tokens>9</subagent_tokens></usage>')).toMatchObject({ tokens: 9 });
  });

  it('uses the last id, because a report may quote another', () => {
    expect(readAgentTail('agentId: old\nreport\nagentId: new')).toMatchObject({ agentId: 'new' });
  });
});
