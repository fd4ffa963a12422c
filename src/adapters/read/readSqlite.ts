import { NumberColumn } from '../../session/internal.ts';
import type { ParseContext, SourceFile } from '../contract.ts';
import { type JsonObject, parseJsonObject } from './jsonObject.ts';
import { type SqliteEncoding, type SqlitePage, SqlitePages } from './sqlitePages.ts';

/** Whole numbers beyond 2^53 are rounded. */
export type SqliteValue = null | number | string | Uint8Array;

/** The object that a column keeps as JSON, as a text or as its bytes; undefined if it keeps none. */
export function storedObject(stored: SqliteValue | undefined): JsonObject | undefined {
  const text = stored instanceof Uint8Array ? new TextDecoder().decode(stored) : stored;
  return typeof text === 'string' ? parseJsonObject(text) : undefined;
}

export interface SqliteRow {
  /** Key by which {@link SqliteDatabase.rowAt} finds the row again, as long as the files do not change. */
  cell: number;
  /** The row id in its table. */
  rowid: number;
  /** Values of the requested columns, in order; null for one that the table or the row does not have. */
  values: readonly SqliteValue[];
  /** File in which the row begins: the database (0) or its write-ahead log (1). */
  file: 0 | 1;
  offset: number;
  /** In bytes, without the parts on overflow pages. */
  length: number;
}

export type SqliteItem =
  | { is: 'row'; row: SqliteRow }
  | { is: 'broken'; file: 0 | 1; offset: number; length: number; message: string };

interface Table {
  root: number;
  columns: readonly Column[];
  /** Stored in a tree that this reader does not support. */
  isOther: boolean;
  /** By page number: the cell whose row continues on that page. A page that two rows claim is damaged. */
  owners: NumberColumn;
}

interface Column {
  name: string;
  /** Its value is the row id. */
  isRowid: boolean;
  /** Index of its value in a stored row; undefined if it is not stored. */
  stored: number | undefined;
}

/** Maximum length of a row, in bytes. */
const MOST_ROW_BYTES = 256 * 1024 * 1024;
/** Maximum length of a row's header, which says how long each value is. */
const MOST_HEAD_BYTES = 256 * 1024;
/** A cell key is its page number times this, plus its position on the page. */
const CELLS = 65_536;

const LEAF = 13;
const INTERIOR = 5;

/**
 * Reads tables of a SQLite database from bytes alone, equally in Node, a browser and a worker: it opens no path, takes no lock, leaves no
 * file and runs no SQL. Reads only the requested columns. Damage ends in an item that says so; no page is followed twice.
 */
export class SqliteDatabase {
  private readonly pages: SqlitePages;
  private readonly known: ReadonlyMap<string, Table>;

  private constructor(pages: SqlitePages, tables: ReadonlyMap<string, Table>) {
    this.pages = pages;
    this.known = tables;
  }

  /** Undefined, with a diagnostic, if the file is no readable database; `log` is its write-ahead log (`-wal`). */
  static async open(
    main: SourceFile,
    log: SourceFile | undefined,
    context: ParseContext,
  ): Promise<SqliteDatabase | undefined> {
    const pages = await SqlitePages.open(main, log, context);
    if (pages === undefined) return undefined;
    const columns = ['type', 'name', 'tbl_name', 'rootpage', 'sql'];
    const schema: Table = {
      root: 1,
      columns: columns.map((name, stored) => ({ name, isRowid: false, stored })),
      isOther: false,
      owners: new NumberColumn('wide'),
    };
    const tables = new Map<string, Table>();
    for await (const item of new SqliteDatabase(pages, new Map([['', schema]])).rows('', [
      'type',
      'name',
      'rootpage',
      'sql',
    ])) {
      if (item.is !== 'row') continue;
      const [type, name, root, sql] = item.row.values;
      if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number' || typeof sql !== 'string') continue;
      tables.set(name, { root, ...columnsOf(sql), owners: new NumberColumn('wide') });
    }
    return new SqliteDatabase(pages, tables);
  }

  hasTable(name: string): boolean {
    return this.known.has(name);
  }

