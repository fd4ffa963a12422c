import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Writes the samples that are databases: `node scripts/make-database-samples.ts`. Their newest rows stay in a write-ahead log beside them,
 * as while the agent runs. SQLite puts random values into that log, so each run writes different bytes.
 */
const sources = join(import.meta.dirname, '../data/sources');

function writeSample(
  path: string,
  schema: string,
  write: (database: DatabaseSync, checkpoint: () => void) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'database-sample-'));
  const file = join(folder, 'sample.db');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    database.exec(schema);
    write(database, () => database.exec('PRAGMA wal_checkpoint(RESTART)'));
    mkdirSync(dirname(join(sources, path)), { recursive: true });
    copyFileSync(file, join(sources, path));
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, join(sources, `${path}-wal`));
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

const openCodeSchema = `
CREATE TABLE \`project\` (\`id\` text PRIMARY KEY, \`worktree\` text NOT NULL, \`time_created\` integer NOT NULL);
CREATE TABLE \`session\` (
  \`id\` text PRIMARY KEY, \`project_id\` text NOT NULL, \`parent_id\` text, \`slug\` text NOT NULL, \`directory\` text NOT NULL,
  \`title\` text NOT NULL, \`version\` text NOT NULL, \`share_url\` text, \`summary_additions\` integer, \`summary_deletions\` integer,
  \`summary_files\` integer, \`summary_diffs\` text, \`revert\` text, \`permission\` text, \`time_created\` integer NOT NULL,
  \`time_updated\` integer NOT NULL, \`time_compacting\` integer, \`time_archived\` integer, \`workspace_id\` text, \`path\` text,
  \`agent\` text, \`model\` text, \`cost\` real DEFAULT 0 NOT NULL);
CREATE TABLE \`message\` (
  \`id\` text PRIMARY KEY, \`session_id\` text NOT NULL, \`time_created\` integer NOT NULL, \`time_updated\` integer NOT NULL,
  \`data\` text NOT NULL, CONSTRAINT \`fk\` FOREIGN KEY (\`session_id\`) REFERENCES \`session\`(\`id\`) ON DELETE CASCADE);
CREATE TABLE \`part\` (
  \`id\` text PRIMARY KEY, \`message_id\` text NOT NULL, \`session_id\` text NOT NULL, \`time_created\` integer NOT NULL,
  \`time_updated\` integer NOT NULL, \`data\` text NOT NULL);
CREATE TABLE \`event\` (\`id\` text PRIMARY KEY, \`aggregate_id\` text NOT NULL, \`seq\` integer NOT NULL, \`type\` text NOT NULL, \`data\` text NOT NULL);
CREATE INDEX \`part_session_idx\` ON \`part\` (\`session_id\`);`;

const cursorSchema = `
CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);`;

const start = Date.UTC(2026, 6, 14, 8, 30);

class OpenCodeSample {
  private readonly database: DatabaseSync;
  private now = start;
  private count = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  private id(kind: string): string {
    this.count += 1;
    return `${kind}_f64a0${String(this.count).padStart(4, '0')}001SampleSampleSamp`;
  }

  session(title: string, more: { parent?: string; agent?: string } = {}): string {
    const id = this.id('ses');
    this.database
      .prepare(
        'INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, agent, model, time_created, time_updated) ' +
          "VALUES (?, 'global', ?, 'quiet-harbor', '/home/dev/weather', ?, '1.16.0', ?, ?, ?, ?)",
      )
      .run(
        id,
        more.parent ?? null,
        title,
        more.agent ?? 'build',
        '{"id":"model-one","providerID":"maker"}',
        this.now,
        this.now,
      );
    return id;
  }

  message(session: string, data: object, seconds: number): string {
    const id = this.id('msg');
    this.now += seconds * 1000;
    this.database
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
      .run(id, session, this.now, this.now, JSON.stringify({ time: { created: this.now }, ...data }));
    return id;
  }

  ask(session: string, text: string): void {
    const data = { role: 'user', agent: 'build', model: { providerID: 'maker', modelID: 'model-one' } };
    this.part(session, this.message(session, data, 20), { type: 'text', text });
  }

