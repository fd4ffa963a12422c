import type { SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { Families } from '../families.ts';
import type { JsonObject } from '../read/jsonObject.ts';
import { SqliteDatabase, type SqliteItem, type SqliteRow, type SqliteValue, storedObject } from '../read/readSqlite.ts';
import type { StoredPart, StoredRecord } from './storageTree.ts';

/** A database of OpenCode: its own file and, where it is there, its write-ahead log, with their positions in the source. */
export interface DatabaseFiles {
  main: SourceFile;
  mainIndex: number;
  log?: SourceFile | undefined;
  logIndex?: number | undefined;
}

/** Per session: its row, and those of its messages and parts. Stores a few numbers per row. */
interface SessionRows {
  cell: number | undefined;
  parent: string | undefined;
  created: number;
  messages: number[];
  parts: number[];
  /** In the tables of a later version. */
  others: number[];
}

/** Columns of a session that are converted; from any other table only messages and parts are read. */
const sessionColumns = [
  ...['id', 'project_id', 'parent_id', 'slug', 'directory', 'path', 'title', 'version', 'summary_additions'],
  ...['summary_deletions', 'summary_files', 'revert', 'permission', 'time_created', 'time_updated', 'agent', 'model'],
  ...['workspace_id', 'time_archived'],
];

const tables = [
  ['message', 'messages'],
  ['part', 'parts'],
  ['session_message', 'others'],
] as const;

/** The ids of all sessions of a database. */
export async function* sessionIds(main: SourceFile, context: ParseContext): AsyncGenerator<string> {
  const database = await SqliteDatabase.open(main, undefined, context);
  for await (const item of database?.rows('session', ['id']) ?? []) {
    const id = item.is === 'row' ? item.row.values[0] : undefined;
    if (typeof id === 'string') yield id;
  }
}

/** Reads a database session by session, each before those that it started, one message with its parts at a time. */
export async function* readDatabase(
  files: DatabaseFiles,
  context: ParseContext,
): AsyncGenerator<SourceItem<StoredRecord>[]> {
  const database = await SqliteDatabase.open(files.main, files.log, context);
  if (database === undefined) return;
  const reader = new DatabaseReader(database, files);
  yield* reader.index();
  for (const root of reader.families.roots()) {
    context.signal?.throwIfAborted();
    for (const id of reader.families.family(root)) yield* reader.session(id, root);
  }
}

class DatabaseReader {
  private readonly database: SqliteDatabase;
  private readonly files: DatabaseFiles;
  private readonly sessions = new Map<string, SessionRows>();
  /** Sessions, and those that they started; complete once the rows are indexed. */
  families = new Families([]);

  constructor(database: SqliteDatabase, files: DatabaseFiles) {
    this.database = database;
    this.files = files;
  }

  /** Indexes the position of each row; returns what is damaged. */
  async *index(): AsyncGenerator<SourceItem<StoredRecord>[]> {
    for await (const item of this.database.rows('session', ['id', 'parent_id', 'time_created'])) {
      const [id, parent, created] = item.is === 'row' ? item.row.values : [];
      if (item.is === 'broken') yield [this.broken(item)];
      else if (typeof id === 'string') {
        const rows = this.rowsOf(id);
        rows.cell = item.row.cell;
        rows.parent = typeof parent === 'string' && parent !== '' ? parent : undefined;
        rows.created = typeof created === 'number' ? created : 0;
      }
    }
    for (const [table, kind] of tables) {
      for await (const item of this.database.rows(table, ['session_id'])) {
        const [id] = item.is === 'row' ? item.row.values : [];
        if (item.is === 'broken') yield [this.broken(item)];
        else this.rowsOf(typeof id === 'string' ? id : '')[kind].push(item.row.cell);
      }
    }
    this.families = new Families(this.inOrder().map(([id, { parent }]) => [id, parent]));
  }

  async *session(id: string, root: string): AsyncGenerator<SourceItem<StoredRecord>[]> {
    const rows = this.rowsOf(id);
    if (rows.cell !== undefined) {
      const item = await this.database.rowAt('session', rows.cell, sessionColumns);
      if (item.is === 'broken') yield [this.broken(item)];
      else yield [this.record(item.row, { is: 'session', from: 'database', id, root, info: infoOf(item.row.values) })];
    }
    // A session is emitted once: its rows are not looked up again.
    this.sessions.delete(id);
    const parts = await this.partsByMessage(rows.parts);
    for (const { id: message, cell } of await this.messagesInOrder(rows.messages)) {
      yield await this.message(id, root, message, cell, parts.get(message) ?? []);
      parts.delete(message);
    }
    // A message may be missing, or on a damaged page, while its parts are there.
    for (const [message, cells] of parts) yield await this.message(id, root, message, undefined, cells);
    // Rows in a later version's own table are kept as unknown if the known tables are empty.
    for (const cell of rows.messages.length === 0 ? rows.others : []) {
      const item = await this.database.rowAt('session_message', cell, ['id', 'type', 'data']);
      if (item.is === 'broken') {
        yield [this.broken(item)];
        continue;
      }
      const [own, type, data] = item.row.values;
      const raw = { id: own, type, data: storedObject(data) ?? data };
      const recordType = `session_message/${typeof type === 'string' ? type : 'unknown'}`;
      yield [this.record(item.row, { is: 'other', from: 'database', id, root, recordType, raw })];
    }
  }

  private async messagesInOrder(cells: readonly number[]): Promise<{ id: string; cell: number }[]> {
    const found: { id: string; created: number; cell: number }[] = [];
    for (const cell of cells) {
      const item = await this.database.rowAt('message', cell, ['id', 'time_created']);
      const [id, created] = item.is === 'row' ? item.row.values : [];
      found.push({ id: typeof id === 'string' ? id : '', created: typeof created === 'number' ? created : 0, cell });
    }
    return found.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  }

  /** The positions of parts by the id of their message, in the order of their own ids. */
  private async partsByMessage(cells: readonly number[]): Promise<Map<string, number[]>> {
    const found: { id: string; message: string; cell: number }[] = [];
    for (const cell of cells) {
      const item = await this.database.rowAt('part', cell, ['id', 'message_id']);
      const [id, message] = item.is === 'row' ? item.row.values : [];
      const own = typeof id === 'string' ? id : '';
      found.push({ id: own, message: typeof message === 'string' ? message : '', cell });
    }
    const byMessage = new Map<string, number[]>();
    for (const { message, cell } of found.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const own = byMessage.get(message);
      if (own === undefined) byMessage.set(message, [cell]);
      else own.push(cell);
    }
    return byMessage;
  }

  private async message(
    id: string,
    root: string,
    message: string,
    cell: number | undefined,
    partCells: readonly number[],
  ): Promise<SourceItem<StoredRecord>[]> {
    const items: SourceItem<StoredRecord>[] = [];
    const parts: StoredPart[] = [];
    const read = async (
      table: string,
      at: number,
    ): Promise<{ value: JsonObject; created: unknown; row: SqliteRow } | undefined> => {
      const item = await this.database.rowAt(table, at, ['id', 'time_created', 'data']);
      if (item.is === 'broken') items.push(this.broken(item));
      if (item.is === 'broken') return undefined;
      const [own, created, data] = item.row.values;
      const value = storedObject(data);
      if (value === undefined) {
        items.push({
          is: 'broken',
          code: 'invalid-record',
          ref: this.refOf(item.row),
          message: `The data of a ${table} is no JSON.`,
        });
        return undefined;
      }
      // The data does not repeat the columns.
      return { value: { ...value, id: own }, created, row: item.row };
    };
    const stored = cell === undefined ? undefined : await read('message', cell);
    for (const at of partCells) {
      const part = await read('part', at);
      if (part !== undefined) parts.push({ value: part.value, ref: this.refOf(part.row) });
    }
    const ref = stored === undefined ? parts[0]?.ref : this.refOf(stored.row);
    if (ref === undefined) return items;
    const info = stored === undefined ? { id: message } : { time: { created: stored.created }, ...stored.value };
    items.push({ is: 'record', value: { is: 'message', from: 'database', id, root, info, parts }, ref });
    return items;
  }

  private rowsOf(id: string): SessionRows {
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    const rows = { cell: undefined, parent: undefined, created: 0, messages: [], parts: [], others: [] };
    this.sessions.set(id, rows);
    return rows;
  }

  private inOrder(): [string, SessionRows][] {
    return [...this.sessions].sort(([one, a], [other, b]) => a.created - b.created || (one < other ? -1 : 1));
  }

  private record(row: SqliteRow, value: StoredRecord): SourceItem<StoredRecord> {
    return { is: 'record', value, ref: this.refOf(row) };
  }

  private broken(item: Extract<SqliteItem, { is: 'broken' }>): SourceItem<StoredRecord> {
    return { is: 'broken', code: 'malformed-page', ref: this.refOf({ ...item, rowid: 1 }), message: item.message };
  }

  private refOf({ file, offset, length, rowid }: Pick<SqliteRow, 'file' | 'offset' | 'length' | 'rowid'>): SourceRef {
    const { mainIndex, logIndex } = this.files;
    const source = file === 0 ? mainIndex : (logIndex ?? mainIndex);
    return { source, line: Math.max(1, rowid), byte_offset: offset, byte_length: length };
  }
}

/** The columns of a session, as the JSON that OpenCode wrote before had them. */
function infoOf(values: readonly SqliteValue[]): JsonObject {
  const column = Object.fromEntries(sessionColumns.map((name, index) => [name, values[index] ?? undefined]));
  const { summary_additions: additions, summary_deletions: deletions, summary_files: files } = column;
  return {
    id: column.id,
    slug: column.slug,
    version: column.version,
    projectID: column.project_id,
    directory: column.directory,
    parentID: column.parent_id,
    title: column.title,
    agent: column.agent,
    model: storedObject(column.model),
    revert: storedObject(column.revert),
    permission: storedObject(column.permission) ?? column.permission,
    time: { created: column.time_created, updated: column.time_updated },
    ...(additions === undefined ? {} : { summary: { additions, deletions, files } }),
  };
}