  /** All rows of a table, in storage order; none if there is no such table. */
  async *rows(name: string, columns: readonly string[]): AsyncGenerator<SqliteItem> {
    const table = this.known.get(name);
    if (table === undefined) return;
    if (table.isOther) {
      yield broken(undefined, `The table ${name} is stored without row numbers, which this reader does not know.`);
      return;
    }
    const waiting = [table.root];
    const seen = new Set<number>();
    let twice = 0;
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (seen.has(number)) {
        twice += 1;
        continue;
      }
      seen.add(number);
      const page = await this.pages.page(number);
      if (page === undefined) {
        yield broken(undefined, `Page ${number} of the table ${name} is not there.`);
        continue;
      }
      const cells = this.cellsOf(page, number);
      if (cells?.is === 'interior') {
        for (const child of cells.children.reverse()) waiting.push(child);
      } else if (cells === undefined) yield broken(page, `Page ${number} is no page of the table ${name}.`);
      else {
        let used = 0;
        for (const [index, at] of cells.offsets.entries()) {
          const item = await this.readRow(table, page, at, number * CELLS + index, columns);
          used += item.is === 'row' ? item.row.length : 0;
          if (used <= page.bytes.length) yield item;
          else {
            yield broken(page, `The rows of page ${number} lie over each other.`);
            break;
          }
        }
      }
    }
    if (twice > 0) yield broken(undefined, `The table ${name} names pages twice.`);
  }

  /** Reads other columns of a row that was read before. */
  async rowAt(name: string, cell: number, columns: readonly string[]): Promise<SqliteItem> {
    const table = this.known.get(name);
    const number = Math.floor(cell / CELLS);
    const page = await this.pages.page(number);
    const cells = page === undefined ? undefined : this.cellsOf(page, number);
    const at = cells?.is === 'leaf' ? cells.offsets[cell % CELLS] : undefined;
    if (table === undefined || page === undefined || at === undefined) {
      return broken(page, `A row of the table ${name} is no longer where it was.`);
    }
    return this.readRow(table, page, at, cell, columns);
  }

  /** Where the rows of a page begin, or which child pages it has; undefined for any other page. */
  private cellsOf(
    { bytes }: SqlitePage,
    number: number,
  ): { is: 'leaf'; offsets: number[] } | { is: 'interior'; children: number[] } | undefined {
    const view = viewOf(bytes);
    const head = number === 1 ? 100 : 0;
    const type = bytes[head];
    const first = head + (type === INTERIOR ? 12 : 8);
    const count = view.getUint16(head + 3);
    if ((type !== LEAF && type !== INTERIOR) || first + 2 * count > this.pages.usable) return undefined;
    const offsets = Array.from({ length: count }, (_, index) => view.getUint16(first + 2 * index));
    if (type === LEAF) return { is: 'leaf', offsets };
    const children = offsets.map((at) => (at + 4 <= bytes.length ? view.getUint32(at) : 0));
    return { is: 'interior', children: [...children, view.getUint32(head + 8)] };
  }

  private async readRow(
    table: Table,
    page: SqlitePage,
    at: number,
    cell: number,
    columns: readonly string[],
  ): Promise<SqliteItem> {
    const { bytes } = page;
    const size = readVarint(bytes, at);
    const rowid = size === undefined ? undefined : readVarint(bytes, size.end);
    if (size === undefined || rowid === undefined) return broken(page, 'A row begins behind the end of its page.');
    if (size.value < 1 || size.value > MOST_ROW_BYTES)
      return broken(page, `A row says that it has ${size.value} bytes.`, at);
    const local = this.localBytes(size.value);
    const start = rowid.end;
    if (start + local > this.pages.usable) return broken(page, 'A row goes over the end of its page.', at);
    const wanted = columns.map((name) => table.columns.find((column) => column.name === name));
    let payload: Uint8Array | undefined = bytes.subarray(start, start + local);
    const needed = bytesNeeded(payload, wanted, size.value);
    if (needed === undefined) return broken(page, 'A row has no head that can be read.', at);
    if (needed > local) payload = await this.wholeRow(table, cell, bytes, start, local, size.value);
    if (payload === undefined)
      return broken(page, 'The further pages of a row are not there, or belong to another row.', at);
    const values = readValues(payload, wanted, rowid.value, this.pages.encoding);
    if (values === undefined) return broken(page, 'A value of a row is longer than the row.', at);
    return {
      is: 'row',
      row: { cell, rowid: rowid.value, values, file: page.file, offset: page.offset + at, length: start - at + local },
    };
  }

  /** Number of bytes of a row on its own page. */
  private localBytes(size: number): number {
    const { usable } = this.pages;
    if (size <= usable - 35) return size;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size - least) % (usable - 4));
    return fitting <= usable - 35 ? fitting : least;
  }

  private async wholeRow(
    { owners }: Table,
    cell: number,
    bytes: Uint8Array,
    start: number,
    local: number,
    size: number,
  ): Promise<Uint8Array | undefined> {
    const pieces = [bytes.subarray(start, start + local)];
    const seen = new Set<number>();
    let left = size - local;
    let next = start + local + 4 <= bytes.length ? viewOf(bytes).getUint32(start + local) : 0;
    while (left > 0) {
      const owner = owners.get(next);
      const page = seen.has(next) || (owner !== 0 && owner !== cell) ? undefined : await this.pages.page(next);
      if (page === undefined) return undefined;
      seen.add(next);
      owners.set(next, cell);
      const piece = page.bytes.subarray(4, Math.min(this.pages.usable, 4 + left));
      pieces.push(piece);
      left -= piece.length;
      next = viewOf(page.bytes).getUint32(0);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

function broken(page: SqlitePage | undefined, message: string, at = 0): SqliteItem {
  const { file = 0, offset = 0 } = page ?? {};
  return { is: 'broken', file, offset: offset + at, length: 0, message };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A number of one to nine bytes, and its end. */
function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + index + 1 };
  }
  const last = bytes[at + 8];
  if (last === undefined) return undefined;
  const whole = value * 256 + last;
  return { value: whole >= 2 ** 63 ? whole - 2 ** 64 : whole, end: at + 9 };
}

