import { DatabaseSync } from 'node:sqlite';

/** Share of the rows that stay in the write-ahead log. */
const LOGGED = 0.05;
/** Calls of a session, and how many sessions of their own each of them starts at most. */
const CALLS = 100;
const CHILDREN_EVERY = 4;
const WORDS =
  'the tide table reads each station once and keeps what it has seen until a person asks again for more of it'.split(
    ' ',
  );

/** A generator of numbers from 0 to 1, alike in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Writer {
  text(bytes: number): string;
  /** Sizes as real outputs have them: many of a kilobyte, some of fifty. */
  size(): number;
}

function createWriter(): Writer {
  const random = createRandom(7);
  const line = (): string =>
    Array.from({ length: 12 }, () => `${WORDS[Math.floor(random() * WORDS.length)]}${Math.floor(random() * 1e4)}`).join(
      ' ',
    );
  return {
    size: () => Math.floor(1000 * 50 ** (random() ** 2)),
    text(bytes) {
      const lines: string[] = [];
      for (let length = 0; length < bytes; ) {
        const next = line();
        lines.push(next);
        length += next.length + 1;
      }
      return lines.join('\n');
    },
  };
}

/** Grows a database until its rows hold a number of bytes; the last of them stay in its write-ahead log. */
function growTables(path: string, bytes: number, schema: string, step: (database: DatabaseSync) => number): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0');
  database.exec(schema);
  database.exec('BEGIN');
  for (let written = 0, checked = 0; written < bytes; ) {
    written += step(database);
    if (written - checked < 4e6) continue;
    checked = written;
    database.exec('COMMIT');
    if (written < bytes * (1 - LOGGED)) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.exec('BEGIN');
  }
  database.exec('COMMIT');
  // Not closed: closing would move the log into the database.
}

const openCode = `
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, revert text, permission text, time_created integer NOT NULL, time_updated integer NOT NULL,
  agent text, model text);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
  data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX part_session_idx ON part (session_id);`;

/** Sessions of 100 calls, each fourth of them started by the one before. */
export function growOpenCode(path: string, bytes: number): void {
  const writer = createWriter();
  let now = Date.UTC(2026, 6, 14, 8, 30);
  let count = 0;
  let sessions = 0;
  let parent = '';
  const id = (kind: string): string => `${kind}_f64a${String(++count).padStart(8, '0')}GrownGrownGrown`;
  growTables(path, bytes, openCode, (database) => {
    let written = 0;
    const put = (table: 'message' | 'part', of: readonly string[], data: object): string => {
      const own = id(table === 'message' ? 'msg' : 'prt');
      const json = JSON.stringify(data);
      written += json.length;
      now += 700;
      const marks = Array.from({ length: of.length + 4 }, () => '?').join(', ');
      database.prepare(`INSERT INTO ${table} VALUES (${marks})`).run(own, ...of, now, now, json);
      return own;
    };
    const isChild = sessions % CHILDREN_EVERY === CHILDREN_EVERY - 1;
    const session = id('ses');
    database
      .prepare(
        'INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, time_created, time_updated) ' +
          "VALUES (?, 'global', ?, 'grown', '/home/dev/tides', ?, '1.16.0', ?, ?)",
      )
      .run(session, isChild ? parent : null, `Session ${sessions}`, now, now);
    sessions += 1;
    if (!isChild) parent = session;
    const model = { providerID: 'maker', modelID: 'model-one' };
    const asked = put('message', [session], { role: 'user', time: { created: now }, agent: 'build', model });
    put('part', [asked, session], { type: 'text', text: writer.text(400) });
    for (let call = 0; call < CALLS; call += 1) {
      const tokens = { input: 400, output: 90, reasoning: 12, cache: { read: 9000, write: 0 } };
      const who = { role: 'assistant', modelID: 'model-one', providerID: 'maker', agent: 'build' };
      const time = { created: now, completed: now + 2000 };
      const message = put('message', [session], { ...who, tokens, cost: 0.002, finish: 'tool-calls', time });
      put('part', [message, session], { type: 'step-start' });
      put('part', [message, session], {
        type: 'reasoning',
        text: writer.text(300),
        time: { start: now, end: now + 100 },
      });
      const file = `src/station${count % 40}.ts`;
      const isRead = call % 2 === 0;
      put('part', [message, session], {
        type: 'tool',
        callID: `call_${count}`,
        tool: isRead ? 'read' : 'bash',
        state: {
          status: 'completed',
          input: isRead ? { filePath: file } : { command: `npm test -- ${file}`, description: 'Run the tests' },
          output: writer.text(writer.size()),
          title: file,
          metadata: isRead ? {} : { exit: 0 },
          time: { start: now, end: now + 500 },
        },
      });
    }
    return written;
  });
}

const editor = `
CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);`;

/** Conversations of 100 calls in the store of Cursor's editor. */
export function growCursorEditor(path: string, bytes: number): void {
  const writer = createWriter();
  let now = Date.UTC(2026, 6, 14, 8, 30);
  let count = 0;
  const id = (): string => `0b1d2f3a-4c5e-4d7f-8a90-${String(++count).padStart(12, '0')}`;
  growTables(path, bytes, editor, (database) => {
    let written = 0;
    const put = (key: string, value: object): void => {
      const json = JSON.stringify(value);
      written += json.length;
      database.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)').run(key, Buffer.from(json));
    };
    const composer = id();
    const bubbles: { bubbleId: string; type: number }[] = [];
    const bubble = (type: number, more: object): void => {
      const bubbleId = id();
      now += 700;
      bubbles.push({ bubbleId, type });
      const createdAt = new Date(now).toISOString();
      put(`bubbleId:${composer}:${bubbleId}`, { _v: 3, type, bubbleId, createdAt, ...more });
    };
    bubble(1, { text: writer.text(400) });
    for (let call = 0; call < CALLS; call += 1) {
      bubble(2, { text: writer.text(200) });
      const tool = { name: 'read_file', toolCallId: `call_${count}`, status: 'completed', tool: 5 };
      const params = JSON.stringify({ targetFile: `src/station${count % 40}.ts` });
      const result = JSON.stringify({ contents: writer.text(writer.size()) });
      bubble(2, { text: '', toolFormerData: { ...tool, rawArgs: params, params, result } });
    }
    const header = { _v: 3, composerId: composer, name: `Conversation ${count}`, createdAt: now, status: 'completed' };
    put(`composerData:${composer}`, { ...header, fullConversationHeadersOnly: bubbles });
    return written;
  });
}

const [, script, format, path, megabytes] = process.argv;
if (script === import.meta.filename && path !== undefined) {
  const growing = format === 'cursor' ? growCursorEditor : growOpenCode;
  growing(path, Number(megabytes) * 1e6);
  process.exit(0);
}
