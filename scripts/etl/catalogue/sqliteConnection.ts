import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { OutputError } from '../writeAtomically.ts';
import { sumsSchema, waitedIndex } from './sqliteSums.ts';
import { type Database, rankIndices, schema } from './sqliteTables.ts';
import { textSchema } from './sqliteText.ts';

/** How long to wait for another run's transaction; none takes this long. */
const BUSY_MS = 60_000;

/** `ARKC`: distinguishes the kit's catalogues from other databases. */
const APPLICATION = 0x41524b43;

/** Version 1 has no sums; `addSums` adds them. */
const SCHEMA_VERSION = 2;

export interface OpenSqlite {
  /** Path of the database; created if missing. */
  path: string;
  readOnly?: boolean;
  /** Whether the file lies on a network disk, where a write-ahead log does not work. @default false */
  remote?: boolean;
  /** Maximum size in pages of 4,096 bytes, to simulate a full disk. @default none */
  mostPages?: number | undefined;
}

export interface Connection {
  db: Database;
  /** Runs work in a transaction, which takes effect whole or not at all. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/** Opens a catalogue's file. Throws an {@link OutputError} for a file that is no catalogue or cannot be used. */
export async function openConnection(options: OpenSqlite): Promise<Connection> {
  const { path, readOnly = false } = options;
  const { DatabaseSync } = await import('node:sqlite');
  const guard = guardOf(path);
  const address = readOnly && isFrozen(path) ? new URL(`${pathToFileURL(path).href}?immutable=1`) : path;
  const connection = guard(() => new DatabaseSync(address, { readOnly }));
  try {
    guard(() => prepareTables(connection, options));
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    db: databaseOf(connection, guard),
    transaction: transactionsOf(connection, guard),
    close: () => connection.close(),
  };
}

/**
 * Whether a database lies where this process cannot write, and nothing waits in its write-ahead log. Even a reader of one that has such a log
 * makes a file beside it; only where SQLite is told that nothing changes does it do without.
 */
function isFrozen(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  }
}

function prepareTables(
  connection: DatabaseSync,
  { path, readOnly = false, remote = false, mostPages }: OpenSqlite,
): void {
  connection.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  if (mostPages !== undefined) connection.exec(`PRAGMA max_page_count = ${mostPages}`);
  const pragma = (name: string): unknown => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const version = pragma('user_version');
  if (version === 0 && !readOnly) {
    connection.exec(`PRAGMA journal_mode = ${remote ? 'DELETE' : 'WAL'}`);
    // Another run may create it at the same time.
    connection.exec('BEGIN IMMEDIATE');
    const marks = `PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${SCHEMA_VERSION}`;
    if (pragma('user_version') === 0) connection.exec(`${schema}${sumsSchema.join(';')};${textSchema}; ${marks}`);
    connection.exec('COMMIT');
  } else if (pragma('application_id') !== APPLICATION)
    throw new OutputError(`${path} is no catalogue of sessions. Move it away, then run again.`);
  else if (version !== SCHEMA_VERSION && version !== 1)
    throw new OutputError(`${path} was written by a newer kit. Use that, or name another folder with --out.`);
  if (!readOnly) connection.exec(`${rankIndices}\n${waitedIndex}`);
}

function databaseOf(connection: DatabaseSync, guard: Guard): Database {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    run: (sql, ...values) =>
      guard(() => {
        const statement = prepare(sql);
        // Every statement returns the last row id, and those that full text uses internally exceed a number's range.
        statement.setReadBigInts(true);
        statement.run(...values);
      }),
    get: <Row>(sql: string, ...values: SQLInputValue[]) => guard(() => prepare(sql).get(...values)) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => guard(() => prepare(sql).all(...values)) as Row[],
    // A statement that is being iterated over may be needed again before it has ended.
    *each<Row>(sql: string, ...values: SQLInputValue[]) {
      const rows = guard(() => connection.prepare(sql).iterate(...values));
      try {
        for (let next = guard(() => rows.next()); next.done !== true; next = guard(() => rows.next()))
          yield next.value as Row;
      } finally {
        // A statement that is left in the middle would hold the reader at the state of the database that it began with.
        rows.return?.();
      }
    },
  };
}

type Guard = <Result>(work: () => Result) => Result;

/** Translates an error of SQLite for the owner of the folder. */
function guardOf(path: string): Guard {
  return (work) => {
    try {
      return work();
    } catch (error) {
      const { errcode } = error as { errcode?: number };
      if (errcode === undefined) throw error;
      throw new OutputError(`${path}: ${meaningOf(errcode & 0xff, error as Error)}`, { cause: error });
    }
  };
}

/** Messages by SQLite's primary result codes. */
function meaningOf(code: number, { message }: Error): string {
  switch (code) {
    case 5:
      return `another run has been writing for ${BUSY_MS / 1000} s. Run again when it has ended.`;
    case 11:
    case 26:
      return `the catalogue is damaged (${message}). Restore it from a copy; or remove it, and private.json beside it: then the sessions are written again under new names.`;
    case 13:
      return 'the disk is full. Nothing is lost: make room, then run again.';
    case 8:
    case 14:
      return `the catalogue cannot be opened (${message}). Look at its permissions, and at those of its folder.`;
    default:
      return `the catalogue could not be used (${message}). What was noted before holds; run again.`;
  }
}

function transactionsOf(connection: DatabaseSync, guard: Guard): Connection['transaction'] {
  return <Result>(work: () => Result): Result => {
    guard(() => connection.exec('BEGIN IMMEDIATE'));
    try {
      const result = work();
      guard(() => connection.exec('COMMIT'));
      return result;
    } catch (error) {
      try {
        connection.exec('ROLLBACK');
      } catch {
        // A full disk has undone it already.
      }
      throw error;
    }
  };
}
