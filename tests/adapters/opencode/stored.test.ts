import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { convertSource, createSample, findSources, serializeSession, toSession } from '../../../src/adapters/index.ts';
import { opencode } from '../../../src/adapters/opencode/index.ts';
import { bytesOf, fileOf } from '../../helpers/sourceFiles.ts';

const columns =
  'id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER';
const schema = `
CREATE TABLE "session" (${columns});
CREATE TABLE "message" (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE "part" (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE "session_message" (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, data TEXT);
CREATE TABLE "account" (id TEXT, email TEXT, access_token TEXT);`;

/** A database written by SQLite. */
function databaseWith(...statements: readonly string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'opencode-'));
  try {
    const path = join(folder, 'x.db');
    const database = new DatabaseSync(path);
    for (const each of [schema, ...statements]) database.exec(each);
    database.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const session = (id: string, parent?: string, at = 1): string =>
  `INSERT INTO session VALUES ('${id}', 'p', ${parent === undefined ? 'NULL' : `'${parent}'`}, 's', '/w', 'About ${id}', '1.16.0', ${at}, ${at})`;
const message = (id: string, of: string, data: object, at = 1): string =>
  `INSERT INTO message VALUES ('${id}', '${of}', ${at}, ${at}, '${JSON.stringify(data)}')`;
const part = (id: string, of: string, session: string, data: object): string =>
  `INSERT INTO part VALUES ('${id}', '${of}', '${session}', 1, 1, '${JSON.stringify(data)}')`;
const text = (value: string) => ({ type: 'text', text: value });

async function convert(bytes: Uint8Array) {
  const { sessions, account } = await convertSource(opencode, { files: [fileOf('opencode.db', bytes)] });
  const all = sessions.map(({ session: made }) => toSession(made));
  const told = all.map(({ session_id, events, sub_sessions = [] }) => {
    const texts = [...events, ...sub_sessions.flatMap((each) => each.events)].flatMap((event) =>
      'text' in event ? [event.text] : [],
    );
    return `${session_id}: ${texts.join(' ')}`;
  });
  return { all, told, account, codes: sessions.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)) };
}

test('reads sessions one by one in order of time, messages by time and parts by id', async () => {
  const { told } = await convert(
    databaseWith(
      session('ses_b', undefined, 2),
      session('ses_a', undefined, 9),
      message('msg_2', 'ses_b', { role: 'assistant' }, 20),
      message('msg_1', 'ses_b', { role: 'user' }, 10),
      part('prt_3', 'msg_2', 'ses_b', text('c')),
      part('prt_1', 'msg_1', 'ses_b', text('a')),
      part('prt_2', 'msg_2', 'ses_b', text('b')),
      message('msg_3', 'ses_a', { role: 'user' }),
      part('prt_4', 'msg_3', 'ses_a', text('d')),
    ),
  );
  expect(told).toEqual(['ses_b: a b c', 'ses_a: d']);
});

test('leaves cancelled entries out of a checklist: they are neither done nor to be done', async () => {
  const todos = [
    { content: 'a', status: 'completed' },
    { content: 'b', status: 'cancelled' },
    { content: 'c', status: 'pending' },
  ];
  const state = { status: 'completed', input: { todos }, output: '[]', metadata: { todos } };
  const { all } = await convert(
    databaseWith(
      session('ses_1'),
      message('msg_1', 'ses_1', { role: 'assistant' }),
      part('prt_1', 'msg_1', 'ses_1', { type: 'tool', tool: 'todowrite', callID: 'c', state }),
    ),
  );
  const plans = all.flatMap(({ events }) => events.flatMap((event) => (event.type === 'plan' ? [event.items] : [])));
  expect(plans).toEqual([
    [
      { text: 'a', status: 'completed' },
      { text: 'c', status: 'pending' },
    ],
  ]);
});

test('takes the end of a session from its last message, not from parts whose message is gone', async () => {
  const error = { name: 'MessageAbortedError', data: { message: 'The operation was aborted.' } };
  const { all } = await convert(
    databaseWith(
      session('ses_1'),
      message('msg_1', 'ses_1', { role: 'assistant', error }),
      part('prt_1', 'msg_1', 'ses_1', text('Working')),
      part('prt_2', 'msg_9', 'ses_1', text('left over')),
    ),
  );
  expect(all).toMatchObject([{ status: 'failed', outcome: 'interrupted' }]);
});