  reply(session: string, output: number, parts: readonly object[], finish = 'tool-calls'): string[] {
    const tokens = { input: 400, output, reasoning: 12, cache: { read: 9000, write: 0 } };
    const completed = this.now + 14_000;
    const who = { role: 'assistant', modelID: 'model-one', providerID: 'maker', mode: 'build', agent: 'build' };
    const data = { ...who, tokens, cost: 0.0021, finish, time: { created: this.now + 2000, completed } };
    const message = this.message(session, data, 2);
    return [{ type: 'step-start' }, ...parts].map((part) => this.part(session, message, part));
  }

  tool(tool: string, input: object, state: object): object {
    const time = { start: this.now + 3000, end: this.now + 4500 };
    return {
      type: 'tool',
      callID: `call_${this.count}`,
      tool,
      state: { status: 'completed', input, time, title: '', ...state },
    };
  }

  part(session: string, message: string, data: object): string {
    const id = this.id('prt');
    const row = [id, message, session, this.now, this.now, JSON.stringify(data)];
    this.database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)').run(...row);
    return id;
  }
}

writeSample('opencode/opencode.db', openCodeSchema, (database, checkpoint) => {
  const sample = new OpenCodeSample(database);
  const main = sample.session('Round the forecast to whole degrees');
  sample.ask(main, 'Round the forecast to whole degrees, and see that the tests pass.');
  const child = sample.session('Find where degrees are printed (@explore subagent)', {
    parent: main,
    agent: 'explore',
  });
  sample.reply(main, 96, [
    {
      type: 'reasoning',
      text: 'Another agent can look for the place.',
      time: { start: start + 23_000, end: start + 24_000 },
    },
    sample.tool(
      'task',
      { subagent_type: 'explore', description: 'Find where degrees are printed', prompt: 'Where are degrees printed?' },
      { output: 'src/print.ts, line 7', metadata: { sessionId: child } },
    ),
  ]);
  sample.ask(child, 'Where are degrees printed?');
  sample.reply(child, 30, [
    sample.tool(
      'grep',
      { pattern: '°C' },
      { output: `src/print.ts:7\\n${'snapshot: 21.4°C\\n'.repeat(120)}`, metadata: { matches: 121 } },
    ),
  ]);
  sample.reply(child, 18, [{ type: 'text', text: 'src/print.ts, line 7' }], 'stop');
  checkpoint();
  sample.reply(main, 120, [
    sample.tool(
      'edit',
      { filePath: '/home/dev/weather/src/print.ts', oldString: 'degrees', newString: 'Math.round(degrees)' },
      {
        output: 'Edit applied.',
        metadata: {
          diff: '--- src/print.ts\\n+++ src/print.ts\\n@@ -7,1 +7,1 @@\\n-degrees\\n+Math.round(degrees)\\n',
        },
      },
    ),
    sample.tool(
      'bash',
      { command: 'npm test', description: 'Run the tests' },
      { output: '1 failed, 11 passed', metadata: { exit: 1 } },
    ),
  ]);
  sample.reply(main, 40, [{ type: 'text', text: 'One snapshot still holds decimals.' }], 'stop');
  const other = sample.session('New session - 2026-07-14T08:40:00.000Z');
  sample.ask(other, 'Which snapshot is it?');
  const [, first = ''] = sample.reply(other, 14, [{ type: 'text', text: 'week.snap' }], 'stop');
  database.prepare("UPDATE part SET data = json_set(data, '$.text', 'test/week.snap') WHERE id = ?").run(first);
});

