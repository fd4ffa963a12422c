import { expect, it } from 'vitest';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { kimi } from '../../../src/adapters/kimi/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function convert(files: Readonly<Record<string, readonly unknown[]>>) {
  const sources = Object.entries(files).map(([name, records]) =>
    fileOf(name, records.map((each) => `${JSON.stringify(each)}\n`).join('')),
  );
  const { sessions } = await convertSource(kimi, { files: sources });
  const [made] = sessions;
  if (made === undefined) throw new Error('There is no session.');
  return { session: toSession(made.session), diagnostics: made.diagnostics };
}

let clock = 1_770_000_000;
const event = (type: string, payload: object) => {
  clock += 1;
  return { timestamp: clock, message: { type, payload } };
};
const call = (id: string, name: string, json: string) => event('ToolCall', { id, function: { name, arguments: json } });
const result = (id: string, output: string, is_error = false) =>
  event('ToolResult', { tool_call_id: id, return_value: { is_error, output } });
const loop = (told: object) => {
  clock += 1;
  return { type: 'context.append_loop_event', event: told, time: clock * 1000 };
};

it('joins pieces until something else comes', async () => {
  const { session } = await convert({
    'x/wire.jsonl': [
      event('TurnBegin', { user_input: 'Go' }),
      event('ContentPart', { type: 'text', text: 'One ' }),
      event('ContentPart', { type: 'text', text: 'two.' }),
      event('StepBegin', { n: 2 }),
      call('a', 'Shell', '{"com'),
      event('ToolCallPart', { arguments_part: 'mand": "ls"}' }),
      result('a', 'x'),
    ],
  });
  expect(session.events.filter(({ type }) => type === 'message').at(-1)).toMatchObject({ text: 'One two.' });
  expect(session.tool_calls[0]?.input).toMatchObject({ params: { command: 'ls' } });
});

it('distinguishes a rejected call from a failed one', async () => {
  const { session } = await convert({
    'x/wire.jsonl': [
      call('a', 'Shell', '{}'),
      event('ApprovalRequest', { id: 'r', tool_call_id: 'a' }),
      event('ApprovalResponse', { request_id: 'r', response: 'reject' }),
      result('a', 'no', true),
      call('b', 'Shell', '{}'),
      result('b', 'Command failed with exit code: 3.', true),
    ],
  });
  expect(session.tool_calls.map(({ outcome }) => outcome)).toEqual(['denied', 'failed']);
  expect(session.tool_calls[1]?.output.result).toMatchObject({ exit_code: 3 });
});

it('says which agent a task is for', async () => {
  const task = call('a', 'Task', '{"subagent_name": "coder", "prompt": "Look"}');
  const { session } = await convert({ 'x/wire.jsonl': [task, result('a', 'found')] });
  expect(session.tool_calls[0]?.subagent_info).toMatchObject({ subagent_type: 'coder' });
});

it('counts the tokens of a step and of a compaction once', async () => {
  const usage = { inputOther: 5, output: 7, inputCacheRead: 0, inputCacheCreation: 0 };
  const { session } = await convert({
    's/agents/main/wire.jsonl': [
      loop({ type: 'step.end', usage }),
      { type: 'usage.record', usage, usageScope: 'turn', time: clock * 1000 },
      { type: 'usage.record', usage: { ...usage, output: 100 }, usageScope: 'session', time: clock * 1000 },
    ],
  });
  expect(session.usage).toMatchObject({ output: 107 });
});

it('names a subagent that is not among the files', async () => {
  const { session, diagnostics } = await convert({
    's/agents/main/wire.jsonl': [
      loop({ type: 'tool.call', toolCallId: 'Agent_0', name: 'Agent', args: {} }),
      loop({ type: 'tool.result', toolCallId: 'Agent_0', result: { output: 'agent_id: agent-4\nstatus: completed' } }),
    ],
  });
  expect(session.sub_sessions).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: 'missing-subagents', actual: 'agent-4' }]);
});

it('reports what a stopped step left open: what ran was interrupted, what waited to be allowed never began', async () => {
  const { session } = await convert({
    'x/wire.jsonl': [
      call('a', 'Shell', '{"command": "sleep 9"}'),
      call('b', 'Shell', '{"command": "rm x"}'),
      event('ApprovalRequest', { id: 'r', tool_call_id: 'b' }),
      call('c', 'Shell', '{"command": "ls"}'),
      event('StepInterrupted', {}),
      result('c', 'late'),
    ],
  });
  expect(session.tool_calls.map(({ outcome, output }) => [outcome, output.error])).toEqual([
    ['interrupted', 'Interrupted'],
    ['cancelled', 'It never began'],
    ['succeeded', undefined],
  ]);
  expect(session.tool_calls[0]?.inferred).toContain('outcome');
  expect(session.outcome).toBe('interrupted');
});

it('does so where a turn of Kimi Code was cancelled', async () => {
  const { session } = await convert({
    's/agents/main/wire.jsonl': [
      loop({ type: 'tool.call', toolCallId: 'a', name: 'Bash', args: { command: 'sleep 9' } }),
      { type: 'turn.cancel', time: clock * 1000 },
    ],
  });
  expect(session.tool_calls).toMatchObject([{ outcome: 'interrupted' }]);
});
