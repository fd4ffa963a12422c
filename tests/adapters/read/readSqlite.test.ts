import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { SourceFile } from '../../../src/adapters/index.ts';
import { columnsOf, SqliteDatabase, type SqliteValue } from '../../../src/adapters/read/readSqlite.ts';
import type { Diagnostic } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a database with SQLite itself, and returns its files as they are before it is closed. */
function written(write: (database: DatabaseSync) => void, name = `${Math.random()}.db`): [Uint8Array, Uint8Array?] {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  try {
    write(database);
    const files = readdirSync(folder).filter((each) => each === name || each === `${name}-wal`);
    const [main = new Uint8Array(), log] = files.sort().map((each) => new Uint8Array(readFileSync(join(folder, each))));
    return log === undefined ? [main] : [main, log];
  } finally {
    database.close();
  }
}

function ranged(file: SourceFile, bytes: Uint8Array): SourceFile {
  const range = async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length));
  return { ...file, range };
}

interface Options {
  isRanged?: boolean;
  table?: string;
  columns?: string[];
}

async function read([main, log]: readonly [Uint8Array, Uint8Array?], options: Options = {}) {
  const { table = 't', columns = ['id', 'a', 'b'], isRanged = false } = options;
  const diagnostics: Diagnostic[] = [];
  const context = { report: (each: Diagnostic) => void diagnostics.push(each) };
  const file = (name: string, bytes: Uint8Array) =>
    isRanged ? ranged(fileOf(name, bytes), bytes) : fileOf(name, bytes, 1000);
  const logFile = log === undefined ? undefined : file('x.db-wal', log);
  const database = await SqliteDatabase.open(file('x.db', main), logFile, context);
  const rows: (readonly SqliteValue[])[] = [];
  const faults: string[] = [];
  const again: (readonly SqliteValue[])[] = [];
  for await (const item of database?.rows(table, columns) ?? []) {
    if (item.is === 'broken') faults.push(item.message);
    else {
      rows.push(item.row.values);
      const same = await database?.rowAt(table, item.row.cell, columns);
      if (same?.is === 'row') again.push(same.row.values);
    }
  }
  return { database, rows, again, faults, codes: diagnostics.map(({ code }) => code) };
}

const values = (index: number): [string | number | bigint | null, string | Uint8Array] => [
  [index, -index * 1e5, index / 7, null, 2n ** 40n * BigInt(index + 1), 'ü'.repeat(index % 50), 0, 1, -129][
    index % 9
  ] ?? null,
  index % 5 === 0 ? new Uint8Array(index * 3).fill(index) : 'text 漢字 '.repeat((index * 37) % 900),
];

function fill(database: DatabaseSync, from: number, to: number): void {
  const insert = database.prepare('INSERT INTO t (a, b) VALUES (?, ?)');
  database.exec('BEGIN');
  for (let index = from; index < to; index += 1) insert.run(...values(index));
  database.exec('COMMIT');
}

const expected = (from: number, to: number): SqliteValue[][] =>
  Array.from({ length: to - from }, (_, index) => {
    const [a, b] = values(from + index);
    return [from + index + 1, typeof a === 'bigint' ? Number(a) : a, b];
  });

const create = 'CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)';

describe('readSqlite', () => {
  it.each([512, 1024, 4096, 65_536])('returns the rows that SQLite wrote, in pages of %i bytes', async (size) => {
    const files = written((database) => {
      database.exec(`PRAGMA page_size = ${size}`);
      database.exec(create);
      fill(database, 0, 400);
    });
    for (const isRanged of [false, true]) {
      const { rows, again, faults, codes } = await read(files, { isRanged });
      expect(rows).toEqual(expected(0, 400));
      expect(again).toEqual(rows);
      expect([...faults, ...codes]).toEqual([]);
    }
  });

  it.each(['UTF-16le', 'UTF-16be'])('reads %s', async (encoding) => {
    const files = written((database) => {
      database.exec(`PRAGMA encoding = '${encoding}'`);
      database.exec(create);
      fill(database, 0, 60);
    });
    expect((await read(files)).rows).toEqual(expected(0, 60));
  });

  it('returns the current state of deleted, changed and moved rows', async () => {
    const files = written((database) => {
      database.exec(create);
      fill(database, 0, 500);
      database.exec(
        "DELETE FROM t WHERE id % 3 = 0; UPDATE t SET b = 'short' WHERE id % 7 = 0; ALTER TABLE t ADD COLUMN c",
      );
      database.exec("UPDATE t SET c = 'late' WHERE id = 499");
    });
    const { rows } = await read(files, { columns: ['id', 'b', 'c', 'gone'] });
    const kept = expected(0, 500).filter(([id]) => Number(id) % 3 !== 0);
    const now = kept.map(([id, , b]) => [id, Number(id) % 7 === 0 ? 'short' : b, id === 499 ? 'late' : null, null]);
    expect(rows).toEqual(now);
  });

  it('reports that a table without row ids is not read', async () => {
    const files = written((database) =>
      database.exec("CREATE TABLE t (id PRIMARY KEY, a) WITHOUT ROWID; INSERT INTO t VALUES (1, 'x')"),
    );
    expect(await read(files)).toMatchObject({ rows: [], faults: [expect.stringContaining('without row numbers')] });
  });
});