/** Number of bytes of a row needed for the requested columns; undefined if the header is damaged. */
function bytesNeeded(payload: Uint8Array, wanted: readonly (Column | undefined)[], size: number): number | undefined {
  const head = readVarint(payload, 0);
  if (head === undefined || head.value < 1 || head.value > Math.min(size, MOST_HEAD_BYTES)) return undefined;
  // A header that does not fit on the page is read with the whole row.
  if (head.value > payload.length) return size;
  const last = Math.max(-1, ...wanted.map((column) => column?.stored ?? -1));
  let needed = head.value;
  for (const [index, type] of typesOf(payload, head).entries()) {
    if (index > last) break;
    needed += lengthOf(type);
  }
  return needed > size ? undefined : needed;
}

function typesOf(payload: Uint8Array, head: { value: number; end: number }): number[] {
  const types: number[] = [];
  for (let at = head.end; at < head.value; ) {
    const type = readVarint(payload, at);
    if (type === undefined || type.end > head.value) break;
    types.push(type.value);
    at = type.end;
  }
  return types;
}

const fixedLengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function lengthOf(type: number): number {
  return fixedLengths[type] ?? Math.max(0, Math.floor((type - 12) / 2));
}

function readValues(
  payload: Uint8Array,
  wanted: readonly (Column | undefined)[],
  rowid: number,
  encoding: SqliteEncoding,
): SqliteValue[] | undefined {
  const head = readVarint(payload, 0);
  if (head === undefined || head.value > payload.length) return undefined;
  const types = typesOf(payload, head);
  const starts: number[] = [];
  let at = head.value;
  for (const type of types) {
    starts.push(at);
    at += lengthOf(type);
  }
  const values: SqliteValue[] = [];
  for (const column of wanted) {
    const type = column?.stored === undefined ? undefined : types[column.stored];
    const start = column?.stored === undefined ? undefined : starts[column.stored];
    if (type === undefined || start === undefined) values.push(null);
    else {
      const bytes = payload.subarray(start, start + lengthOf(type));
      if (bytes.length < lengthOf(type)) return undefined;
      values.push(column?.isRowid === true && type === 0 ? rowid : storedValue(type, bytes, encoding));
    }
  }
  return values;
}

