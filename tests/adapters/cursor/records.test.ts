import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { cursor } from '../../../src/adapters/cursor/index.ts';
import { splitPrompt, timeOf } from '../../../src/adapters/cursor/run.ts';
import {
  convertSource,
  createSample,
  detectFormat,
  findSources,
  type SourceFile,
  toSession,
} from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const lines = (records: readonly object[]): string => records.map((each) => JSON.stringify(each)).join('\n');
const asked = (text: string) => ({ role: 'user', message: { content: [{ type: 'text', text }] } });
const said = (...content: readonly object[]) => ({ role: 'assistant', message: { content } });
const text = (words: string) => ({ type: 'text', text: words });
const use = (name: string, input: object) => ({ type: 'tool_use', name, input });

async function convert(...files: readonly SourceFile[]) {
  const { sessions, account } = await convertSource(cursor, { files });
  const [session, ...more] = sessions.map((made) => toSession(made.session));
  if (session === undefined) throw new Error('no session');
  const texts = session.events.flatMap((event) =>
    'text' in event ? [`${event.branch ?? event.type} ${event.text}`] : [],
  );
  const calls = session.tool_calls.map(({ tool_name, outcome, output }) =>
    `${tool_name} ${outcome} ${output.error ?? ''}`.trim(),
  );
  return { session, more, texts, calls, account };
}