describe('the write-ahead log', () => {
  const logged = (checkpoint: boolean) =>
    written((database) => {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${create}`);
      fill(database, 0, 100);
      if (checkpoint) database.exec('PRAGMA wal_checkpoint(RESTART)');
      fill(database, 100, 200);
      database.exec("UPDATE t SET b = 'new' WHERE id = 5");
    });
  const now = expected(0, 200).map(([id, a, b]) => [id, a, id === 5 ? 'new' : b]);

  it.each([false, true])('overrides the pages of the file (after a checkpoint: %s)', async (checkpoint) => {
    const files = logged(checkpoint);
    for (const isRanged of [false, true]) {
      const { rows, codes } = await read(files, { isRanged });
      expect(rows).toEqual(now);
      expect(codes).toEqual([]);
    }
  });

  it('is reported as missing if only the file is given', async () => {
    const [main] = logged(false);
    const { rows, codes } = await read([main]);
    expect(rows).toEqual([]);
    expect(codes).toEqual(['missing-database-log']);
  });

  it('counts only up to the last complete commit', async () => {
    const [main, log = new Uint8Array()] = logged(true);
    for (const end of [log.length - 1, log.length - 5000]) {
      const torn = log.slice(0, end);
      expect((await read([main, torn])).rows.length).toBeGreaterThanOrEqual(100);
    }
    const damaged = log.slice();
    damaged[32 + 24 + 100] = (damaged[32 + 24 + 100] ?? 0) ^ 255;
    expect((await read([main, damaged])).rows).toEqual(expected(0, 100));
  });

  it('is ignored, and reported, if it belongs to another database', async () => {
    const [main] = logged(true);
    expect((await read([main, new Uint8Array(500)])).codes).toEqual(['malformed-page']);
    expect((await read([main, new Uint8Array()])).codes).toEqual([]);
  });
});

describe('a damaged database', () => {
  const files = written((database) => {
    database.exec(`PRAGMA page_size = 1024; ${create}`);
    fill(database, 0, 300);
  });

  it('yields what can be read, in bounded time', async () => {
    const [whole] = files;
    const wanted = new Set(expected(0, 300).map((row) => JSON.stringify(row)));
    let seed = 7;
    const random = (limit: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    let kept = 0;
    for (let round = 0; round < 150; round += 1) {
      const bytes = whole.slice(0, round % 3 === 0 ? 1024 + random(whole.length - 1024) : whole.length);
      for (let count = 0; count < 1 + (round % 40); count += 1) {
        const page = random(Math.floor(bytes.length / 1024)) * 1024;
        bytes[page + (count % 2 === 0 ? random(24) : random(1024))] = random(256);
      }
      const { rows } = await read([bytes]);
      // A page referenced twice is followed once.
      expect(rows.length).toBeLessThan(2000);
      kept += rows.filter((row) => wanted.has(JSON.stringify(row))).length;
    }
    expect(kept).toBeGreaterThan(150 * 50);
  });

  it('is reported with its missing pages', async () => {
    const [whole] = files;
    const { rows, faults } = await read([whole.slice(0, 1024 * Math.floor((whole.length / 1024) * 0.8))]);
    expect(rows.length).toBeGreaterThan(0);
    expect(faults.join()).toMatch(/is not there|further pages/);
  });

  it('is rejected if it is no database', async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(4096), new TextEncoder().encode('SQLite format 3\0')]) {
      expect((await read([bytes])).codes).toEqual(['malformed-page']);
    }
  });

  it('is rejected if rows overlap or form a cycle', async () => {
    const page = new Uint8Array(65_536 * 2);
    page.set(written((database) => database.exec(`PRAGMA page_size = 65536; ${create}`))[0].subarray(0, page.length));
    const view = new DataView(page.buffer, 65_536);
    view.setUint8(0, 13);
    view.setUint16(3, 20_000);
    for (let index = 0; index < 20_000; index += 1) view.setUint16(8 + 2 * index, 60_000);
    page.set([0x82, 0x00, 1, 2, 0x83, 0x79], 65_536 + 60_000);
    const { rows, faults } = await read([page]);
    expect(rows.length).toBeLessThan(300);
    expect(faults).toEqual([expect.stringContaining('over each other')]);
  });
});

describe('the columns of a table', () => {
  it.each([
    ['CREATE TABLE t (a, b)', 'a b'],
    ['CREATE TABLE "t" (`a b` text DEFAULT (1, 2), "c""d" NUMERIC(3, 4) CHECK (x IN (1,2)), [e] int)', 'a b|c"d|e'],
    [
      "CREATE TABLE t (a text DEFAULT '(),', -- a remark, with (\n b /* and ) here */ int, PRIMARY KEY (a), UNIQUE (b))",
      'a b',
    ],
    ['CREATE TABLE t (a, b AS (a + 1), c AS (a) STORED, CONSTRAINT k FOREIGN KEY (a) REFERENCES u (v))', 'a b c'],
    ['CREATE TABLE t (', ''],
    ['', ''],
  ])('of %s', (sql, names) => {
    const { columns } = columnsOf(sql);
    const wanted = names === '' ? [] : names.split(names.includes('|') ? '|' : ' ');
    expect(columns.map(({ name }) => name)).toEqual(wanted);
  });

  it('include those not stored, and the row id', () => {
    const { columns } = columnsOf('CREATE TABLE t (id INTEGER  PRIMARY KEY AUTOINCREMENT, b AS (id), c)');
    expect(columns).toEqual([
      { name: 'id', isRowid: true, stored: 0 },
      { name: 'b', isRowid: false, stored: undefined },
      { name: 'c', isRowid: false, stored: 1 },
    ]);
    expect(columnsOf('CREATE TABLE t (a) WITHOUT  ROWID').isOther).toBe(true);
  });
});