writeSample('cursor/store.db', cursorSchema, (database, checkpoint) => {
  const put = (bytes: Uint8Array): string => {
    const id = createHash('sha256').update(bytes).digest('hex');
    database.prepare('INSERT OR REPLACE INTO blobs VALUES (?, ?)').run(id, bytes);
    return id;
  };
  const message = (role: string, ...content: object[]): string =>
    put(Buffer.from(JSON.stringify({ role, content, id: '1' })));
  const list = (ids: readonly string[]): string =>
    put(Buffer.concat(ids.flatMap((id) => [Buffer.from([0x0a, 0x20]), Buffer.from(id, 'hex')])));
  const facts = {
    agentId: '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d',
    name: 'Round the degrees',
    mode: 'default',
    createdAt: start,
    lastUsedModel: 'composer-2',
  };
  const point = (root: string): void => {
    const value = Buffer.from(JSON.stringify({ ...facts, latestRootBlobId: root })).toString('hex');
    database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('0', value);
  };
  const text = (words: string): object => ({ type: 'text', text: words });
  const system = message('system', text('You are an agent that works on code.'));
  const asked = message(
    'user',
    text('<user_info>\nWorkspace Path: /home/dev/weather\n</user_info>'),
    text('<user_query>\nRound the degrees.\n</user_query>'),
  );
  const draft = message('assistant', text('I would rather ask first.'));
  point(list([system, asked, draft]));
  checkpoint();
  const read = { toolCallId: 'tool_1', toolName: 'Read', args: { path: '/home/dev/weather/src/print.ts' } };
  const shell = {
    toolCallId: 'tool_2',
    toolName: 'Shell',
    args: { command: 'npm test', description: 'Run the tests' },
  };
  const replied = message(
    'assistant',
    { type: 'reasoning', text: 'The file is small.' },
    { type: 'redacted-reasoning', data: 'c2VjcmV0' },
    { type: 'tool-call', ...read },
    { type: 'tool-call', ...shell },
  );
  const results = message(
    'tool',
    { type: 'tool-result', toolCallId: 'tool_1', toolName: 'Read', result: '7: degrees' },
    {
      type: 'tool-result',
      toolCallId: 'tool_2',
      toolName: 'Shell',
      result: 'Error: Exit code: 1\n1 failed, 11 passed',
    },
  );
  const done = message('assistant', text('One test fails now.'));
  point(list([system, asked, list([replied, results]), done]));
});

const editorSchema = `
CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);`;

/** Beside its chats the editor keeps tokens, which must never be read: no token, but a text that is looked for in all sessions. */
const planted = 'planted-where-tokens-are';

function putItem(database: DatabaseSync, key: string, value: object | string): void {
  const table = /^(?:composerData|bubbleId|agentKv):/.test(key) ? 'cursorDiskKV' : 'ItemTable';
  const stored = typeof value === 'string' ? value : JSON.stringify(value);
  database.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key, stored);
}

function putPlanted(database: DatabaseSync): void {
  putItem(database, 'cursorAuth/accessToken', `${planted}-access`);
  putItem(database, 'cursorAuth/refreshToken', `${planted}-refresh`);
  putItem(database, 'secret://{"extensionId":"sample.extension","key":"token"}', `${planted}-secret`);
  putItem(database, 'aiService.prompts', [{ text: `${planted}-prompt`, commandType: 4 }]);
}

