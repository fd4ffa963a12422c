import { diagnose, type SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { Families } from '../families.ts';
import { field, fieldsOf, type JsonObject } from '../read/jsonObject.ts';
import { SqliteDatabase, type SqliteItem, type SqliteRow, storedObject } from '../read/readSqlite.ts';

/** What the editor keeps of its chats. A composer is one conversation, a bubble one message of it. */
export type EditorRecord =
  | {
      is: 'composer';
      id: string;
      /** The composer that it was started in, at last: its own id where nothing started it. */
      root: string;
      /** The composer that started it, if that one is in the database. */
      parent: string | undefined;
      info: JsonObject;
      /** Messages in the same row, as old versions keep them. */
      bubbles: readonly JsonObject[];
    }
  /** `isOlder`: the conversation no longer names it. */
  | { is: 'bubble'; id: string; root: string; bubble: string; value: JsonObject; isOlder: boolean }
  /** A row of which only the key, or that it is empty, was looked at. */
  | { is: 'passed'; why: 'not_chat' | 'deleted_composer' | 'empty_composer' | 'listed_composer' | 'empty_message' };

/** The only keys whose values are read. Others in the same tables hold access tokens. */
const listedItems = new Set(['composer.composerData', 'workbench.panel.aichat.view.aichat.chatdata']);
const COMPOSER = 'composerData:';
const BUBBLE = 'bubbleId:';

/** Location of a composer's row, and what orders composers. */
interface Composer {
  cell: number;
  parent: string | undefined;
  created: number;
}

/** The database of the editor: its own file and, where it is there, its write-ahead log, with that one's position in the source. */
interface EditorFiles {
  main: SourceFile;
  log: SourceFile | undefined;
  logIndex: number;
}

/** Reads the chats of the editor, composer by composer, each before those that it started, one message at a time. */
export async function* readEditorStore(
  files: EditorFiles,
  context: ParseContext,
): AsyncGenerator<SourceItem<EditorRecord>[]> {
  const database = await SqliteDatabase.open(files.main, files.log, context);
  if (database === undefined) return;
  const store = new EditorStore(database, files, context);
  yield* store.index();
  for (const root of store.families.roots()) {
    for (const id of store.families.family(root)) {
      context.signal?.throwIfAborted();
      yield* store.composer(id, root);
    }
  }
  yield* store.deleted();
  yield* store.items();
}

/** The ids of composers that a database holds in tables of its own, of which other stores may hold copies. */
export async function* editorIds(main: SourceFile, context: ParseContext): AsyncGenerator<string> {
  const log = undefined;
  const database = await SqliteDatabase.open(main, log, context);
  if (database === undefined) return;
  const store = new EditorStore(database, { main, log, logIndex: 0 }, context);
  yield* store.knownIds();
}

/** Whether a database is one of the editor, by its tables. */
export async function isEditorStore(files: Pick<EditorFiles, 'main' | 'log'>, context: ParseContext): Promise<boolean> {
  const database = await SqliteDatabase.open(files.main, files.log, { ...context, report: () => undefined });
  return database?.hasTable('cursorDiskKV') === true || database?.hasTable('ItemTable') === true;
}

class EditorStore {
  private readonly database: SqliteDatabase;
  private readonly files: EditorFiles;
  private readonly context: ParseContext;
  private readonly composers = new Map<string, Composer>();
  /** Composers, and those that they started; complete once the rows are indexed. */
  families = new Families([]);
  /** By composer, the cells of its bubbles: a number each, as a database may hold millions. */
  private readonly bubbles = new Map<string, number[]>();

  constructor(database: SqliteDatabase, files: EditorFiles, context: ParseContext) {
    this.database = database;
    this.files = files;
    this.context = context;
  }

  /** Indexes the rows by their keys; returns what is damaged, and rows that are about no chat. */
  async *index(): AsyncGenerator<SourceItem<EditorRecord>[]> {
    for await (const item of this.keys()) {
      if (item.is === 'broken') yield [this.broken(item)];
      else if (!this.note(item.row)) yield [this.passed(item.row, 'not_chat')];
    }
    for (const [id, composer] of this.composers) {
      const info = (await this.read('cursorDiskKV', composer.cell)).value ?? {};
      const parent = field.text(fieldsOf(info.subagentInfo), 'parentComposerId');
      composer.parent = parent !== undefined && parent !== id && this.composers.has(parent) ? parent : undefined;
      composer.created = field.number(info, 'createdAt') ?? 0;
    }
    this.families = new Families(this.inOrder().map(([id, { parent }]) => [id, parent]));
  }

  async *composer(id: string, root: string): AsyncGenerator<SourceItem<EditorRecord>[]> {
    const { cell, parent } = this.composers.get(id) ?? {};
    if (cell === undefined) return;
    const { item, value: info, isEmpty } = await this.read('cursorDiskKV', cell);
    const cells = this.bubbles.get(id) ?? [];
    const inline = info === undefined ? [] : field.objects(info, 'conversation');
    const isAlone = root === id && !this.families.hasChildren(id);
    const named = info === undefined ? [] : headersOf(info);
    if (item.is === 'broken') yield [this.broken(item)];
    else if (info === undefined && !isEmpty) yield [this.invalid(item.row, 'A composer of the editor is no JSON.')];
    else if (cells.length + inline.length === 0 && isAlone) yield [this.passed(item.row, 'empty_composer')];
    else yield [this.composerItem(item.row, id, root, parent, info ?? {}, inline)];
    yield* this.ownBubbles(id, root, cells, named);
  }

  /** In the order in which the conversation names them; without such an order, by time. What it does not name follows. */
  private async *ownBubbles(
    id: string,
    root: string,
    cells: readonly number[],
    named: readonly string[],
  ): AsyncGenerator<SourceItem<EditorRecord>[]> {
    const own = new Map<string, number>();
    for (const cell of cells) {
      const item = await this.database.rowAt('cursorDiskKV', cell, ['key']);
      if (item.is === 'broken') yield [this.broken(item)];
      else own.set(String(item.row.values[0]).slice(BUBBLE.length + id.length + 1), cell);
    }
    const missing = named.filter((bubble) => !own.has(bubble)).length;
    if (missing > 0) {
      const message = `A conversation of the editor names ${missing} messages that are not in the database.`;
      this.context.report(diagnose('malformed-record', { at: { file: this.files.main.name }, message }));
    }
    const order = named.length > 0 ? named : await this.byTime(own);
    for (const bubble of order) {
      const cell = own.get(bubble);
      if (cell !== undefined) yield [await this.bubble(id, root, bubble, cell, false)];
      own.delete(bubble);
    }
    for (const [bubble, cell] of own) yield [await this.bubble(id, root, bubble, cell, true)];
  }

  private async byTime(own: ReadonlyMap<string, number>): Promise<string[]> {
    const times: { bubble: string; at: number }[] = [];
    for (const [bubble, cell] of own) {
      const { value = {} } = await this.read('cursorDiskKV', cell);
      const at = field.number(value, 'createdAt') ?? Date.parse(field.text(value, 'createdAt') ?? '');
      times.push({ bubble, at: Number.isNaN(at) ? 0 : at });
    }
    return times.sort((a, b) => a.at - b.at).map(({ bubble }) => bubble);
  }

  private async bubble(
    id: string,
    root: string,
    bubble: string,
    cell: number,
    isOlder: boolean,
  ): Promise<SourceItem<EditorRecord>> {
    const { item, value, isEmpty } = await this.read('cursorDiskKV', cell);
    if (item.is === 'broken') return this.broken(item);
    if (isEmpty) return this.passed(item.row, 'empty_message');
    if (value === undefined) return this.invalid(item.row, 'A message of the editor is no JSON.');
    return { is: 'record', value: { is: 'bubble', id, root, bubble, value, isOlder }, ref: this.refOf(item.row) };
  }

  /** Messages whose conversation was deleted. They are counted; their values are not read. */
  async *deleted(): AsyncGenerator<SourceItem<EditorRecord>[]> {
    for (const [id, cells] of this.bubbles) {
      if (this.composers.has(id)) continue;
      for (const cell of cells) {
        const item = await this.database.rowAt('cursorDiskKV', cell, ['key']);
        yield [item.is === 'broken' ? this.broken(item) : this.passed(item.row, 'deleted_composer')];
      }
    }
  }

  /** The chats of 2024, which lie among the settings of a workspace. */
  async *items(): AsyncGenerator<SourceItem<EditorRecord>[]> {
    for await (const item of this.database.rows('ItemTable', ['key'])) {
      const key = item.is === 'row' ? item.row.values[0] : undefined;
      if (item.is === 'broken') yield [this.broken(item)];
      else if (typeof key !== 'string' || !listedItems.has(key)) yield [this.passed(item.row, 'not_chat')];
      else yield* this.item(item.row.cell);
    }
  }

  private async *item(cell: number): AsyncGenerator<SourceItem<EditorRecord>[]> {
    const { item, value, isEmpty } = await this.read('ItemTable', cell);
    if (item.is === 'broken') {
      yield [this.broken(item)];
      return;
    }
    if (isEmpty || value === undefined) {
      yield [
        isEmpty ? this.passed(item.row, 'empty_message') : this.invalid(item.row, 'A chat of the editor is no JSON.'),
      ];
      return;
    }
    const composers = field.objects(value, 'allComposers');
    const tabs = field.objects(value, 'tabs');
    if (composers.length + tabs.length === 0) yield [this.passed(item.row, 'empty_composer')];
    for (const [kind, info] of [
      ...composers.map((each) => ['composer', each] as const),
      ...tabs.map((each) => ['tab', each] as const),
    ]) {
      const bubbles = field.objects(info, kind === 'tab' ? 'bubbles' : 'conversation');
      const id = field.text(info, kind === 'tab' ? 'tabId' : 'composerId');
      const hasNoRow = id === undefined || !this.composers.has(id);
      if (bubbles.length === 0 || !hasNoRow) yield [this.passed(item.row, 'listed_composer')];
      else yield [this.composerItem(item.row, id ?? `row ${item.row.rowid}`, id ?? '', undefined, info, bubbles)];
    }
  }

  /** The ids of composers with at least one message, from keys alone wherever these show it. */
  async *knownIds(): AsyncGenerator<string> {
    for await (const item of this.keys()) if (item.is === 'row') this.note(item.row);
    for (const [id, { cell }] of this.composers) {
      if (this.bubbles.has(id)) yield id;
      else if (field.objects((await this.read('cursorDiskKV', cell)).value ?? {}, 'conversation').length > 0) yield id;
    }
  }

  private keys(): AsyncGenerator<SqliteItem> {
    return this.database.rows('cursorDiskKV', ['key']);
  }

  /** False for a key that is not one of a chat. */
  private note({ values: [key], cell }: SqliteRow): boolean {
    if (typeof key !== 'string') return false;
    if (key.startsWith(COMPOSER)) {
      this.composers.set(key.slice(COMPOSER.length), { cell, parent: undefined, created: 0 });
      return true;
    }
    const end = key.startsWith(BUBBLE) ? key.indexOf(':', BUBBLE.length) : -1;
    if (end === -1) return false;
    const composer = key.slice(BUBBLE.length, end);
    const cells = this.bubbles.get(composer);
    if (cells === undefined) this.bubbles.set(composer, [cell]);
    else cells.push(cell);
    return true;
  }

  private async read(
    table: string,
    cell: number,
  ): Promise<{ item: SqliteItem; value: JsonObject | undefined; isEmpty: boolean }> {
    const item = await this.database.rowAt(table, cell, ['value']);
    const stored = item.is === 'row' ? item.row.values[0] : undefined;
    return { item, value: storedObject(stored), isEmpty: item.is === 'row' && (stored === null || stored === '') };
  }

  private inOrder(): [string, Composer][] {
    return [...this.composers].sort(([one, a], [other, b]) => a.created - b.created || (one < other ? -1 : 1));
  }

  private composerItem(
    row: SqliteRow,
    id: string,
    root: string,
    parent: string | undefined,
    whole: JsonObject,
    bubbles: readonly JsonObject[],
  ): SourceItem<EditorRecord> {
    const { conversation: _, bubbles: __, fullConversationHeadersOnly: ___, ...info } = whole;
    const value = { is: 'composer', id, root: root === '' ? id : root, parent, info, bubbles } as const;
    return { is: 'record', value, ref: this.refOf(row) };
  }

  private passed(row: SqliteRow, why: Extract<EditorRecord, { is: 'passed' }>['why']): SourceItem<EditorRecord> {
    return { is: 'record', value: { is: 'passed', why }, ref: this.refOf(row) };
  }

  private invalid(row: SqliteRow, message: string): SourceItem<EditorRecord> {
    return { is: 'broken', code: 'invalid-record', ref: this.refOf(row), message };
  }

  private broken(item: Extract<SqliteItem, { is: 'broken' }>): SourceItem<EditorRecord> {
    return { is: 'broken', code: 'malformed-page', ref: this.refOf({ ...item, rowid: 1 }), message: item.message };
  }

  private refOf({ file, offset, length, rowid }: Pick<SqliteRow, 'file' | 'offset' | 'length' | 'rowid'>): SourceRef {
    const source = file === 0 ? 0 : this.files.logIndex;
    return { source, line: Math.max(1, rowid), byte_offset: offset, byte_length: length };
  }
}

/** The ids of a conversation's messages, in order, each once. */
function headersOf(info: JsonObject): string[] {
  const ids = field.objects(info, 'fullConversationHeadersOnly').map((header) => field.text(header, 'bubbleId'));
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [id])))];
}
