import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { cursor } from '../../../src/adapters/cursor/index.ts';
import { convertSource, createSample, findSources, type SourceFile, toSession } from '../../../src/adapters/index.ts';
import { fileOf, readFolder } from '../../helpers/sourceFiles.ts';

type Rows = readonly (readonly [key: string, value: unknown])[];

/** The editor's database with these rows, and the write-ahead log if one is asked for. */
function editorStore(
  { disk, items = [] }: { disk?: Rows; items?: Rows },
  keepsLog = false,
): { main: Uint8Array; log: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'cursor-editor-'));
  const path = join(folder, 'state.vscdb');
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA page_size = 1024');
    if (keepsLog) database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    database.exec('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
    if (disk !== undefined)
      database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
    if (keepsLog) database.exec('PRAGMA wal_checkpoint(RESTART)');
    const put = (table: string, rows: Rows): void => {
      if (rows.length === 0) return;
      const statement = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
      for (const [key, value] of rows) {
        const stored = value === null || typeof value === 'string' ? value : JSON.stringify(value);
        statement.run(key, stored);
      }
    };
    put('ItemTable', items);
    put('cursorDiskKV', disk ?? []);
    return {
      main: new Uint8Array(readFileSync(path)),
      log: keepsLog ? new Uint8Array(readFileSync(`${path}-wal`)) : new Uint8Array(),
    };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

const fileWith = (disk: Rows, items: Rows = []): SourceFile => fileOf('state.vscdb', editorStore({ disk, items }).main);

async function convert(...files: readonly SourceFile[]) {
  const conversion = await convertSource(cursor, { files });
  const sessions = conversion.sessions.map(({ session }) => toSession(session));
  return { ...conversion, all: sessions, session: sessions[0] };
}

const at = (second: number): string => new Date(Date.UTC(2026, 2, 1, 9, 0, second)).toISOString();
const composer = (id: string, bubbles: readonly string[], more: object = {}): [string, object] => [
  `composerData:${id}`,
  {
    _v: 3,
    composerId: id,
    createdAt: Date.UTC(2026, 2, 1, 9),
    fullConversationHeadersOnly: bubbles.map((bubbleId) => ({ bubbleId })),
    ...more,
  },
];
const bubble = (id: string, own: string, value: object): [string, object] => [`bubbleId:${id}:${own}`, value];
const asks = (text: string, second = 1): object => ({ type: 1, text, createdAt: at(second) });
const says = (text: string, second = 2, more: object = {}): object => ({
  type: 2,
  text,
  createdAt: at(second),
  ...more,
});

describe('secrets beside the chats', () => {
  const secret = 'PLANTED-3f9c1d';
  const planted: Rows = [
    ['cursorAuth/accessToken', `${secret}-access`],
    ['cursorAuth/refreshToken', `${secret}-refresh`],
    [`secret://{"extensionId":"${secret}-extension","key":"token"}`, `${secret}-secret ${'x'.repeat(9000)}`],
    ['aiService.prompts', [{ text: `${secret}-prompt` }]],
    ['composer.composerDataX', { allComposers: [{ composerId: 'x', conversation: [asks(`${secret}-near`)] }] }],
    ['Composer.composerData', `${secret}-case`],
  ];
  const disk: Rows = [
    composer('c1', ['b1']),
    bubble('c1', 'b1', asks('Hello')),
    bubble('gone', 'b1', asks(`${secret}-deleted`)),
    ['agentKv:blob:1', `${secret}-blob`],
    ['messageRequestContext:c1:b1', { text: `${secret}-context` }],
    ['bubbleId:nowhere', `${secret}-half`],
    [`inlineDiff:${secret}`, '{'],
  ];

  test('reach no session, content, diagnostic or text', async () => {
    const { main, log } = editorStore({ disk, items: planted }, true);
    expect(Buffer.concat([main, log]).includes(secret)).toBe(true);
    const file = fileOf('state.vscdb', main);
    const records: unknown[] = [];
    const contents: string[] = [];
    const made = await convertSource(
      cursor,
      { files: [file, fileOf('state.vscdb-wal', log)] },
      { onRecord: (record) => records.push(record) },
    );
    for (const { session, contents: own } of made.sessions) {
      contents.push(JSON.stringify(toSession(session)), JSON.stringify(own));
    }
    expect(contents.join('')).toContain('Hello');
    const whole = [...contents, JSON.stringify([records, made.diagnostics, made.account])].join('\n');
    expect(whole).not.toContain('PLANTED');
    expect(made.account).toMatchObject({ records: 13, converted: 2, ignored: { not_chat: 10, deleted_composer: 1 } });
  });

  test('reach nothing when every page of the database is damaged in turn', async () => {
    const { main } = editorStore({ disk, items: planted });
    for (let at = 1024; at < main.length; at += 1024) {
      for (const byte of [0, 5, 255]) {
        const damaged = main.slice();
        damaged[at] = byte;
        damaged[at + 4] = byte;
        const records: unknown[] = [];
        const made = await convertSource(
          cursor,
          { files: [fileOf('state.vscdb', damaged)] },
          { onRecord: (record) => records.push(record) },
        );
        const text = JSON.stringify(made.sessions.map(({ session }) => toSession(session)));
        expect(`${text}${JSON.stringify([records, made.diagnostics])}`).not.toContain('PLANTED');
      }
    }
  });
});

test('what was planted where tokens are stands in no session of the samples', () => {
  const root = join(import.meta.dirname, '../../..');
  const sample = readFileSync(join(root, 'data/sources/cursor/globalStorage/state.vscdb'));
  expect(sample.includes('planted-where-tokens-are')).toBe(true);
  const made = readFolder(join(root, 'data/sessions'));
  expect([...made.keys()].join()).toContain('round-the-degrees-on-the-page');
  const found = [...made].filter(([, bytes]) => Buffer.from(bytes).includes('planted-where-tokens-are'));
  expect(found.map(([path]) => path)).toEqual([]);
});

describe('conversation of the editor', () => {
  test('has its messages in the named order, and what it no longer names as left behind', async () => {
    const disk: Rows = [
      composer('c1', ['b2', 'b1', 'lost'], {
        name: 'Named',
        modelConfig: { modelName: 'default' },
        status: 'completed',
        workspaceIdentifier: { uri: { fsPath: '/w' } },
      }),
      bubble(
        'c1',
        'b1',
        says('second', 2, { modelInfo: { modelName: 'm' }, tokenCount: { inputTokens: 7, outputTokens: 3 } }),
      ),
      bubble('c1', 'b2', asks('first')),
      bubble('c1', 'b0', says('older', 0, { tokenCount: { inputTokens: 0, outputTokens: 0 } })),
    ];
    const { session, account, sessions } = await convert(fileWith(disk));
    const texts = session?.events.map((event) => `${event.branch ?? event.type} ${'text' in event ? event.text : ''}`);
    expect(texts).toEqual(['message first', 'message second', 'usage ', 'abandoned older']);
    expect(session).toMatchObject({
      task_title: 'Named',
      agent: { model_id: 'm' },
      environment: { cwd: '/w' },
      created_at: '2026-03-01T09:00:00.000Z',
      outcome: 'succeeded',
    });
    expect(account).toMatchObject({ records: 4, converted: 4 });
    const [{ message = '' } = {}] = sessions[0]?.diagnostics.filter(({ code }) => code === 'malformed-record') ?? [];
    expect(message).toBe('A conversation of the editor names 1 messages that are not in the database.');
  });

  test('has calls with what became of them', async () => {
    const call = (name: string, more: object): object =>
      says('', 3, { capabilityType: 15, toolFormerData: { name, ...more } });
    const calls = [
      call('read_file', { toolCallId: 't1', status: 'completed', rawArgs: '{"path":"a"}', result: '{"contents":"A"}' }),
      call('run_terminal_cmd', {
        toolCallId: 't2',
        status: 'completed',
        params: '{"command":"x"}',
        result: '{"output":"no","exitCode":2}',
      }),
      call('edit_file', { toolCallId: 't3', status: 'completed', userDecision: 'rejected' }),
      call('grep', { toolCallId: 't4', status: 'error', error: '{"clientVisibleErrorMessage":"Gone"}' }),
      call('grep', { toolCallId: 't4', status: 'cancelled', rawArgs: '{no json' }),
      call('grep', { status: 'loading' }),
    ];
    const ids = calls.map((_, index) => `b${index}`);
    const disk: Rows = [composer('c1', ids), ...calls.map((value, index) => bubble('c1', `b${index}`, value))];
    const { session } = await convert(fileWith(disk));
    const told = session?.tool_calls.map(
      ({ tool_name, outcome, output }) => `${tool_name} ${outcome} ${output.error ?? ''}`,
    );
    expect(told).toEqual([
      'read_file succeeded ',
      'run_terminal_cmd failed Exit code 2',
      'edit_file denied Rejected by the user',
      'grep failed Gone',
      'grep interrupted Cancelled',
      expect.stringMatching(/^grep unanswered/),
    ]);
    expect(session?.tool_calls[0]?.output.result?.display).toBe('A');
  });

  test("reads the answer of a server's tool, which says itself whether it failed", async () => {
    const answer = (text: string, isError: boolean): string =>
      JSON.stringify({ result: JSON.stringify({ content: [{ type: 'text', text }], isError }) });
    const call = (toolCallId: string, result: string): object =>
      says('', 3, {
        capabilityType: 15,
        toolFormerData: { name: 'mcp_tides_get', toolCallId, status: 'completed', result },
      });
    const disk: Rows = [
      composer('c1', ['b1', 'b2']),
      bubble('c1', 'b1', call('t1', answer('High at noon', false))),
      bubble('c1', 'b2', call('t2', answer('No such harbour', true))),
    ];
    const { session } = await convert(fileWith(disk));
    expect(session?.tool_calls.map(({ outcome, output }) => [outcome, output.result?.display, output.error])).toEqual([
      ['succeeded', 'High at noon', undefined],
      ['failed', 'No such harbour', 'No such harbour'],
    ]);
  });

  test('reports the tokens that are stated, and leaves cancelled entries out of a checklist', async () => {
    const todos = ['completed', 'cancelled', 'in_progress'].map((status, index) => ({ content: `${index}`, status }));
    const data = { name: 'todo_write', toolCallId: 't', status: 'completed', rawArgs: JSON.stringify({ todos }) };
    const disk: Rows = [
      composer('c1', ['b1', 'b2']),
      bubble('c1', 'b1', says('Done', 2, { tokenCount: { inputTokens: 7, outputTokens: 5 } })),
      bubble('c1', 'b2', says('', 3, { capabilityType: 15, toolFormerData: data })),
    ];
    const { session } = await convert(fileWith(disk));
    expect(session?.usage).toEqual({ input: 7, output: 5 });
    expect(session?.events.flatMap((event) => (event.type === 'plan' ? event.items : []))).toEqual([
      { text: '0', status: 'completed' },
      { text: '2', status: 'in_progress' },
    ]);
  });

  test('keeps thoughts, errors and images, and bubbles of unknown kinds', async () => {
    const disk: Rows = [
      composer('c1', ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']),
      bubble('c1', 'b1', { type: 1, text: '', images: [{ uuid: 'u', data: 'AAAA', mimeType: 'image/png' }] }),
      bubble('c1', 'b2', says('', 2, { capabilityType: 30, thinking: { text: 'Hm' }, thinkingDurationMs: 5 })),
      bubble('c1', 'b3', says('', 3, { errorDetails: { message: 'Out of requests' } })),
      bubble('c1', 'b4', says('', 4, { capabilityType: 99, more: 'x' })),
      bubble('c1', 'b5', { type: 7 }),
      bubble('c1', 'b6', says('')),
      bubble('c1', 'b7', { type: 1, text: '', richText: '{"root":{}}' }),
      ['bubbleId:c1:b8', null],
      ['bubbleId:c1:b9', '{torn'],
    ];
    const { session, account } = await convert(fileWith(disk));
    const types = session?.events.map(({ type }) => type);
    expect(types).toEqual(['message', 'thinking', 'notice', 'unknown', 'unknown', 'unknown']);
    expect(account).toMatchObject({ converted: 4, unknown: 3, ignored: { empty_message: 2 }, dropped: 1 });
    expect(session?.outcome).toBe('failed');
  });

  test('keeps a subagent in the session that started it', async () => {
    const task = says('', 2, {
      toolFormerData: {
        name: 'task',
        toolCallId: 't1',
        status: 'completed',
        rawArgs: '{"prompt":"Look"}',
        result: '"Found"',
      },
    });
    const subagentInfo = { parentComposerId: 'p', toolCallId: 't1', subagentTypeName: 'explore' };
    const disk: Rows = [
      composer('a', ['b1'], { subagentInfo }),
      bubble('a', 'b1', asks('Look')),
      composer('p', ['b1']),
      bubble('p', 'b1', task),
      composer('x', ['b1'], { subagentInfo: { parentComposerId: 'y' }, createdAt: 9e12 }),
      bubble('x', 'b1', asks('in a ring')),
      composer('y', ['b1'], { subagentInfo: { parentComposerId: 'x' }, createdAt: 9e12 }),
      bubble('y', 'b1', asks('in a ring, too')),
      composer('empty', []),
    ];
    const { all, account } = await convert(fileWith(disk));
    const [first] = all;
    expect(all.map(({ sub_sessions }) => sub_sessions?.length)).toEqual([1, 1]);
    expect(first?.sub_sessions?.[0]).toMatchObject({
      agent: { agent_type: 'explore' },
      triggered_by_call_id: first?.tool_calls[0]?.call_id,
    });
    expect(account).toMatchObject({ records: 9, converted: 8, ignored: { empty_composer: 1 } });
  });

  test('of 2024 lies in one row of a workspace', async () => {
    const items: Rows = [
      [
        'composer.composerData',
        {
          allComposers: [
            {
              composerId: 'c1',
              name: 'Old',
              createdAt: 1.73e12,
              conversation: [
                { type: 1, text: 'Q', bubbleId: 'b' },
                { type: 2, text: 'A' },
              ],
            },
            { composerId: 'c2', name: 'Elsewhere' },
          ],
        },
      ],
      [
        'workbench.panel.aichat.view.aichat.chatdata',
        {
          tabs: [
            {
              tabId: 't',
              chatTitle: 'Tab',
              bubbles: [
                { type: 'user', text: 'q' },
                { type: 'ai', rawText: 'a' },
              ],
            },
          ],
        },
      ],
    ];
    const { all, account } = await convert(fileOf('state.vscdb', editorStore({ items }).main));
    expect(all.map(({ task_title, events }) => [task_title, events.length])).toEqual([
      ['Old', 2],
      ['Tab', 2],
    ]);
    expect(account).toMatchObject({ records: 3, ignored: { listed_composer: 1 } });
  });
});

describe('database of the editor', () => {
  test('is known by its tables, and one of another editor is refused in words', () => {
    const detect = (name: string, made: { disk?: Rows; items?: Rows }) => {
      const found = cursor.detect(createSample(name, editorStore(made).main, false));
      return [found.grade, 'role' in found ? found.role.is : found.because];
    };
    expect(detect('any.sqlite', { disk: [] })).toEqual(['certain', 'primary']);
    expect(detect('state.vscdb', { items: [['composer.composerData', {}]] })).toEqual(['certain', 'primary']);
    expect(detect('state.vscdb', { items: [['workbench.view', {}]] })).toEqual([
      'no',
      'is a database of an editor, in whose beginning no chat of Cursor is named',
    ]);
  });

  test('is read with its write-ahead log, and says when that is not there', async () => {
    const { main, log } = editorStore({ disk: [composer('c1', ['b1']), bubble('c1', 'b1', asks('new'))] }, true);
    const alone = await convert(fileOf('state.vscdb', main));
    expect([alone.all.length, alone.diagnostics.map(({ code }) => code)]).toEqual([
      0,
      ['missing-database-log', 'empty-source'],
    ]);
    const whole = await convert(fileOf('state.vscdb', main), fileOf('state.vscdb-wal', log));
    expect(whole.session?.events).toHaveLength(1);
    expect(whole.session?.events[0]?.source_ref).toMatchObject({ source: 1 });
    const torn = await convert(fileOf('state.vscdb', main), fileOf('state.vscdb-wal', log.subarray(0, 1500)));
    expect(torn.all.length).toBe(0);
  });

  test('converts a conversation once: before its copies, a transcript and the database of the command line', async () => {
    const uuid = '4c1de2f0-6b7a-4d8c-9e0f-1a2b3c4d5e6f';
    const other = '5d1de2f0-6b7a-4d8c-9e0f-1a2b3c4d5e6f';
    const disk: Rows = [composer(uuid, ['b1']), bubble(uuid, 'b1', asks('Go')), composer(other, [])];
    const store = editorStore({ disk, items: [['composer.composerData', { allComposers: [] }]] }).main;
    const old = { composerId: uuid, conversation: [asks('Go')] };
    const workspace = editorStore({ items: [['composer.composerData', { allComposers: [old] }]] }).main;
    const line = JSON.stringify({ role: 'user', message: { content: [{ type: 'text', text: 'Go' }] } });
    const { sources } = await findSources([
      fileOf(`projects/p/agent-transcripts/${uuid}/${uuid}.jsonl`, line),
      fileOf(`projects/p/agent-transcripts/${other}/${other}.jsonl`, line),
      fileOf('User/globalStorage/state.vscdb.backup', store),
      fileOf('User/globalStorage/state.vscdb', store),
      fileOf(`User/workspaceStorage/${'0a'.repeat(16)}/state.vscdb`, workspace),
    ]);
    const made = await Promise.all(sources.map((source) => convertSource(source.adapter, source)));
    const told = made.map(({ sessions, account }, index) => [
      sources[index]?.files[0]?.name,
      sessions.length,
      account.ignored,
    ]);
    expect(
      Object.fromEntries(told.map(([name, count]) => [String(name).replace(/.*[/](?=[^/]+[/])/, ''), count])),
    ).toEqual({
      [`${uuid}/${uuid}.jsonl`]: 0,
      [`${other}/${other}.jsonl`]: 1,
      'globalStorage/state.vscdb.backup': 0,
      'globalStorage/state.vscdb': 1,
      [`${'0a'.repeat(16)}/state.vscdb`]: 0,
    });
  });
});