test('nests what a session started at any depth, linked to the call', async () => {
  const task = (child: string) => ({
    type: 'tool',
    tool: 'task',
    callID: 'c',
    state: { status: 'completed', input: {}, output: 'x', metadata: { sessionId: child } },
  });
  const { all } = await convert(
    databaseWith(
      session('ses_1'),
      session('ses_2', 'ses_1', 2),
      session('ses_3', 'ses_2', 3),
      session('ses_4', 'ses_gone', 4),
      session('ses_5', 'ses_6', 5),
      session('ses_6', 'ses_5', 6),
      message('msg_1', 'ses_1', { role: 'assistant' }),
      part('prt_1', 'msg_1', 'ses_1', task('ses_2')),
      message('msg_2', 'ses_2', { role: 'assistant' }),
      part('prt_2', 'msg_2', 'ses_2', task('ses_3')),
      message('msg_3', 'ses_3', { role: 'assistant' }),
      part('prt_3', 'msg_3', 'ses_3', text('deep')),
    ),
  );
  expect(all.map(({ session_id }) => session_id)).toEqual(['ses_1', 'ses_4', 'ses_5']);
  const [first] = all;
  const links = first?.sub_sessions?.map((each) => [
    each.agent.agent_id,
    each.parent_session_id,
    each.triggered_by_call_id,
  ]);
  const inner = first?.sub_sessions?.[0];
  expect(links).toEqual([
    ['ses_2', 'ses_1', first?.tool_calls[0]?.call_id],
    ['ses_3', inner?.sub_session_id, inner?.tool_calls[0]?.call_id],
  ]);
  expect(all[1]?.parent).toEqual({ relation: 'spawned', native_id: 'ses_gone' });
});

test('reports rows whose message or session is missing', async () => {
  const { told, account } = await convert(
    databaseWith(
      session('ses_1'),
      part('prt_1', 'msg_gone', 'ses_1', text('stray')),
      message('msg_1', 'ses_gone', { role: 'user' }),
      part('prt_2', 'msg_1', 'ses_gone', text('alone')),
      "INSERT INTO message VALUES ('msg_2', 'ses_1', 5, 5, '{no json')",
    ),
  );
  expect([...told].sort()).toEqual(['ses_1: stray', 'ses_gone: alone']);
  expect(account).toMatchObject({ records: 4, dropped: 1 });
});

test('keeps the store of a later version as unknown if it is the only one with rows', async () => {
  const row = `INSERT INTO session_message VALUES ('m', 'ses_1', 'prompt', '{"text":"hello"}')`;
  const { account, all } = await convert(databaseWith(session('ses_1'), row));
  expect(account.unknown).toBe(1);
  expect(all[0]?.events).toMatchObject([{ type: 'unknown', record_type: 'session_message/prompt' }]);
});

test('reads nothing from other tables', async () => {
  const bytes = databaseWith(session('ses_1'), "INSERT INTO account VALUES ('1', 'me@example.org', 'token-of-mine')");
  const { sessions } = await convertSource(opencode, { files: [fileOf('opencode.db', bytes)] });
  const written = sessions.flatMap(({ session: made }) => [...serializeSession(made)]).join('');
  expect(written).toContain('About ses_1');
  expect(written).not.toMatch(/token-of-mine|me@example/);
});

test('takes from a tree of files only the sessions that are not in the database', async () => {
  const root = 'home/opencode/storage';
  const file = (path: string, value: object) => fileOf(`${root}/${path}.json`, JSON.stringify(value));
  const stored = (id: string) => [
    file(`session/p/${id}`, {
      id,
      version: '0.9',
      projectID: 'p',
      directory: '/w',
      title: `Tree ${id}`,
      time: { created: 1 },
    }),
    file(`message/${id}/msg_${id}`, { id: `msg_${id}`, sessionID: id, role: 'user', time: { created: 2 } }),
    file(`part/msg_${id}/prt_1`, { id: `prt_1`, messageID: `msg_${id}`, type: 'text', text: `said in ${id}` }),
  ];
  const bytes = databaseWith(session('ses_1'), message('msg_ses_1', 'ses_1', { role: 'user' }));
  const { sources, passed } = await findSources([
    ...stored('ses_1'),
    ...stored('ses_2'),
    fileOf('home/opencode/opencode.db', bytes),
  ]);
  expect(passed).toEqual([]);
  const made = [];
  for (const source of sources) {
    const { sessions, account, diagnostics } = await convertSource(source.adapter, source);
    const titles = sessions.map(({ session: each }) => toSession(each).task_title);
    made.push([source.files[0]?.name.split('/').at(-1), ...titles, account.ignored, diagnostics.length]);
  }
  expect(made).toEqual([
    ['ses_1.json', { in_database: 3 }, 0],
    ['ses_2.json', 'Tree ses_2', { other_session: 1 }, 0],
    ['opencode.db', 'About ses_1', { empty_message: 1 }, 0],
  ]);
});

