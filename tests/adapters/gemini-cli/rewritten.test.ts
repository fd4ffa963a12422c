import { expect, test } from 'vitest';
import { geminiCli } from '../../../src/adapters/gemini-cli/index.ts';
import { convertSource, findSources, toSession } from '../../../src/adapters/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const header = { sessionId: 's', projectHash: 'a'.repeat(64), startTime: '2026-06-01T10:00:00.000Z', kind: 'main' };
const at = '2026-06-01T10:00:01.000Z';
const user = (id: string, content: unknown) => ({ id, timestamp: at, type: 'user', content });
const gemini = (id: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: at,
  type: 'gemini',
  content,
  ...more,
});
const tokens = (output: number) => ({
  tokens: { input: 10, output, cached: 4, thoughts: 2, tool: 0, total: 12 + output },
});
const answer = (id: string, output: string) => ({ functionResponse: { id, name: 'read_file', response: { output } } });
const call = (id: string, output: string) => ({
  toolCalls: [{ id, name: 'read_file', args: {}, status: 'success', timestamp: at, result: [answer(id, output)] }],
});

async function convert(records: readonly object[], older: readonly object[] = []) {
  const file = (name: string, lines: readonly object[]) =>
    fileOf(name, new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n')), 1 << 16);
  const ancestors = older.length === 0 ? {} : { ancestors: [file('older.jsonl', [header, ...older])] };
  const { sessions, account } = await convertSource(geminiCli, {
    files: [file('s.jsonl', [header, ...records])],
    ...ancestors,
  });
  const [made] = sessions;
  if (made === undefined) throw new Error('no session');
  const session = toSession(made.session);
  const texts = session.events.flatMap((event) =>
    'text' in event ? [`${event.branch ?? event.type} ${event.text}`] : [],
  );
  return { session, texts, account };
}

test('adds only the new parts of a rewritten message, and counts it once', async () => {
  const { session, texts, account } = await convert([
    gemini('m', 'Hello', tokens(5)),
    gemini('m', 'Hello', tokens(5)),
    gemini('m', 'Hello there', { ...tokens(7), ...call('c', 'x') }),
  ]);
  expect(texts).toEqual(['message Hello there']);
  expect(session.usage).toMatchObject({ input: 6, output: 9, cache_read: 4, reasoning: 2 });
  expect(session.tool_calls).toHaveLength(1);
  expect(account.ignored).toEqual({ repeated_message: 1 });
});

test("never takes the model's context for history", async () => {
  const { texts, account } = await convert([
    user('p', 'Build it'),
    gemini('m', 'Done', tokens(1)),
    { $set: { messages: [user('p', 'Build it'), gemini('m', [{ text: 'Done' }])] } },
    { $set: { messages: [user('n', '<state_snapshot>Built.</state_snapshot>'), gemini('k', [{ text: 'Done' }])] } },
  ]);
  expect(texts).toEqual([
    'message Build it',
    'message Done',
    'notice Conversation compacted',
    'message <state_snapshot>Built.</state_snapshot>',
  ]);
  expect(account.ignored).toEqual({ context_copy: 1 });
});

test('keeps the longer result when the context has a shortened one', async () => {
  const { session } = await convert([
    gemini('m', '', call('c', 'a long result')),
    { $set: { messages: [gemini('m', '', call('c', '[cut]'))] } },
    user('r', [answer('c', 'a long result')]),
  ]);
  expect(JSON.stringify(session.tool_calls)).toContain('a long result');
  expect(JSON.stringify(session.tool_calls)).not.toContain('[cut]');
});

test('marks what a rewind takes back as left behind, and everything if its message is unknown', async () => {
  const records = [user('a', 'One'), user('b', 'Two'), user('c', 'Three')];
  const back = await convert([...records, { $rewindTo: 'b' }, user('d', 'Four')]);
  expect(back.texts).toEqual([
    'message One',
    'abandoned Two',
    'abandoned Three',
    'notice Went back to an earlier message',
    'message Four',
  ]);
  const gone = await convert([...records, { $rewindTo: 'z' }, user('b', 'Two')]);
  expect(gone.texts.slice(0, 3)).toEqual(['abandoned One', 'message Two', 'abandoned Three']);
});

test('keeps only what is new in a session continued in another file', async () => {
  const { texts, session, account } = await convert([user('a', 'One'), user('b', 'Two')], [user('a', 'One')]);
  expect(texts).toEqual(['message Two']);
  expect(session.parent).toMatchObject({ relation: 'resumed', native_id: 's' });
  expect(account.ignored).toEqual({ parent_history: 1 });
});

test('takes linear time for many rewinds and contexts', { timeout: 60_000 }, async () => {
  const records = Array.from({ length: 40_000 }, (_, index) => [
    user(`u${index}`, `Prompt ${index}`),
    index % 2 === 0 ? { $set: { messages: [] } } : { $rewindTo: `u${index}` },
  ]).flat();
  expect(await cpuMsOf(() => convert(records))).toBeLessThan(10_000);
});

test('keeps unknown parts, however deeply nested', async () => {
  const nested: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  const { session, texts } = await convert([user('a', ['One', nested, { laterKind: 'kept' }])]);
  expect(texts).toEqual(['message One']);
  expect(session.events.flatMap((event) => (event.type === 'unknown' ? event.record_type : []))).toEqual([
    'part/value',
    'part/laterKind',
  ]);
});

test('a message that comes again with other tokens has one usage, with the last figures, and counts once', async () => {
  const { session } = await convert([
    user('u', 'Begin'),
    gemini('g', 'Working', tokens(50)),
    user('v', 'Go on'),
    gemini('g', 'Working', tokens(20)),
    gemini('g', 'Working', { tokens: { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0, total: 0 } }),
  ]);
  const usages = session.events.filter(({ type }) => type === 'usage');
  expect(usages).toMatchObject([{ usage: { input: 6, output: 22, cache_read: 4, reasoning: 2 } }]);
  expect(session.usage).toEqual({ input: 6, output: 22, cache_read: 4, reasoning: 2 });
});

test('a document that names its session behind its messages is one session', async () => {
  const { sessionId, kind, ...rest } = header;
  const document = {
    kind,
    messages: [user('u', 'Begin'), gemini('g', 'Done', tokens(5))],
    ...rest,
    sessionId,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(document, undefined, 2));
  const { sessions, account } = await convertSource(geminiCli, { files: [fileOf('session.json', bytes, 1 << 16)] });
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.session.head).toMatchObject({ user_prompt: 'Begin', provenance: { native_id: 's' } });
  expect(account.dropped).toBe(0);
});

