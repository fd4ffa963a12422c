import { expect, test } from 'vitest';
import { codexExecJson } from '../../../src/adapters/codex-exec-json/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function callsOf(...items: readonly object[]) {
  const records = [
    { type: 'thread.started', thread_id: '0199a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b' },
    ...items.map((item, index) => ({ type: 'item.completed', item: { id: `item_${index}`, ...item } })),
  ];
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const { sessions } = await convertSource(codexExecJson, { files: [fileOf('run.jsonl', text)] });
  return sessions.flatMap(({ session }) => toSession(session).tool_calls);
}

test('shows of a started agent what became of it, not the bracket that its states begin with', async () => {
  const agents_states = { b: { status: 'completed', message: 'All well.' }, c: { status: 'running', message: null } };
  const [call] = await callsOf({ type: 'collab_tool_call', tool: 'wait', agents_states, status: 'completed' });
  expect(call?.output.result).toMatchObject({ display: 'All well.; running' });
});

test('reports a picture that was looked at as a call', async () => {
  const [call] = await callsOf({ type: 'image_view', path: '/w/chart.png' });
  expect(call).toMatchObject({
    tool_name: 'view_image',
    tool_category: 'perception',
    outcome: 'succeeded',
    input: { params: { path: '/w/chart.png' } },
  });
});

test("believes a server's tool that it failed, though the call is complete", async () => {
  const result = { content: [{ type: 'text', text: 'No such issue' }], is_error: true };
  const [call] = await callsOf({ type: 'mcp_tool_call', server: 's', tool: 'get', result, status: 'completed' });
  expect(call).toMatchObject({ outcome: 'failed', output: { error: 'No such issue' } });
});