describe('transcript', () => {
  test('has no results: of its calls only the fact is known that they were made', async () => {
    const records = [
      asked('<user_query>Go</user_query>'),
      said(use('Shell', { command: 'ls' }), use('Read', { path: 'a' })),
      said(text('Done'), use('Grep', { pattern: 'x' })),
      { type: 'turn_ended', status: 'success' },
    ];
    const { calls, account } = await convert(fileOf('x.jsonl', lines(records)));
    expect(calls).toEqual(['Shell unknown', 'Read unknown', 'Grep unknown']);
    expect(account.ignored).toEqual({ turn_mark: 1 });
  });

  test('gives results to the waiting calls, whether they name their tool or none', async () => {
    const records = [
      asked('Go'),
      said(use('Shell', { command: 'ls' }), use('Read', { path: 'a' })),
      { role: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', name: 'Read', content: 'one' }] } },
      { role: 'user', message: { content: [{ type: 'tool_result', content: [text('two')] }] } },
      { role: 'user', message: { content: [{ type: 'tool_result', content: 'three' }] } },
    ];
    const { session } = await convert(fileOf('x.jsonl', lines(records)));
    const told = session.tool_calls.map(({ tool_name, output }) => `${tool_name} ${output.result?.display}`);
    expect(told).toEqual(['Shell two', 'Read one']);
    expect(session.events.map(({ type }) => type)).toEqual(['message', 'unknown']);
  });

  test('may have messages and blocks that are null: they are no text', async () => {
    const empty = { role: 'assistant', message: null };
    const records = [
      empty,
      { role: 'user', message: { content: [null, text('Go')] } },
      { role: 'assistant', message: { content: [null] } },
      said(use('Read', { path: 'a' })),
      { role: 'user', message: { content: [{ type: 'tool_result', name: 'Read', content: [null, text('one')] }] } },
    ];
    const sample = createSample('x.jsonl', new TextEncoder().encode(lines(records)), false);
    expect(detectFormat(sample).best?.adapter.descriptor.id).toBe('cursor');
    const { texts, session, account } = await convert(fileOf('x.jsonl', lines(records)));
    expect(texts).toEqual(['message Go']);
    expect(session.tool_calls.map(({ output }) => output.result?.display)).toEqual(['one']);
    expect(account).toMatchObject({ records: 5, converted: 3, ignored: { empty_message: 2 } });
    const nothingElse = createSample('x.jsonl', new TextEncoder().encode(lines([empty])), false);
    expect(detectFormat(nothingElse).best).toBeUndefined();
  });

  test('links subagents to the calls with the same prompt, else by order', async () => {
    const task = (prompt: string) => use('Task', { description: 'd', prompt });
    const parent = [asked('Go'), said(task('first'), task('second'), task('third'))];
    const child = (name: string, prompt: string) =>
      fileOf(`p/subagents/${name}.jsonl`, lines([asked(prompt), said(text('ok'))]));
    const { session } = await convert(
      fileOf('p/p.jsonl', lines(parent)),
      child('a', '<user_query>third</user_query>'),
      child('b', 'first'),
      child('c', 'worded otherwise'),
    );
    const ids = session.tool_calls.map(({ call_id }) => call_id);
    const links = session.sub_sessions?.map((each) => [each.agent.agent_id, each.triggered_by_call_id, each.inferred]);
    const inferred = expect.arrayContaining(['triggered_by']);
    expect(links).toEqual([
      ['a', ids[2], inferred],
      ['b', ids[0], inferred],
      ['c', ids[1], inferred],
    ]);
  });

  test('includes its subagents wherever its folder begins', async () => {
    const uuid = '4c1de2f0-6b7a-4d8c-9e0f-1a2b3c4d5e6f';
    const groupsOf = async (...names: string[]) => {
      const files = names.map((name) => fileOf(name, lines([asked('Go'), said(text('ok'))])));
      const { sources } = await findSources(files);
      return sources.map((source) => source.files.length);
    };
    expect(await groupsOf(`t/${uuid}/${uuid}.jsonl`, `t/${uuid}/subagents/c.jsonl`)).toEqual([2]);
    expect(await groupsOf(`t/${uuid}.jsonl`, `t/${uuid}/subagents/c.jsonl`, 't/other.jsonl')).toEqual([2, 1]);
    expect(await groupsOf(`${uuid}.jsonl`, 'subagents/c.jsonl')).toEqual([2]);
    expect(await groupsOf('t/parent.jsonl', 't/subagents/c.jsonl')).toEqual([2]);
  });

  test("is kept apart from other formats' transcripts", () => {
    const formatOf = (...records: object[]) => {
      const { best, ties } = detectFormat(createSample('x.jsonl', new TextEncoder().encode(lines(records)), false));
      return [best?.adapter.descriptor.id, best?.detection.grade, ties.length];
    };
    expect(formatOf(asked('hello'), said(text('hi')))).toEqual(['cursor', 'likely', 0]);
    expect(formatOf(asked('hello'), { type: 'turn_ended', status: 'error' })).toEqual(['cursor', 'likely', 0]);
    const claude = {
      type: 'user',
      uuid: 'u',
      parentUuid: null,
      sessionId: 's',
      version: '1',
      message: { role: 'user', content: 'x' },
    };
    expect(formatOf(claude)[0]).toBe('claude-code');
    expect(formatOf({ role: 'user', content: 'x' })[0]).toBeUndefined();
    expect(formatOf({ role: 'user', message: { role: 'user', content: 'x' } })[0]).toBeUndefined();
  });
});

test('reads a prompt from its tags, and its time from the tag beside it', () => {
  const stamp = '<timestamp>Friday, Sep 4, 2026, 10:12 AM (UTC-7)</timestamp>';
  expect(
    splitPrompt(`<user_info>x</user_info>${stamp}<user_query>\nGo\n</user_query> <user_query>on</user_query>`),
  ).toEqual({
    asked: 'Go\n\non',
    context: '<user_info>x</user_info> ',
    at: '2026-09-04T10:12:00-07:00',
  });
  expect(splitPrompt('<user_query>never closed')).toMatchObject({ asked: '<user_query>never closed', context: '' });
  expect(splitPrompt('<system_reminder>x</system_reminder>')).toMatchObject({ asked: '' });
  expect(timeOf('Monday, Jan 12, 2026, 12:05 AM (UTC+5:30)')).toBe('2026-01-12T00:05:00+05:30');
  expect(timeOf('Monday, Jan 12, 2026, 12:05 PM (UTC)')).toBe('2026-01-12T12:05:00+00:00');
  expect(timeOf('yesterday')).toBeUndefined();
  const many = stamp.repeat(20_000);
  expect(splitPrompt(many).asked.length).toBe(many.length - stamp.length);
});

describe('stream', () => {
  const init = {
    type: 'system',
    subtype: 'init',
    apiKeySource: 'env',
    cwd: '/w',
    session_id: 's',
    model: 'm',
    permissionMode: 'default',
  };
  const event = (type: string, more: object) => ({ type, session_id: 's', ...more });
  const reply = (words: string, more: object = {}) =>
    event('assistant', { message: { role: 'assistant', content: [text(words)] }, ...more });
  const call = (id: string, subtype: string, tool_call: object) =>
    event('tool_call', { subtype, call_id: id, tool_call });

  test('includes the pieces of a text once, complete or not', async () => {
    const records = [
      init,
      reply('One ', { timestamp_ms: 1 }),
      reply('two', { timestamp_ms: 2 }),
      reply('One two', { timestamp_ms: 3, model_call_id: 'm' }),
      reply('Three ', { timestamp_ms: 4 }),
      reply('four', { timestamp_ms: 5 }),
      call('c', 'started', { readToolCall: { args: { path: 'a' } } }),
      reply('Five'),
      reply('Five'),
      event('result', { subtype: 'success', is_error: false, result: 'One twoThree fourFive', duration_ms: 9 }),
    ];
    const { texts, session } = await convert(fileOf('x.jsonl', lines(records)));
    expect(texts).toEqual(['message One two', 'message Three four', 'message Five', 'notice Run ended']);
    expect(session.agent.model_id).toBe('m');
    expect(session.environment?.cwd).toBe('/w');
  });

  test('gives the outcome of each call', async () => {
    const done = (id: string, tool: string, result: object) => call(id, 'completed', { [tool]: { args: {}, result } });
    const records = [
      init,
      done('1', 'shellToolCall', { success: { exitCode: 0, stdout: 'ok', stderr: '' } }),
      done('2', 'shellToolCall', { failure: { exitCode: 2, stdout: 'no' } }),
      done('3', 'writeToolCall', { rejected: { reason: 'Not now' } }),
      done('4', 'readToolCall', { error: { errorMessage: 'Gone' } }),
      call('5', 'started', { function: { name: 'search', arguments: '{"q":1}' } }),
      call('6', 'started', { mcpToolCall: { args: { name: 'server-tool', toolName: 'tool', args: {} } } }),
      done('1', 'shellToolCall', { success: {} }),
      event('result', { subtype: 'error', is_error: true, result: 'Out of requests' }),
    ];
    const { calls, session, account } = await convert(fileOf('x.jsonl', lines(records)));
    expect(calls).toEqual([
      'shell succeeded',
      'shell failed Exit code 2',
      'write denied Not now',
      'read failed Gone',
      expect.stringMatching(/^search unanswered/),
      expect.stringMatching(/^tool unanswered/),
    ]);
    expect(account.ignored).toEqual({ repeated_call: 1 });
    expect(session.outcome).toBe('failed');
  });

  test('names the server of a tool, and has what it answered', async () => {
    const args = { name: 'gh-create', toolName: 'create', providerIdentifier: 'gh', args: { title: 'x' } };
    const content = [{ text: { text: 'made' } }, { text: { text: 'and told' } }];
    const image = { image: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } };
    const done = (id: string, result: object) => call(id, 'completed', { mcpToolCall: { args, result } });
    const records = [
      init,
      done('1', { success: { content: [...content, image], isError: false } }),
      done('2', { success: { content: [{ text: { text: 'No such project' } }], isError: true } }),
    ];
    const { calls, session } = await convert(fileOf('x.jsonl', lines(records)));
    expect(calls).toEqual(['mcp__gh__create succeeded', 'mcp__gh__create failed No such project']);
    const [first] = session.tool_calls;
    expect(first?.input.params).toEqual({ title: 'x' });
    expect(first?.output.result).toMatchObject({
      text: 'made\nand told',
      attachments: [{ kind: 'image', media_type: 'image/png' }],
    });
  });

  test('shows an edit by the whole file before and after it, where its diff has no places', async () => {
    const result = {
      success: { path: '/w/a', diffString: '-a\n+b', beforeFullFileContent: 'z\na\n', afterFullFileContent: 'z\nb\n' },
    };
    const records = [init, call('1', 'completed', { editToolCall: { args: { path: '/w/a' }, result } })];
    const { session } = await convert(fileOf('x.jsonl', lines(records)));
    expect(session.tool_calls[0]?.output.result?.patches).toEqual([
      {
        path: '/w/a',
        change: 'modified',
        hunks: [{ old_start: 1, old_lines: 2, new_start: 1, new_lines: 2, lines: [' z', '-a', '+b'] }],
        before: 'z\na\n',
      },
    ]);
  });

  test('shows the lines of a diff without places', async () => {
    const result = { success: { path: '/w/a', diffString: '-a\n+b' } };
    const records = [init, call('1', 'completed', { editToolCall: { args: { path: '/w/a' }, result } })];
    const { session } = await convert(fileOf('x.jsonl', lines(records)));
    const [patch] = session.tool_calls[0]?.output.result?.patches ?? [];
    expect(patch?.hunks).toEqual([{ old_start: 0, old_lines: 1, new_start: 0, new_lines: 1, lines: ['-a', '+b'] }]);
  });

  test('says which agent a task is for', async () => {
    const task = (subagentType: object) => ({ taskToolCall: { args: { prompt: 'Look', subagentType } } });
    const records = [
      init,
      call('1', 'started', task({ explore: {} })),
      call('2', 'started', task({ custom: { name: 'scout' } })),
    ];
    const { session } = await convert(fileOf('x.jsonl', lines(records)));
    expect(session.tool_calls.map(({ subagent_info }) => subagent_info?.subagent_type)).toEqual(['explore', 'scout']);
  });

  test('counts the tokens of each request once', async () => {
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 400, cacheWriteTokens: 7 };
    const end = (request_id: string, more: object) => event('result', { subtype: 'success', request_id, ...more });
    const records = [
      init,
      reply('One'),
      end('r-1', { usage: { ...usage, outputTokens: 4 } }),
      end('r-1', { usage }),
      reply('Two'),
      end('r-2', { usage: { outputTokens: 3, servers: 2, cacheReadTokens: -1 } }),
      end('r-3', { usage: { inputTokens: 0, outputTokens: 0 } }),
    ];
    const { session } = await convert(fileOf('x.jsonl', lines(records)));
    expect(session.usage).toMatchObject({ input: 10, output: 8, cache_read: 400, cache_write: 7 });
    const told = session.events.filter(({ type }) => type === 'usage');
    expect(told).toMatchObject([
      { model: 'm', usage: { input: 10, output: 5 } },
      { model: 'm', usage: { output: 3 } },
    ]);
    const ends = session.events.flatMap((each) => (each.type === 'notice' ? [each.extensions] : []));
    expect(ends[2]).toMatchObject({ cursor: { result: { usage: { servers: 2, cacheReadTokens: -1 } } } });
  });

  test('may contain several sessions', async () => {
    const second = { ...init, session_id: 't' };
    const records = [init, reply('a'), second, { ...reply('b'), session_id: 't' }];
    const { session, more } = await convert(fileOf('x.jsonl', lines(records)));
    expect([session, ...more].map(({ events }) => events.length)).toEqual([1, 1]);
  });
});

