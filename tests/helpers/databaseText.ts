import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The text of a source file. A database is read from a copy with SQLite itself, and given as one JSON object a line; its write-ahead log
 * gives no text.
 */
export function rawText(path: string): string {
  if (path.endsWith('-wal')) return '';
  const bytes = readFileSync(path);
  return bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3' ? databaseText(path) : bytes.toString('utf8');
}

function databaseText(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'database-text-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const database = new DatabaseSync(copy);
    try {
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const names = new Set(tables.map(({ name }) => String(name)));
      const lines = ['message', 'part'].flatMap((table) =>
        names.has(table) ? database.prepare(`SELECT * FROM ${table} ORDER BY id`).all().map(mergedRow) : [],
      );
      return [...lines, ...editorLines(database, names)].join('\n');
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What the editor of Cursor holds, as one JSON object a line: messages of conversations that were not deleted, and the chats among the
 * settings of a workspace that have messages. What is JSON inside a text stands as JSON.
 */
function editorLines(database: DatabaseSync, names: ReadonlySet<string>): string[] {
  const valuesOf = (query: string): unknown[] =>
    database
      .prepare(query)
      .all()
      .map(({ value }) => JSON.parse(String(value), openInner));
  const composers = "SELECT substr(key, 14) FROM cursorDiskKV WHERE key LIKE 'composerData:%'";
  const bubbles = `key LIKE 'bubbleId:%' AND substr(key, 10, 36) IN (${composers})`;
  const told = names.has('cursorDiskKV') ? valuesOf(`SELECT value FROM cursorDiskKV WHERE ${bubbles}`) : [];
  const chats = "key LIKE '%aichat.chatdata' OR key = 'composer.composerData'";
  const lists = names.has('ItemTable') ? valuesOf(`SELECT value FROM ItemTable WHERE ${chats}`) : [];
  const conversations = (lists as Record<string, Record<string, unknown>[]>[]).flatMap(({ allComposers, tabs }) =>
    (allComposers ?? tabs ?? []).filter(({ conversation, bubbles }) => (conversation ?? bubbles) !== undefined),
  );
  return [...told, ...conversations].map((each) => JSON.stringify(each));
}

function openInner(key: string, value: unknown): unknown {
  const isInner = ['rawArgs', 'params', 'result', 'error'].includes(key) && typeof value === 'string';
  return isInner ? (JSON.parse(value) as unknown) : value;
}

/** A row of OpenCode in the JSON form that it had before there was a database. */
function mergedRow({ id, message_id, session_id, data }: Record<string, unknown>): string {
  const value: unknown = JSON.parse(String(data));
  const ids = { id, messageID: message_id, sessionID: session_id };
  return JSON.stringify({ ...(typeof value === 'object' ? value : {}), ...ids });
}
