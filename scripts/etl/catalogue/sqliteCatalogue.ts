import { createHash } from 'node:crypto';
import { resolve, sep } from 'node:path';
import { entryOutcome, startOf } from '../../../src/session/list/sessionEntry.ts';
import type { DetectedFile, SourceState } from '../etlState.ts';
import { isSessionName, type NameBook, nameSessions, numberOf, sourceKey } from '../sessionIndex.ts';
import { OutputError } from '../writeAtomically.ts';
import type { Catalogue, CatalogueBatch, CataloguedSession, DoneSource, SessionRow } from './contract.ts';
import { type OpenSqlite, openConnection } from './sqliteConnection.ts';
import { createQueries } from './sqliteQueries.ts';
import { addSums, createRollup } from './sqliteSums.ts';
import { type Database, docsOf, monthNumber, NONE, valueTable } from './sqliteTables.ts';
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
  const text = createTextIndex(db);
  const has = (table: string): boolean => db.get('SELECT 1 FROM sqlite_master WHERE name = ?', table) !== undefined;
  if (!readOnly && !has('rollup'))
    transaction(() => {
      // Another run may have added them while this one waited.
      if (!has('rollup')) addSums(db, values);
    });
  const rollup = createRollup(db, values);
  const queries = createQueries(db, values, text, { hasSums: has('rollup') });
  const fingerprintId = readOnly ? values.find(fingerprint) : transaction(() => values.idOf(fingerprint));

  const rowOf = (json: string): SessionRow => JSON.parse(json) as SessionRow;

  const book: NameBook = {
    nameOf: (key) => {
      const id = db.get<{ id: string }>('SELECT id FROM name WHERE owner = ?', ownerOf(key))?.id;
      return id !== undefined && isSessionName(id) ? id : undefined;
    },
    isTaken: (name) => db.get('SELECT 1 FROM name WHERE folded = ?', name.toLowerCase()) !== undefined,
    lastNumberOf: (day) => db.get<{ n: number | null }>('SELECT max(number) AS n FROM name WHERE day = ?', day)?.n ?? 0,
  };

  const addName = (id: string, key: string | undefined, promised: boolean): void => {
    const { day = null, number = null } = numberOf(id) ?? {};
    const owner = key === undefined ? null : ownerOf(key);
    // A session owns one name: another name that it had belongs to nobody.
    if (owner !== null) db.run('UPDATE name SET owner = NULL WHERE owner = ? AND folded <> ?', owner, id.toLowerCase());
    db.run(
      `INSERT INTO name VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id,
         owner = coalesce(excluded.owner, owner), promised = excluded.promised`,
      ...[id.toLowerCase(), id, day, number, owner, promised ? 1 : 0],
    );
  };

  const removeSession = (id: string): void => {
    const found = db.get<{ doc: number; row: string }>('SELECT doc, row FROM session WHERE id = ?', id);
    if (found === undefined) return;
    const { doc, row } = found;
    text.remove(doc);
    rollup.add(rowOf(row), -1);
    db.run('DELETE FROM session WHERE doc = ?', doc);
  };

  const putSession = ({ row, tracked = false, passages }: CataloguedSession): void => {
    addName(row.session_id, sourceKey(row), false);
    removeSession(row.session_id);
    const at = startOf(row);
    const doc = nextDoc(db, at);
    db.run(
      'INSERT INTO session VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[doc, row.session_id, row.source, tracked ? 1 : 0, at ?? null],
      ...[row.source_format, entryOutcome(row), row.model_id].map(values.idOf),
      ...[row.project === undefined ? NONE : values.idOf(row.project), monthNumber(at)],
      JSON.stringify(row),
    );
    rollup.add(row, 1);
    text.put(doc, row.task_title, passages ?? []);
  };

  const putSource = (path: string, source: DoneSource | undefined): void => {
    if (source === undefined) {
      db.run('DELETE FROM source WHERE path = ?', path);
      return;
    }
    const { version, ...state } = source;
    db.run('INSERT OR REPLACE INTO source VALUES(?, ?, ?)', path, fingerprintId, JSON.stringify(state));
    if (version !== undefined) db.run('DELETE FROM wish WHERE path = ? AND version = ?', path, version);
  };

  const putBatch = ({ detected, sources, sessions }: CatalogueBatch): void => {
    for (const session of sessions ?? []) putSession(session);
    for (const [path, source] of sources ?? []) putSource(path, source);
    for (const [path, file] of detected ?? [])
      db.run('INSERT OR REPLACE INTO file VALUES(?, ?, ?)', path, fingerprintId, JSON.stringify(file));
  };

  /** Rows of a table by path, without those noted under another fingerprint. */
  const pick = <Value>(sql: string, paths: readonly string[]): Map<string, Value> => {
    const picked = new Map<string, Value>();
    for (const path of paths) {
      const json = db.get<{ json: string }>(sql, path, fingerprintId)?.json;
      if (json !== undefined) picked.set(path, JSON.parse(json) as Value);
    }
    return picked;
  };

  const tracked = (): SessionRow[] =>
    db.all<{ row: string }>('SELECT row FROM session WHERE tracked = 1').map(({ row }) => rowOf(row));

  return {
    searches: 'everything',
    book,
    async detected(paths) {
      return pick<DetectedFile>('SELECT found AS json FROM file WHERE path = ? AND fingerprint = ?', paths);
    },
    async done(primaries) {
      return pick<SourceState>('SELECT state AS json FROM source WHERE path = ? AND fingerprint = ?', primaries);
    },
    async want(versions) {
      transaction(() => {
        for (const [path, version] of versions)
          db.run(
            'INSERT INTO wish(path, version) VALUES(?, ?) ON CONFLICT(path) DO UPDATE SET version = excluded.version',
            ...[path, version],
          );
      });
    },
    async waiting(limit) {
      return db.all<{ path: string }>('SELECT path FROM wish ORDER BY number LIMIT ?', limit).map(({ path }) => path);
    },
    async reserve(sessions) {
      return transaction(() => {
        const names = nameSessions(sessions, book);
        for (const session of sessions) {
          const key = sourceKey(session);
          const id = names.get(key)?.id;
          if (id !== undefined && book.nameOf(key) === undefined) addName(id, key, true);
        }
        return names;
      });
    },
    async promised() {
      return db.all<{ id: string }>('SELECT id FROM name WHERE promised = 1').map(({ id }) => id);
    },
    async release(ids) {
      transaction(() => {
        for (const id of ids) db.run('DELETE FROM name WHERE folded = ? AND promised = 1', id.toLowerCase());
      });
    },
    async take(names) {
      transaction(() => {
        for (const name of names) if (!book.isTaken(name)) addName(name, undefined, false);
      });
    },
    async sessions(ids) {
      const rows = ids.map((id) => db.get<{ row: string }>('SELECT row FROM session WHERE id = ?', id));
      return rows.flatMap((each) => (each === undefined ? [] : [rowOf(each.row)]));
    },
    async commit(batch) {
      transaction(() => putBatch(batch));
    },
    async remove(ids) {
      transaction(() => {
        for (const id of ids) {
          const source = db.get<{ source: string }>('SELECT source FROM session WHERE id = ?', id)?.source;
          removeSession(id);
          db.run('DELETE FROM name WHERE folded = ?', id.toLowerCase());
          if (source !== undefined) db.run('DELETE FROM source WHERE path = ?', resolve(project, source));
        }
      });
    },
    async below(folder) {
      const separator = folder.includes('://') ? '/' : sep;
      const [first, behind] = [folder + separator, folder + String.fromCharCode(separator.charCodeAt(0) + 1)];
      const others = db.all<{ session_id: string; source: string }>(
        'SELECT id AS session_id, source FROM session WHERE source >= ? AND source < ? AND tracked = 0',
        ...[first, behind],
      );
      return [...others, ...tracked().filter(({ source }) => resolve(project, source).startsWith(first))];
    },
    ...queries,
    noted: (name) => db.get<{ value: string }>('SELECT value FROM note WHERE name = ?', name)?.value,
    note: (name, value) => db.run('INSERT OR REPLACE INTO note VALUES(?, ?)', name, value),
    tracked,
    newest(limit) {
      const rows = db.all<{ row: string }>(
        'SELECT row FROM session WHERE tracked = 0 ORDER BY doc DESC LIMIT ?',
        limit,
      );
      const all = db.get<{ n: number | null }>('SELECT sum(n) AS n FROM tally')?.n ?? 0;
      const others = db.get<{ n: number }>('SELECT count(*) AS n FROM session WHERE tracked = 1')?.n ?? 0;
      return { rows: rows.map(({ row }) => rowOf(row)), total: all - others };
    },
    close: async () => close(),
  };
}

function nextDoc(db: Database, at: number | undefined): number {
  const [first, behind] = docsOf(at);
  const last = db.get<{ doc: number | null }>(
    'SELECT max(doc) AS doc FROM session WHERE doc >= ? AND doc < ?',
    first,
    behind,
  );
  const next = (last?.doc ?? first - 1) + 1;
  if (next >= behind) throw new OutputError('More than a million sessions say that they began in the same minute.');
  return next;
}

function ownerOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, 16);
}