test('shows what a command printed, and distinguishes a refusal from a call that was cancelled', async () => {
  const shell = (id: string, status: string, response: object) => ({
    id,
    name: 'run_shell_command',
    args: { command: 'make' },
    status,
    timestamp: at,
    result: [{ functionResponse: { id, name: 'run_shell_command', response } }],
  });
  const printed = (stdout: string, stderr: string) => ({
    output: `Command: make\nDirectory: (root)\nStdout: ${stdout}\nStderr: ${stderr}\nError: (none)\nExit Code: 0\nSignal: (none)`,
  });
  const { session } = await convert([
    gemini('m', '', {
      toolCalls: [
        shell('a', 'success', printed('built\nwell', '(empty)')),
        shell('b', 'success', printed('(empty)', 'one warning')),
        shell('e', 'success', printed('(empty)', '(empty)')),
        shell('c', 'cancelled', { error: '[Operation Cancelled] Reason: User did not allow tool call' }),
        shell('d', 'cancelled', { error: '[Operation Cancelled] Reason: User cancelled the operation' }),
      ],
    }),
  ]);
  const [a, b, silent, ...stopped] = session.tool_calls;
  expect([a, b, silent].map((call) => call?.output.result?.display)).toEqual(['built', 'one warning', 'No output']);
  expect(stopped.map(({ outcome }) => outcome)).toEqual(['denied', 'cancelled']);
});

