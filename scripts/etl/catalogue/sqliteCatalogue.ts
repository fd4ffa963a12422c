import { resolve, sep } from 'node:path';
import type { DetectedFile, SourceState } from '../etlState.ts';
import { type NameBook, sourceKey } from '../sessionIndex.ts';
import type { Catalogue, CatalogueBatch, DoneSource, SessionRow } from './contract.ts';
import { type OpenSqlite, openConnection } from './sqliteConnection.ts';
import { createNameTable } from './sqliteNames.ts';
import { createQueries } from './sqliteQueries.ts';
import { createSessionTable, hasSums, upgradeSums } from './sqliteSessions.ts';
import { type Database, valueTable } from './sqliteTables.ts';
import { createTextIndex } from './sqliteText.ts';

export interface OpenCatalogue extends OpenSqlite {
  /** Sources of tracked sessions are relative to it. */
  project: string;
  fingerprint: string;
}

/** What {@link openSqliteCatalogue} gives in addition to the contract. */
export interface SqliteCatalogue extends Catalogue {
  readonly book: NameBook;
  noted(name: string): string | undefined;
  note(name: string, value: string): void;
  /** The sessions that git tracks, in no order. */
  tracked(): SessionRow[];
  /** The newest of the other sessions. */
  newest(limit: number): { rows: SessionRow[]; total: number };
}

/** A catalogue in one SQLite file. */
export async function openSqliteCatalogue(options: OpenCatalogue): Promise<SqliteCatalogue> {
  const { project, fingerprint, readOnly = false } = options;
  const { db, transaction: hold, close } = await openConnection(options);
  const values = valueTable(db);
  const transaction = <Result>(work: () => Result): Result => {
    try {
      return hold(work);
    } catch (error) {
      values.forget();
      throw error;
    }
  };
  if (!readOnly && !hasSums(db)) transaction(() => upgradeSums(db, values));
  const fingerprintId = readOnly ? values.find(fingerprint) : transaction(() => values.idOf(fingerprint));
  const text = createTextIndex(db);
  const names = createNameTable(db);
  const sources = createSourceTable(db, fingerprintId);
  const sessions = createSessionTable(db, values, text);

  const putBatch = (batch: CatalogueBatch): void => {
    for (const session of batch.sessions ?? []) {
      names.give(session.row.session_id, sourceKey(session.row));
      sessions.put(session);
    }
    for (const [path, source] of batch.sources ?? []) sources.put(path, source);
    for (const [path, file] of batch.detected ?? []) sources.putFile(path, file);
  };

  const removeSession = (id: string): void => {
    const source = sessions.sourceOf(id);
    sessions.remove(id);
    names.remove(id);
    if (source !== undefined) sources.put(resolve(project, source), undefined);
  };

  return {
    searches: 'everything',
    book: names.book,
    detected: async (paths) => sources.files(paths),
    done: async (primaries) => sources.done(primaries),
    want: async (versions) => transaction(() => sources.want(versions)),
    waiting: async (limit) => sources.waiting(limit),
    reserve: async (unnamed) => transaction(() => names.reserve(unnamed)),
    promised: async () => names.promised(),
    release: async (ids) => transaction(() => names.release(ids)),
    take: async (taken) => transaction(() => names.take(taken)),
    sessions: async (ids) => sessions.withIds(ids),
    commit: async (batch) => transaction(() => putBatch(batch)),
    remove: async (ids) => transaction(() => ids.forEach(removeSession)),
    async below(folder) {
      const separator = folder.includes('://') ? '/' : sep;
      const first = folder + separator;
      const behind = folder + String.fromCharCode(separator.charCodeAt(0) + 1);
      const tracked = sessions.tracked().filter(({ source }) => resolve(project, source).startsWith(first));
      return [...sessions.between(first, behind), ...tracked];
    },
    ...createQueries(db, values, text, { hasSums: hasSums(db) }),
    noted: (name) => db.get<{ value: string }>('SELECT value FROM note WHERE name = ?', name)?.value,
    note: (name, value) => db.run('INSERT OR REPLACE INTO note VALUES(?, ?)', name, value),
    tracked: sessions.tracked,
    newest: sessions.newest,
    close: async () => close(),
  };
}

/** What is known of files and of the sources they make up, and which sources wait; methods that write are to be called in a transaction. */
function createSourceTable(db: Database, fingerprintId: number) {
  /** Rows of a table by path, without those noted under another fingerprint. */
  const pick = <Value>(sql: string, paths: readonly string[]): Map<string, Value> => {
    const picked = new Map<string, Value>();
    for (const path of paths) {
      const json = db.get<{ json: string }>(sql, path, fingerprintId)?.json;
      if (json !== undefined) picked.set(path, JSON.parse(json) as Value);
    }
    return picked;
  };
  return {
    files: (paths: readonly string[]) =>
      pick<DetectedFile>('SELECT found AS json FROM file WHERE path = ? AND fingerprint = ?', paths),
    putFile(path: string, file: DetectedFile): void {
      db.run('INSERT OR REPLACE INTO file VALUES(?, ?, ?)', path, fingerprintId, JSON.stringify(file));
    },
    done: (primaries: readonly string[]) =>
      pick<SourceState>('SELECT state AS json FROM source WHERE path = ? AND fingerprint = ?', primaries),
    /** Notes a source as done, or, without a state, as to be converted again. */
    put(path: string, source: DoneSource | undefined): void {
      if (source === undefined) {
        db.run('DELETE FROM source WHERE path = ?', path);
        return;
      }
      const { version, ...state } = source;
      db.run('INSERT OR REPLACE INTO source VALUES(?, ?, ?)', path, fingerprintId, JSON.stringify(state));
      if (version !== undefined) db.run('DELETE FROM wish WHERE path = ? AND version = ?', path, version);
    },
    want(versions: ReadonlyMap<string, string>): void {
      for (const [path, version] of versions)
        db.run(
          'INSERT INTO wish(path, version) VALUES(?, ?) ON CONFLICT(path) DO UPDATE SET version = excluded.version',
          ...[path, version],
        );
    },
    waiting: (limit: number): string[] =>
      db.all<{ path: string }>('SELECT path FROM wish ORDER BY number LIMIT ?', limit).map(({ path }) => path),
  };
}