describe('database', () => {
  function store(rows: readonly [id: string, data: Uint8Array | string][], meta: object | string): Uint8Array {
    const folder = mkdtempSync(join(tmpdir(), 'cursor-'));
    try {
      const path = join(folder, 'store.db');
      const database = new DatabaseSync(path);
      database.exec(
        'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
      );
      for (const row of rows) database.prepare('INSERT INTO blobs VALUES (?, ?)').run(...row);
      const value = typeof meta === 'string' ? meta : Buffer.from(JSON.stringify(meta)).toString('hex');
      database.prepare("INSERT INTO meta VALUES ('0', ?)").run(value);
      database.close();
      return new Uint8Array(readFileSync(path));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const id = (digit: string): string => digit.repeat(64);
  const message = (role: string, words: string): string => JSON.stringify({ role, content: [text(words)] });
  const list = (...ids: readonly string[]): Uint8Array =>
    Buffer.concat(ids.flatMap((each) => [Buffer.from([0x0a, 0x20]), Buffer.from(each, 'hex')]));

  test('has the latest state in its order, followed by what is left of older ones', async () => {
    const rows: [string, Uint8Array | string][] = [
      [id('1'), message('assistant', 'second')],
      [id('2'), message('user', '<user_query>first</user_query>')],
      [id('3'), message('assistant', 'older')],
      [id('4'), list(id('1'), id('9'), id('5'))],
      [id('5'), list(id('4'), id('5'))],
      [id('6'), Buffer.concat([Buffer.from([0x1a, 0x03, 1, 2, 3, 0x20, 0x05]), list(id('2'), id('5'))])],
    ];
    const bytes = store(rows, {
      agentId: 'a',
      name: 'Named',
      latestRootBlobId: id('6'),
      lastUsedModel: 'm',
      createdAt: 1e12,
    });
    const { texts, session } = await convert(fileOf('store.db', bytes));
    expect(texts).toEqual(['message first', 'message second', 'abandoned older']);
    expect([session.task_title, session.agent.model_id, session.created_at]).toEqual([
      'Named',
      'm',
      '2001-09-09T01:46:40.000Z',
    ]);
  });

  test('may list more than a call takes arguments', async () => {
    const rows: [string, Uint8Array | string][] = [
      [id('1'), message('user', 'first')],
      [id('2'), Buffer.concat([...Array.from({ length: 200_000 }, () => list(id('9'))), list(id('1'))])],
    ];
    const { texts } = await convert(fileOf('store.db', store(rows, { agentId: 'a', latestRootBlobId: id('2') })));
    expect(texts).toEqual(['message first']);
  });

  test('may contain damaged lists and facts', async () => {
    const rows: [string, Uint8Array | string][] = [
      [id('1'), '{no json'],
      [id('2'), new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
      [id('3'), message('user', 'kept')],
    ];
    const { account, texts } = await convert(fileOf('store.db', store(rows, 'no hex')));
    expect(texts).toEqual(['abandoned kept']);
    expect(account).toMatchObject({ records: 4, dropped: 2, ignored: { opaque: 1 } });
  });

  test("replaces a session's transcript if it has the session's messages", async () => {
    const uuid = '4c1de2f0-6b7a-4d8c-9e0f-1a2b3c4d5e6f';
    const transcript = fileOf(`projects/p/agent-transcripts/${uuid}/${uuid}.jsonl`, lines([asked('Go')]));
    const made = async (rows: [string, string][]) => {
      const database = fileOf(`chats/x/${uuid}/store.db`, store(rows, { agentId: uuid, latestRootBlobId: id('1') }));
      const { sources } = await findSources([transcript, database]);
      const all = await Promise.all(sources.map((source) => convertSource(source.adapter, source)));
      return all.map(({ sessions, account }) => [sessions.length, account.ignored]);
    };
    expect(await made([[id('1'), message('user', 'Go')]])).toEqual([
      [0, { in_database: 1 }],
      [1, {}],
    ]);
    expect(await made([])).toEqual([
      [1, {}],
      [1, {}],
    ]);
  });
});