writeSample('cursor/globalStorage/state.vscdb', editorSchema, (database, checkpoint) => {
  putPlanted(database);
  putItem(database, 'agentKv:blob:0a1b', `${planted}-blob`);
  const main = '7d2b9c40-1e5f-4a6b-9c8d-0e1f2a3b4c5d';
  const child = '8e3cad51-2f60-4b7c-8d9e-1f2a3b4c5d6e';
  const ids = new Map<string, string[]>([
    [main, []],
    [child, []],
  ]);
  let count = 0;
  const bubble = (composer: string, value: object, isNamed = true): void => {
    count += 1;
    const id = `b0000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    const createdAt = new Date(start + count * 4000).toISOString();
    const tokenCount = { inputTokens: 0, outputTokens: 0 };
    putItem(database, `bubbleId:${composer}:${id}`, { _v: 3, bubbleId: id, createdAt, tokenCount, ...value });
    if (isNamed) ids.get(composer)?.push(id);
  };
  const composer = (id: string, name: string, more: object): void =>
    putItem(database, `composerData:${id}`, {
      _v: 10,
      composerId: id,
      name,
      createdAt: start,
      lastUpdatedAt: start + 90_000,
      unifiedMode: 'agent',
      status: 'completed',
      modelConfig: { modelName: 'composer-2' },
      workspaceIdentifier: { uri: { fsPath: '/home/dev/weather' } },
      fullConversationHeadersOnly: ids.get(id)?.map((bubbleId) => ({ bubbleId })),
      ...more,
    });
  const says = (text: string, more: object = {}): object => ({ type: 2, text, ...more });
  const call = (toolCallId: string, name: string, args: object, more: object): object =>
    says('', {
      capabilityType: 15,
      toolFormerData: { toolCallId, name, status: 'completed', rawArgs: JSON.stringify(args), ...more },
    });
  const result = (value: object | string): object => ({ result: JSON.stringify(value) });

  bubble(main, { type: 1, text: 'Round the degrees on the page, too.' });
  bubble(main, says('I would rather round them in the data.'), false);
  bubble(
    main,
    says('', {
      capabilityType: 30,
      thinking: { text: 'The page and the data are apart.', signature: '' },
      thinkingDurationMs: 1800,
    }),
  );
  bubble(
    main,
    call('tool_a', 'task', { description: 'Find the page', prompt: 'Where is the page?' }, result('src/page.ts')),
  );
  bubble(child, { type: 1, text: 'Where is the page?' });
  bubble(child, call('tool_b', 'grep', { pattern: 'page' }, result({ output: 'src/page.ts:3: page' })));
  bubble(child, says('src/page.ts'));
  composer(child, 'Find the page', {
    createdAt: start + 16_000,
    subagentInfo: { parentComposerId: main, toolCallId: 'tool_a', subagentTypeName: 'explore' },
  });
  composer(main, 'Round the degrees on the page', {});
  checkpoint();
  const todos = [
    { id: '1', content: 'Round', status: 'completed' },
    { id: '2', content: 'Test', status: 'in_progress' },
  ];
  bubble(main, call('tool_c', 'todo_write', { todos }, result({ success: true })));
  bubble(
    main,
    call('tool_d', 'read_file', { path: 'src/page.ts' }, result({ contents: 'print(degrees);\n'.repeat(80) })),
  );
  bubble(main, call('tool_e', 'edit_file', { path: 'src/page.ts' }, { userDecision: 'rejected' }));
  bubble(
    main,
    call('tool_f', 'run_terminal_cmd', { command: 'npm test' }, result({ output: '1 failed, 11 passed', exitCode: 1 })),
  );
  bubble(main, call('tool_g', 'search', { query: 'snapshot' }, { status: 'error', error: '{"message":"No index"}' }));
  bubble(
    main,
    says('One snapshot still holds decimals.', {
      modelInfo: { modelName: 'composer-2' },
      tokenCount: { inputTokens: 5200, outputTokens: 64 },
    }),
  );
  composer(main, 'Round the degrees on the page', {});
  bubble('9f4dbe62-3071-4c8d-9eaf-2a3b4c5d6e7f', { type: 1, text: `${planted}-deleted` });
});

writeSample(
  'cursor/workspaceStorage/3f2504e04f8911d39a0c0305e82c3301/state.vscdb',
  'CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)',
  (database, checkpoint) => {
    putPlanted(database);
    const conversation = [
      { type: 1, bubbleId: 'c1', text: 'Which unit does the service give?' },
      { type: 2, bubbleId: 'c2', text: 'Kelvin.' },
    ];
    putItem(database, 'composer.composerData', {
      allComposers: [
        { composerId: 'aa05cf73-4182-4d9e-8fb0-3b4c5d6e7f80', name: 'Unit', createdAt: start, conversation },
        { composerId: 'bb16d084-5293-4eaf-90c1-4c5d6e7f8091', name: 'Elsewhere', createdAt: start },
      ],
    });
    const bubbles = [
      { type: 'user', text: 'What is the name of the service?' },
      { type: 'ai', rawText: 'It has none yet.', modelType: 'model-one' },
    ];
    const tabs = [{ tabId: 'cc27e195-63a4-4fb0-81d2-5d6e7f8091a2', chatTitle: 'Name', bubbles }];
    putItem(database, 'workbench.panel.aichat.view.aichat.chatdata', { tabs });
    checkpoint();
  },
);
