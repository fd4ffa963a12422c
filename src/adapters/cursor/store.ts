import type { SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { field, type JsonObject, parseJsonObject } from '../read/jsonObject.ts';
import { SqliteDatabase, type SqliteItem, type SqliteRow } from '../read/readSqlite.ts';

/** What the database of the command line keeps: facts of the session, and its messages. */
export type StoreRecord =
  | { is: 'meta'; value: JsonObject }
  /** `isOlder`: of an earlier state of the conversation, which the latest no longer has. */
  | { is: 'message'; value: JsonObject; id: string; isOlder: boolean }
  /** Bytes that are neither a message nor a list: encrypted, or of a version that is not known. */
  | { is: 'opaque' };

/** Maximum number of messages and lists in a state of a conversation. */
const MOST_NODES = 1_000_000;
const ID_BYTES = 32;

/**
 * Reads a session from the database of Cursor's command line: messages are JSON, each under the hash of its bytes; lists of messages, and
 * lists of lists, are binary. Messages are read in order from the latest list on; any others follow.
 */
export async function* readStore(
  main: SourceFile,
  log: SourceFile | undefined,
  context: ParseContext,
): AsyncGenerator<SourceItem<StoreRecord>[]> {
  const database = await SqliteDatabase.open(main, log, context);
  if (database === undefined) return;
  const store = new Store(database);
  let root: string | undefined;
  for await (const item of database.rows('meta', ['key', 'value'])) {
    const value = item.is === 'row' ? metaOf(item.row.values[1]) : undefined;
    if (item.is === 'broken') yield [brokenItem(item)];
    else if (value === undefined) {
      yield [{ is: 'broken', code: 'invalid-record', ref: refOf(item.row), message: 'A row of `meta` is no JSON.' }];
    } else {
      root ??= field.text(value, 'latestRootBlobId');
      yield [{ is: 'record', value: { is: 'meta', value }, ref: refOf(item.row) }];
    }
  }
  yield* store.index();
  const reached = new Set<string>();
  for await (const id of store.inOrder(root)) {
    reached.add(id);
    yield* store.message(id, false);
  }
  for (const id of store.ids()) {
    context.signal?.throwIfAborted();
    if (!reached.has(id)) yield* store.message(id, true);
  }
}

/** The ids of sessions whose messages a database holds: none, where it has no message. */
export async function* storedIds(main: SourceFile, context: ParseContext): AsyncGenerator<string> {
  let id: string | undefined;
  for await (const batch of readStore(main, undefined, context)) {
    for (const item of batch) {
      if (item.is !== 'record') continue;
      if (item.value.is === 'meta') id = field.text(item.value.value, 'agentId') ?? id;
      else if (id !== undefined && item.value.is === 'message') {
        yield id;
        return;
      }
    }
  }
}

class Store {
  private readonly database: SqliteDatabase;
  /** Location of each row by its id, in storage order. */
  private readonly cells = new Map<string, number>();

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  ids(): Iterable<string> {
    return this.cells.keys();
  }

  async *index(): AsyncGenerator<SourceItem<StoreRecord>[]> {
    for await (const item of this.database.rows('blobs', ['id'])) {
      if (item.is === 'broken') yield [brokenItem(item)];
      else {
        const [id] = item.row.values;
        if (typeof id === 'string') this.cells.set(id, item.row.cell);
      }
    }
  }

  /** The ids of the messages below a list, in their order; each once. */
  async *inOrder(root: string | undefined): AsyncGenerator<string> {
    const waiting = root === undefined ? [] : [root];
    const seen = new Set<string>();
    for (let id = waiting.pop(); id !== undefined && seen.size < MOST_NODES; id = waiting.pop()) {
      const cell = this.cells.get(id);
      if (cell === undefined || seen.has(id)) continue;
      seen.add(id);
      const bytes = bytesOf(await this.database.rowAt('blobs', cell, ['data']));
      if (bytes === undefined) continue;
      if (bytes[0] === 0x7b) yield id;
      else for (const child of childrenOf(bytes).reverse()) waiting.push(child);
    }
  }

  async *message(id: string, isOlder: boolean): AsyncGenerator<SourceItem<StoreRecord>[]> {
    const cell = this.cells.get(id);
    if (cell === undefined) return;
    const item = await this.database.rowAt('blobs', cell, ['data']);
    if (item.is === 'broken') {
      yield [brokenItem(item)];
      return;
    }
    const bytes = bytesOf(item);
    if (bytes === undefined || bytes[0] !== 0x7b) {
      const isList = bytes !== undefined && childrenOf(bytes).length > 0;
      if (!isList) yield [{ is: 'record', value: { is: 'opaque' }, ref: refOf(item.row) }];
      return;
    }
    const value = parseJsonObject(new TextDecoder().decode(bytes));
    if (value === undefined) {
      yield [{ is: 'broken', code: 'invalid-record', ref: refOf(item.row), message: 'A message is no JSON.' }];
    } else yield [{ is: 'record', value: { is: 'message', value, id, isOlder }, ref: refOf(item.row) }];
  }
}

function bytesOf(item: SqliteItem): Uint8Array | undefined {
  const [data] = item.is === 'row' ? item.row.values : [];
  if (typeof data === 'string') return new TextEncoder().encode(data);
  return data instanceof Uint8Array ? data : undefined;
}

/** The ids in a list: fields 1 and 2 of a message of protocol buffers that have the length of a hash. */
function childrenOf(bytes: Uint8Array): string[] {
  const children: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = varintAt(bytes, at);
    if (tag === undefined) break;
    const wire = tag.value & 7;
    if (wire === 0) {
      const value = varintAt(bytes, tag.end);
      if (value === undefined) break;
      at = value.end;
    } else if (wire === 2) {
      const length = varintAt(bytes, tag.end);
      if (length === undefined) break;
      at = length.end + length.value;
      const number = tag.value >> 3;
      const isChild = (number === 1 || number === 2) && length.value === ID_BYTES && at <= bytes.length;
      if (isChild) children.push(Array.from(bytes.subarray(length.end, at), hexOf).join(''));
    } else if (wire === 1 || wire === 5) at = tag.end + (wire === 1 ? 8 : 4);
    else break;
  }
  return children;
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

function varintAt(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 6; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return { value, end: at + index + 1 };
  }
  return undefined;
}

/** Facts of the session are JSON, mostly as the hexadecimal of its bytes. */
function metaOf(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string') return undefined;
  if (!/^(?:[0-9a-f]{2})+$/i.test(value)) return parseJsonObject(value);
  const bytes = Uint8Array.from({ length: value.length / 2 }, (_, index) =>
    Number.parseInt(value.slice(2 * index, 2 * index + 2), 16),
  );
  return parseJsonObject(new TextDecoder().decode(bytes));
}

function refOf({ file, offset, length, rowid }: Pick<SqliteRow, 'file' | 'offset' | 'length' | 'rowid'>): SourceRef {
  return { source: file, line: Math.max(1, rowid), byte_offset: offset, byte_length: length };
}

function brokenItem(item: Extract<SqliteItem, { is: 'broken' }>): SourceItem<StoreRecord> {
  return { is: 'broken', code: 'malformed-page', ref: refOf({ ...item, rowid: 1 }), message: item.message };
}
