import { entryOutcome, startOf } from '../../../src/session/list/sessionEntry.ts';
import { OutputError } from '../writeAtomically.ts';
import type { CataloguedSession, SessionRow } from './contract.ts';
import { addSums, createRollup } from './sqliteSums.ts';
import { type Database, docsOf, monthNumber, NONE, type ValueTable } from './sqliteTables.ts';
import type { TextIndex } from './sqliteText.ts';

/** Whether the catalogue has the tables of sums, which those of older kits lack. */
export function hasSums(db: Database): boolean {
  return db.get("SELECT 1 FROM sqlite_master WHERE name = 'rollup'") !== undefined;
}

/** Adds the tables of sums to a catalogue without them. To be called in a transaction. */
export function upgradeSums(db: Database, values: ValueTable): void {
  // Another run may have added them while this one waited.
  if (!hasSums(db)) addSums(db, values);
}

/** The rows of sessions, with what is derived from them: their text, and sums over them. Methods that write are to be called in a transaction. */
export function createSessionTable(db: Database, values: ValueTable, text: TextIndex) {
  const rollup = createRollup(db, values);

  const rowsOf = (sql: string, ...bound: (string | number)[]): SessionRow[] =>
    db.all<{ row: string }>(sql, ...bound).map(({ row }) => JSON.parse(row) as SessionRow);

  const remove = (id: string): void => {
    const found = db.get<{ doc: number; row: string }>('SELECT doc, row FROM session WHERE id = ?', id);
    if (found === undefined) return;
    text.remove(found.doc);
    rollup.add(JSON.parse(found.row) as SessionRow, -1);
    db.run('DELETE FROM session WHERE doc = ?', found.doc);
  };

  return {
    /** Replaces the session with this id. */
    put({ row, tracked = false, passages }: CataloguedSession): void {
      remove(row.session_id);
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
    },
    remove,
    /** Rows by id, in the order of the ids; unknown ids are left out. */
    withIds: (ids: readonly string[]): SessionRow[] =>
      ids.flatMap((id) => rowsOf('SELECT row FROM session WHERE id = ?', id)),
    sourceOf: (id: string): string | undefined =>
      db.get<{ source: string }>('SELECT source FROM session WHERE id = ?', id)?.source,
    /** Sessions that git does not track, with sources from `first` on and before `behind`. */
    between: (first: string, behind: string) =>
      db.all<Pick<SessionRow, 'session_id' | 'source'>>(
        'SELECT id AS session_id, source FROM session WHERE source >= ? AND source < ? AND tracked = 0',
        ...[first, behind],
      ),
    /** The sessions that git tracks, in no order. */
    tracked: (): SessionRow[] => rowsOf('SELECT row FROM session WHERE tracked = 1'),
    /** The newest of the other sessions, and how many there are. */
    newest(limit: number): { rows: SessionRow[]; total: number } {
      const rows = rowsOf('SELECT row FROM session WHERE tracked = 0 ORDER BY doc DESC LIMIT ?', limit);
      const all = db.get<{ n: number | null }>('SELECT sum(n) AS n FROM tally')?.n ?? 0;
      const tracked = db.get<{ n: number }>('SELECT count(*) AS n FROM session WHERE tracked = 1')?.n ?? 0;
      return { rows, total: all - tracked };
    },
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
