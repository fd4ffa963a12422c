import { expect, it } from 'vitest';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { kiroCli } from '../../../src/adapters/kiro-cli/index.ts';
import type { SessionEvent } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function convert(files: Readonly<Record<string, unknown>>) {
  const sources = Object.entries(files).map(([name, content]) =>
    fileOf(
      name,
      Array.isArray(content) ? content.map((each) => JSON.stringify(each)).join('\n') : JSON.stringify(content),
    ),
  );
  const { sessions, account } = await convertSource(kiroCli, { files: sources });
  return { session: sessions[0] === undefined ? undefined : toSession(sessions[0].session), account };
}

type PlanEvent = Extract<SessionEvent, { type: 'plan' }>;

let count = 0;
const line = (kind: string, content: unknown[]) => {
  count += 1;
  return { version: 'v1', kind, data: { message_id: `m-${count}`, content } };
};
const asked = (id: string, name: string, input: object) =>
  line('AssistantMessage', [{ kind: 'toolUse', data: { toolUseId: id, name, input } }]);
const answered = (id: string, data: unknown, status = 'success') =>
  line('ToolResults', [{ kind: 'toolResult', data: { toolUseId: id, content: [{ kind: 'json', data }], status } }]);

it('trusts the exit status of a command over the success of its tool', async () => {
  const { session } = await convert({
    'a.jsonl': [
      asked('1', 'shell', { command: 'make' }),
      answered('1', { exit_status: 'exit status: 2', stdout: 'built', stderr: 'no rule' }),
      asked('2', 'shell', { command: 'sleep 9' }),
      answered('2', { exit_status: 'signal: 9 (SIGKILL)', stdout: '', stderr: '' }),
    ],
  });
  expect(session?.tool_calls).toMatchObject([
    { outcome: 'failed', output: { result: { exit_code: 2, stderr: 'no rule' } } },
    { outcome: 'interrupted', inferred: expect.arrayContaining(['outcome']) },
  ]);
});

it('recognises a checklist with everything done, although the log returns it empty', async () => {
  const tasks = (done: boolean) => [
    { id: '1', task_description: 'look', completed: done },
    { id: '2', task_description: 'mend', completed: false },
  ];
  const { session } = await convert({
    'a.jsonl': [
      asked('1', 'todo_list', { command: 'complete', completed_task_ids: ['1'] }),
      answered('1', { tasks: tasks(true), description: 'Mend it' }),
      asked('2', 'todo_list', { command: 'complete', completed_task_ids: ['2'] }),
      answered('2', { tasks: [], description: '' }),
    ],
  });
  const plans = session?.events.flatMap((each) => (each.type === 'plan' ? [each as PlanEvent] : []));
  expect(plans?.map(({ items }) => items.map(({ status }) => status))).toEqual([
    ['completed', 'pending'],
    ['completed', 'completed'],
  ]);
});

it('pairs results by order if an old conversation has empty ids', async () => {
  const use = (name: string) => ({ id: '', name, args: {} });
  const { session } = await convert({
    'old.json': {
      conversation_id: '',
      history: [
        {
          user: { content: { Prompt: { prompt: 'Go' } } },
          assistant: { ToolUse: { tool_uses: [use('fs_read'), use('glob')] } },
        },
        {
          user: {
            content: {
              ToolUseResults: {
                tool_use_results: [
                  { tool_use_id: '', content: [{ Text: 'first' }], status: 'Success' },
                  { tool_use_id: '', content: [{ Text: 'second' }], status: 'Error' },
                ],
              },
            },
          },
          assistant: { Response: { content: 'Done' } },
        },
      ],
    },
  });
  expect(session?.tool_calls).toMatchObject([
    { tool_name: 'fs_read', outcome: 'succeeded', output: { result: { display: 'first' } } },
    { tool_name: 'glob', outcome: 'failed', output: { result: { display: 'second' } } },
  ]);
});

it('makes no session of facts alone', async () => {
  const { session, account } = await convert({
    'a.json': { session_id: 'a', session_state: { conversation_metadata: {} } },
  });
  expect(session).toBeUndefined();
  expect(account.ignored).toEqual({ companion_alone: 1 });
});

it('does not take an empty last reply for a success', async () => {
  const endOf = async (files: Readonly<Record<string, unknown>>) => {
    const { session } = await convert(files);
    return [session?.status, session?.outcome];
  };
  const prompt = line('Prompt', [{ kind: 'text', data: 'Go' }]);
  const reply = (text: string) => line('AssistantMessage', [{ kind: 'text', data: text }]);
  const read = [asked('1', 'read', {}), answered('1', {})];
  const unknown = ['in_progress', 'unknown'];
  expect(await endOf({ 'a.jsonl': [prompt, ...read, reply('Done')] })).toEqual(['success', 'succeeded']);
  expect(await endOf({ 'a.jsonl': [prompt, ...read, reply(' ')] })).toEqual(unknown);
  expect(await endOf({ 'a.jsonl': [prompt, line('AssistantMessage', [])] })).toEqual(unknown);
  const saved = (content: string) => ({
    conversation_id: 'c',
    history: [{ user: { content: { Prompt: { prompt: 'Go' } } }, assistant: { Response: { content } } }],
  });
  expect(await endOf({ 'a.json': saved('Done') })).toEqual(['success', 'succeeded']);
  expect(await endOf({ 'a.json': saved('') })).toEqual(unknown);
});