function storedValue(type: number, bytes: Uint8Array, encoding: SqliteEncoding): SqliteValue {
  if (type === 8 || type === 9) return type - 8;
  if (type === 0 || type === 10 || type === 11) return null;
  const view = viewOf(bytes);
  if (type === 7) return view.getFloat64(0);
  if (type === 6) return Number(view.getBigInt64(0));
  if (type < 6) {
    const first = view.getInt8(0);
    return bytes.subarray(1).reduce((value, byte) => value * 256 + byte, first);
  }
  return type % 2 === 0 ? new Uint8Array(bytes) : new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

const constraints = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']);

/** Parses the columns in a `CREATE TABLE`, and whether the table has row ids. Runs nothing. */
export function columnsOf(sql: string): Pick<Table, 'columns' | 'isOther'> {
  const { definitions, tail } = definitionsOf(sql);
  const columns: Column[] = [];
  let stored = 0;
  for (const definition of definitions) {
    const { name, isQuoted, rest } = firstName(definition);
    if (name === '' || (!isQuoted && constraints.has(name.toUpperCase()))) continue;
    const isMade = /\bas\s?\(/i.test(rest) && !/\bstored\b/i.test(rest);
    columns.push({ name, isRowid: /^integer primary key\b/i.test(rest), stored: isMade ? undefined : stored });
    if (!isMade) stored += 1;
  }
  return { columns, isOther: /\bwithout rowid\b/i.test(tail) };
}

/** The closing sign of a name or text, by its opening sign. */
const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['[', ']'],
]);

/** The definitions between the outer brackets, with single spaces and without comments, and the text after them. */
function definitionsOf(sql: string): { definitions: string[]; tail: string } {
  const definitions: string[] = [];
  let depth = 0;
  let current: string[] = [];
  let tail: string[] | undefined;
  const take = (piece: string): void => {
    if (tail !== undefined) tail.push(piece);
    else if (depth > 0) current.push(piece);
  };
  for (let at = 0; at < sql.length; ) {
    const char = sql[at] ?? '';
    const end = endOfPiece(sql, at, char);
    const piece = sql.slice(at, end);
    at = end;
    const isOuterEnd = char === ')' && depth === 1;
    if ((char === ',' && depth === 1) || isOuterEnd) {
      if (tail === undefined) definitions.push(current.join(''));
      current = [];
    } else if (!(char === '(' && depth === 0)) take(/^(?:\s|--|\/\*)/.test(piece) ? ' ' : piece);
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (isOuterEnd) tail ??= [];
  }
  const tidy = (text: string): string => text.replace(/ {2,}/g, ' ').trim();
  return { definitions: definitions.map(tidy), tail: tidy((tail ?? []).join('')) };
}

/** Where a piece of SQL that begins at a position ends: a quoted text, a comment, or one character. */
function endOfPiece(sql: string, at: number, char: string): number {
  const closer = closers.get(char);
  const endBehind = (mark: string, from: number): number => {
    const found = sql.indexOf(mark, from);
    return found === -1 ? sql.length : found + mark.length;
  };
  if (closer !== undefined) {
    let end = endBehind(closer, at + 1);
    while (closer !== ']' && sql[end] === closer) end = endBehind(closer, end + 1);
    return end;
  }
  if (char === '-' && sql[at + 1] === '-') return endBehind('\n', at);
  if (char === '/' && sql[at + 1] === '*') return endBehind('*/', at + 2);
  return at + 1;
}

function firstName(definition: string): { name: string; isQuoted: boolean; rest: string } {
  const closer = closers.get(definition[0] ?? '');
  const end = closer === undefined ? definition.search(/[ (]|$/) : endOfPiece(definition, 0, definition[0] ?? '');
  const word = definition.slice(0, end);
  const rest = definition.slice(end).trim();
  if (closer === undefined) return { name: word, isQuoted: false, rest };
  return { name: word.slice(1, -1).replaceAll(`${closer}${closer}`, closer), isQuoted: true, rest };
}