test('recognises small files by their fields and their location, in every layout', async () => {
  const named = async (name: string, value: object) => {
    const detection = opencode.detect(createSample(name, new TextEncoder().encode(JSON.stringify(value)), false));
    return detection.grade === 'no'
      ? 'no'
      : `${detection.role.is} ${'key' in detection.role ? detection.role.key : ''}`;
  };
  const time = { created: 1 };
  const session = { id: 'ses_1', version: '0.4', title: 'T', time };
  expect(await named('s/session/p/ses_1.json', { ...session, projectID: 'p' })).toBe('primary s/ses_1');
  expect(await named('s/session/info/ses_1.json', session)).toBe('primary s/ses_1');
  const message = { id: 'msg_1', sessionID: 'ses_1', role: 'user', time };
  expect(await named('s/message/ses_1/msg_1.json', message)).toBe('part s/ses_1');
  expect(await named('s/session/message/ses_1/msg_1.json', message)).toBe('part s/ses_1');
  // A migration moved the file and left the id inside unchanged.
  expect(await named('s/message/ses_2/msg_1.json', message)).toBe('part s/ses_2');
  const part = { id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1', type: 'text', text: 'x' };
  expect(await named('s/part/msg_1/prt_1.json', part)).toBe('part s/ses_1');
  expect(await named('s/session/part/ses_1/msg_1/prt_1.json', part)).toBe('part s/ses_1');
  expect(await named('s/part/msg_1/1.json', { id: 'p', type: 'text', text: 'x' })).toBe('part s/parts');
  expect(await named('s/project/global.json', { id: 'global', worktree: '/', time })).toBe('no');
  expect(await named('package.json', { id: 'x', version: '1', title: 'T', time })).toBe('no');
});

test('recognises a database by its tables, and its log by its name', async () => {
  const detect = async (name: string, bytes: Uint8Array) => {
    const { grade, ...rest } = opencode.detect(createSample(name, bytes, false));
    return `${grade} ${'role' in rest ? rest.role.is : ''}`.trim();
  };
  const database = databaseWith();
  expect(await detect('any.db', database)).toBe('certain primary');
  const crush = database.slice();
  crush.set(new TextEncoder().encode('goose_db_version'), 2000);
  expect(await detect('opencode.db', crush)).toBe('no');
  expect(await detect('opencode-local.db', database.slice(0, 100))).toBe('likely primary');
  expect(await detect('other.db', database.slice(0, 100))).toBe('no');
  const sample = join(import.meta.dirname, '../../../data/sources/opencode/opencode.db-wal');
  const log = await bytesOf(fileOf('log', readFileSync(sample)));
  expect(await detect('opencode.db-wal', log)).toBe('likely part');
  expect(await detect('renamed.db-wal', log)).toBe('likely part');
  expect(await detect('opencode.db-wal', new Uint8Array())).toBe('likely part');
  expect(await detect('store.db-wal', log.slice(0, 40))).toBe('no');
  expect(await detect('opencode.db-shm', new Uint8Array(10))).toBe('likely side');
});

async function convertExport(info: object, messages: readonly unknown[]) {
  const whole = { id: 'ses_1', time: { created: 1, updated: 2 }, ...info };
  const bytes = new TextEncoder().encode(JSON.stringify({ info: whole, messages }));
  const { sessions } = await convertSource(opencode, { files: [fileOf('export.json', bytes)] });
  const [made] = sessions.map((each) => toSession(each.session));
  if (made === undefined) throw new Error('no session');
  return made;
}

const reply = (parts: readonly unknown[]) => ({
  info: { id: 'msg_1', role: 'assistant', time: { created: 3 } },
  parts,
});
const called = (id: string, state: object) => ({
  id,
  type: 'tool',
  tool: 'bash',
  state: { status: 'completed', input: { command: 'x' }, time: { start: 4, end: 5 }, ...state },
});

test('a command that took too long has failed, and a result that is no text is kept', async () => {
  const { tool_calls } = await convertExport({ projectID: 'p' }, [
    reply([
      called('prt_1', { output: 'x', metadata: { timeout: true } }),
      called('prt_2', { output: { rows: [1] }, metadata: { exit: 0 } }),
    ]),
  ]);
  expect(tool_calls.map(({ output }) => output.status)).toEqual(['failed', 'success']);
  expect(JSON.stringify(tool_calls[1]?.output)).toContain('rows');
});

test('parts of a message that are no objects are kept as unknown', async () => {
  const { events } = await convertExport({ projectID: 'p' }, [reply([null, 'odd', { id: 'prt_1', ...text('Said') }])]);
  expect(events.map(({ type }) => type)).toEqual(['unknown', 'unknown', 'message']);
});

test('keeps the parts of a message before the one from which it was taken back', async () => {
  const revert = { messageID: 'msg_1', partID: 'prt_2' };
  const { events } = await convertExport({ projectID: 'p', revert }, [
    reply([
      { id: 'prt_1', ...text('Kept') },
      { id: 'prt_2', ...text('Gone') },
    ]),
    { info: { id: 'msg_2', role: 'user', time: { created: 6 } }, parts: [{ id: 'prt_3', ...text('Gone, too') }] },
  ]);
  expect(events.map(({ branch }) => branch)).toEqual([undefined, 'abandoned', 'abandoned']);
});

test('detect claims exports of versions whose sessions named no project', () => {
  const info = { id: 'ses_1', version: '0.4.0', title: 'x', time: { created: 1, updated: 2 } };
  const sample = createSample('export.json', new TextEncoder().encode(JSON.stringify({ info, messages: [] })), false);
  expect(opencode.detect(sample).grade).toBe('certain');
});

test('keeps the file before its first change', async () => {
  const edit = (before: string) => ({
    ...{ type: 'tool', tool: 'edit', callID: `call_${before}` },
    state: {
      status: 'completed',
      input: { filePath: '/w/mill.txt', oldString: before, newString: 'sail' },
      output: 'Edited.',
      metadata: { diff: `@@ -1 +1 @@\n-${before}\n+sail\n`, filediff: { file: '/w/mill.txt', before: `${before}\n` } },
      time: { start: 1, end: 2 },
    },
  });
  const { all } = await convert(
    databaseWith(
      session('ses_a'),
      message('msg_1', 'ses_a', { role: 'assistant' }),
      part('prt_1', 'msg_1', 'ses_a', edit('wheel')),
      part('prt_2', 'msg_1', 'ses_a', edit('cog')),
    ),
  );
  const patches = all[0]?.tool_calls.map(({ output }) => output.result?.patches?.[0]);
  expect(patches?.map((patch) => [patch?.path, patch?.before])).toEqual([
    ['/w/mill.txt', 'wheel\n'],
    ['/w/mill.txt', undefined],
  ]);
});

test('a written file is new or not as the log says, a retry has its own time, and a checklist its call', async () => {
  const written = (name: string, exists: boolean) => ({
    type: 'tool',
    tool: 'write',
    state: {
      status: 'completed',
      input: { filePath: `/w/${name}`, content: 'a' },
      output: 'Wrote file successfully.',
      metadata: { filepath: `/w/${name}`, exists },
      time: { start: 2, end: 3 },
    },
  });
  const todos = [{ content: 'Look', status: 'in_progress' }];
  const planned = {
    status: 'completed',
    input: { todos },
    output: '[]',
    metadata: { todos },
    time: { start: 4, end: 5 },
  };
  const { all } = await convert(
    databaseWith(
      session('ses_a'),
      message('msg_1', 'ses_a', { role: 'assistant' }),
      part('prt_1', 'msg_1', 'ses_a', written('new.ts', false)),
      part('prt_2', 'msg_1', 'ses_a', written('old.ts', true)),
      part('prt_3', 'msg_1', 'ses_a', { type: 'tool', tool: 'todowrite', state: planned }),
      part('prt_4', 'msg_1', 'ses_a', {
        type: 'retry',
        error: { name: 'APIError', data: { message: 'slow down' } },
        time: { created: 9000 },
      }),
    ),
  );
  expect(all[0]?.summary).toMatchObject({ files_created: ['/w/new.ts'], files_modified: ['/w/old.ts'] });
  expect(all[0]?.inferred ?? []).not.toContain('summary.files_created');
  expect(all[0]?.events).toMatchObject([
    { type: 'plan', call_id: 'tool-003' },
    { type: 'notice', kind: 'retry', at: '1970-01-01T00:00:09.000Z' },
  ]);
});
