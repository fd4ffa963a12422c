import type { SQLInputValue } from 'node:sqlite';
import type { SessionSort } from '../../../src/session/list/sessionSource.ts';
import { monthOf } from '../../../src/session/list/sessionsInMemory.ts';

/**
 * `doc` is a session's key by time: minutes since 1970 times 2^20, so that reading it backwards gives the newest first, whatever index
 * found it. Values that sessions share (formats, models, folders) are stored once, in `value`.
 */
export const schema = `
  CREATE TABLE note(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE value(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE file(path TEXT PRIMARY KEY, fingerprint INTEGER NOT NULL, found TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE source(path TEXT PRIMARY KEY, fingerprint INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE wish(number INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, version TEXT NOT NULL);
  CREATE TABLE name(
    folded TEXT PRIMARY KEY, id TEXT NOT NULL, day TEXT, number INTEGER, owner BLOB, promised INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX name_number ON name(day, number);
  CREATE UNIQUE INDEX name_owner ON name(owner) WHERE owner IS NOT NULL;
  CREATE INDEX name_promised ON name(folded) WHERE promised = 1;
  CREATE TABLE session(
    doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, tracked INTEGER NOT NULL, at INTEGER,
    format INTEGER NOT NULL, outcome INTEGER NOT NULL, model INTEGER NOT NULL, project INTEGER NOT NULL,
    month INTEGER NOT NULL, row TEXT NOT NULL
  );
  CREATE INDEX session_source ON session(source);
  CREATE INDEX session_tracked ON session(doc) WHERE tracked = 1;
  CREATE INDEX session_format ON session(format);
  CREATE INDEX session_outcome ON session(outcome);
  CREATE INDEX session_model ON session(model);
  CREATE INDEX session_project ON session(project);
  CREATE TABLE tally(
    month INTEGER, format INTEGER, outcome INTEGER, model INTEGER, project INTEGER, n INTEGER NOT NULL,
    PRIMARY KEY(month, format, outcome, model, project)
  ) WITHOUT ROWID;
  CREATE TRIGGER session_counted AFTER INSERT ON session BEGIN
    INSERT INTO tally VALUES(new.month, new.format, new.outcome, new.model, new.project, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER session_uncounted AFTER DELETE ON session BEGIN
    UPDATE tally SET n = n - 1 WHERE month = old.month AND format = old.format AND outcome = old.outcome
      AND model = old.model AND project = old.project;
    DELETE FROM tally WHERE month = old.month AND format = old.format AND outcome = old.outcome
      AND model = old.model AND project = old.project AND n = 0;
  END;`;

/**
 * What a session is ordered by, apart from its time; as `rankOf` gives it. The text has to be the same in the index and in a query, so that
 * the index is used.
 */
export const rankExpressions: Record<Exclude<SessionSort, 'newest'>, string> = {
  longest: "coalesce(row ->> '$.active_ms', row ->> '$.total_duration_ms', -1)",
  costliest: "coalesce(row ->> '$.cost_usd', -1)",
  failures: `CASE WHEN row ->> '$.failed_calls_count' IS NULL AND row ->> '$.inner_failed_calls_count' IS NULL THEN -1
    ELSE coalesce(row ->> '$.failed_calls_count', 0) + coalesce(row ->> '$.inner_failed_calls_count', 0) END`,
};

/** Also for catalogues of older kits, which have none of them. */
export const rankIndices = Object.entries(rankExpressions)
  .map(([sort, rank]) => `CREATE INDEX IF NOT EXISTS session_${sort} ON session(${rank});`)
  .join('\n');

/** A database whose statements are prepared once each. */
export interface Database {
  run(sql: string, ...values: SQLInputValue[]): void;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  each<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
}

/** Earlier minutes come from clocks that were never set: they share one minute with sessions without a time. */
const FIRST_MINUTE = 2 ** 20;
const LAST_MINUTE = 2 ** 32;
const A_MINUTE = 2 ** 20;

/** The range of keys of all sessions that began in the same minute, the end excluded. */
export function docsOf(at: number | undefined): [first: number, behind: number] {
  if (at === undefined) return [1, FIRST_MINUTE * A_MINUTE];
  const minute = Math.min(Math.max(Math.floor(at / 60_000), FIRST_MINUTE), LAST_MINUTE);
  return [minute * A_MINUTE, (minute + 1) * A_MINUTE];
}

/** The minute of a key; all earlier than the first count as one. */
export function bucketOf(doc: number): number {
  return Math.max(Math.floor(doc / A_MINUTE), FIRST_MINUTE - 1);
}

/** Month number of sessions without a time. */
export const MONTH_NONE = -10_000_000;

/** Months since the year 0, in UTC. */
export function monthNumber(at: number | undefined): number {
  if (at === undefined) return MONTH_NONE;
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Start of a month, in milliseconds since 1970. */
export function monthStart(month: number): number {
  return Date.UTC(2000, month - 2000 * 12);
}

/** A month as `2026-10`; undefined for sessions without a time. */
export function monthName(month: number): string | undefined {
  return month === MONTH_NONE ? undefined : monthOf(monthStart(month));
}

/** Ids of values that many rows share. */
export type ValueTable = ReturnType<typeof valueTable>;

/** Id for a missing value. */
export const NONE = 0;

export function valueTable(db: Database) {
  const known = new Map<string, number>();
  const find = (text: string): number => {
    const id = known.get(text) ?? db.get<{ id: number }>('SELECT id FROM value WHERE text = ?', text)?.id;
    if (id !== undefined) known.set(text, id);
    return id ?? -1;
  };
  const idOf = (text: string): number => {
    const id = find(text);
    if (id !== -1) return id;
    db.run('INSERT INTO value(text) VALUES(?)', text);
    return find(text);
  };
  return {
    idOf,
    /** -1 where no row has it. */
    find,
    /** To be called after a transaction was rolled back. */
    forget: () => known.clear(),
  };
}