test('counts the calls of an agent that the log names by its own tool', async () => {
  const asked = {
    id: 'c',
    name: 'code_scout',
    args: {},
    status: 'success',
    timestamp: at,
    agentId: 'scout-1',
    result: [],
  };
  const agent = { ...header, sessionId: 'scout-1', kind: 'subagent' };
  const searched = {
    id: 'g',
    name: 'grep_search',
    args: { pattern: 'x' },
    status: 'success',
    timestamp: at,
    result: [],
  };
  const lines = (records: readonly object[]) => records.map((line) => JSON.stringify(line)).join('\n');
  const { sessions } = await convertSource(geminiCli, {
    files: [
      fileOf('chats/s.jsonl', lines([header, gemini('m', 'Look', { toolCalls: [asked] })])),
      fileOf('chats/s/scout-1.jsonl', lines([agent, gemini('n', 'Found', { toolCalls: [searched] })])),
    ],
  });
  const [made] = sessions;
  if (made === undefined) throw new Error('no session');
  expect(toSession(made.session).tool_calls[0]?.subagent_info).toMatchObject({
    subagent_type: 'code_scout',
    tool_uses: 1,
  });
});

test('leaves cancelled entries out of a checklist: they are neither done nor to be done', async () => {
  const todos = [
    { description: 'a', status: 'completed' },
    { description: 'b', status: 'cancelled' },
    { description: 'c', status: 'in_progress' },
  ];
  const { session } = await convert([
    gemini('m', '', {
      toolCalls: [{ id: 't', name: 'write_todos', args: { todos }, status: 'success', timestamp: at, result: [] }],
    }),
  ]);
  const [plan] = session.events.filter((event) => event.type === 'plan');
  expect(plan?.items).toEqual([
    { text: 'a', status: 'completed' },
    { text: 'c', status: 'in_progress' },
  ]);
  expect(session.tool_calls[0]?.input.params).toEqual({ todos });
});

test('takes the folder of a project from the file beside its chats', async () => {
  const chat = `${[header, user('u', 'Begin')].map((line) => JSON.stringify(line)).join('\n')}\n`;
  const files = [
    fileOf('tmp/garden/.project_root', '/home/dev/garden\n'),
    fileOf('tmp/garden/chats/session-1.jsonl', chat),
    fileOf('tmp/other/chats/session-2.jsonl', chat.replaceAll('"s"', '"t"')),
  ];
  const { sources, passed } = await findSources(files);
  const cwds = new Map<string, string | undefined>();
  for (const source of sources) {
    const { sessions, account } = await convertSource(geminiCli, source);
    expect(account).toMatchObject({ records: source.files.length === 2 ? 3 : 2, dropped: 0 });
    const [made] = sessions;
    cwds.set(source.files[0]?.name ?? '', made === undefined ? undefined : toSession(made.session).environment?.cwd);
  }
  expect(passed).toEqual([]);
  expect([...cwds]).toEqual([
    ['tmp/garden/chats/session-1.jsonl', '/home/dev/garden'],
    ['tmp/other/chats/session-2.jsonl', undefined],
  ]);
});

test("believes a server's tool that it failed, though the log calls the call a success", async () => {
  const answered = (id: string, isError: boolean) => ({
    ...{ id, name: 'mcp_tides_get', args: {}, status: 'success', timestamp: at },
    result: [
      {
        functionResponse: {
          ...{ id, name: 'mcp_tides_get' },
          response: { content: [{ type: 'text', text: `harbour ${id}` }], isError },
        },
      },
    ],
  });
  const { session } = await convert([gemini('m', '', { toolCalls: [answered('a', false), answered('b', true)] })]);
  expect(session.tool_calls.map(({ outcome, output }) => [outcome, output.result?.display, output.error])).toEqual([
    ['succeeded', 'harbour a', undefined],
    ['failed', 'harbour b', 'harbour b'],
  ]);
});
