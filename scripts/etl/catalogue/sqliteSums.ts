import type { SQLInputValue } from 'node:sqlite';
import { entryOutcome, type SessionEntry, startOf } from '../../../src/session/list/sessionEntry.ts';
import type { SessionQuery, SessionSums } from '../../../src/session/list/sessionSource.ts';
import {
  createSums,
  figuresOf,
  modelPattern,
  type SumsBuilder,
  type UsageCounts,
} from '../../../src/session/list/sessionSums.ts';
import { toIso } from '../../../src/session/toMillis.ts';
import type { SessionRow } from './contract.ts';
import {
  type Database,
  MONTH_NONE,
  monthName,
  monthNumber,
  monthStart,
  NONE,
  type ValueTable,
} from './sqliteTables.ts';

/**
 * Sums of sessions that agree in all fields and in the pattern of their cost, for each month (grain 0) and each day (grain 1), so that an
 * overview of a million sessions reads some ten thousand rows.
 */
export const sumsSchema = [
  `CREATE TABLE rollup(
    id INTEGER PRIMARY KEY, grain INTEGER, period INTEGER, format INTEGER, outcome INTEGER, model INTEGER, project INTEGER,
    pattern INTEGER, sessions INTEGER NOT NULL, active INTEGER NOT NULL, tokens INTEGER NOT NULL, cost INTEGER NOT NULL,
    failed INTEGER NOT NULL, UNIQUE(grain, period, format, outcome, model, project, pattern)
  )`,
  `CREATE TABLE rollup_model(
    rollup INTEGER, model INTEGER, kinds TEXT, sessions INTEGER NOT NULL, active INTEGER NOT NULL, tokens INTEGER NOT NULL,
    cost INTEGER NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL, cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL, total INTEGER NOT NULL, PRIMARY KEY(rollup, model, kinds)
  ) WITHOUT ROWID`,
  'CREATE TABLE rollup_tool(rollup INTEGER, tool INTEGER, n INTEGER NOT NULL, PRIMARY KEY(rollup, tool)) WITHOUT ROWID',
];

/** How long the longest call of a session took; the text has to be the same in the index and in a query. */
const waited = "row ->> '$.longest_call.ms'";

export const waitedIndex = `CREATE INDEX IF NOT EXISTS session_waited ON session(${waited}) WHERE ${waited} IS NOT NULL;`;

const MONTHS = 0;
const DAYS = 1;
const DAY_MS = 86_400_000;

/** Sessions up to this many are looked through for the longest calls; among more, the longest of all soon holds enough of them. */
const FEW_WAITS = 20_000;
const MOST_LONGEST = 10;

/** More months than this between two sessions, and they cannot be told by days. */
const MOST_MONTHS = 3;

/** Keeps the sums true while sessions come (1) and go (-1). */
export function createRollup(db: Database, values: ValueTable) {
  const addTo = (table: string, keys: Record<string, SQLInputValue>, sums: Record<string, number>, sign: number) => {
    const [key, sum] = [Object.keys(keys), Object.keys(sums)];
    const sql = `INSERT INTO ${table}(${[...key, ...sum]}) VALUES(${[...key, ...sum].map(() => '?')})
      ON CONFLICT(${key}) DO UPDATE SET ${sum.map((name) => `${name} = ${name} + excluded.${name}`)}`;
    db.run(sql, ...Object.values(keys), ...Object.values(sums).map((value) => value * sign));
  };
  const idOf = (keys: Record<string, SQLInputValue>): number => {
    const where = Object.keys(keys).map((name) => `${name} = ?`);
    return (
      db.get<{ id: number }>(`SELECT id FROM rollup WHERE ${where.join(' AND ')}`, ...Object.values(keys))?.id ?? -1
    );
  };
  return {
    add(row: SessionRow, sign: 1 | -1): void {
      const at = startOf(row);
      const { pattern, models, activeMs, tokens, statedCost, failedCalls } = figuresOf(row);
      const shared = {
        format: values.idOf(row.source_format),
        outcome: values.idOf(entryOutcome(row)),
        model: values.idOf(row.model_id),
        project: row.project === undefined ? NONE : values.idOf(row.project),
        pattern: pattern === '' ? NONE : values.idOf(pattern),
      };
      const periods: [number, number][] = [
        [MONTHS, monthNumber(at)],
        [DAYS, at === undefined ? MONTH_NONE : Math.floor(at / DAY_MS)],
      ];
      for (const [grain, period] of periods) {
        const keys = { grain, period, ...shared };
        const figures = { active: activeMs, tokens, cost: statedCost };
        addTo('rollup', keys, { sessions: 1, ...figures, failed: failedCalls }, sign);
        const rollup = idOf(keys);
        for (const { model, kinds, tokens: own, statedCost: cost, ...counts } of models) {
          const modelKeys = { rollup, model: values.idOf(model), kinds };
          addTo('rollup_model', modelKeys, { sessions: 1, active: activeMs, tokens: own, cost, ...counts }, sign);
        }
        for (const { tool, n } of row.failing_tools ?? [])
          addTo('rollup_tool', { rollup, tool: values.idOf(tool) }, { n: Math.round(n) }, sign);
        if (sign === 1) continue;
        db.run('DELETE FROM rollup_tool WHERE rollup = ? AND n = 0', rollup);
        db.run('DELETE FROM rollup_model WHERE rollup = ? AND sessions = 0', rollup);
        db.run('DELETE FROM rollup WHERE id = ? AND sessions = 0', rollup);
      }
    },
  };
}

/** Clocks that were never set tell times before this. */
const LAST_UNSET = Date.UTC(1973, 0);

/** A catalogue of an older kit has no sums yet, and counts times of clocks that were never set as times. To be called in a transaction. */
export function addSums(db: Database, values: ValueTable): void {
  db.run('PRAGMA user_version = 2');
  for (const statement of sumsSchema) db.run(statement);
  const unset = db.all<{ doc: number; row: string }>('SELECT doc, row FROM session WHERE at < ?', LAST_UNSET);
  for (const { doc, row } of unset)
    if (startOf(JSON.parse(row) as SessionRow) === undefined)
      db.run('UPDATE session SET at = NULL, month = ? WHERE doc = ?', MONTH_NONE, doc);
  db.run('DELETE FROM tally');
  db.run(`INSERT INTO tally SELECT month, format, outcome, model, project, count(*) FROM session
    GROUP BY month, format, outcome, model, project`);
  const rollup = createRollup(db, values);
  for (const { row } of db.each<{ row: string }>('SELECT row FROM session'))
    rollup.add(JSON.parse(row) as SessionRow, 1);
}

interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** What {@link sumRollup} asks of the queries. */
export interface RollupQuery {
  query: SessionQuery;
  /** Conditions on format, outcome, model and project: columns of `session` and `rollup`. */
  filters: readonly Condition[];
  nameOf(id: number): string;
  idOf(text: string): number;
  /** Sessions of the query within a part of its time. */
  between(from: number, before: number): Iterable<SessionEntry>;
  /** The conditions of the whole query on `session`. */
  condition: Condition;
}

interface Figures {
  sessions: number;
  active: number;
  tokens: number;
  cost: number;
}

/** What the sessions of a query without words took. */
export function sumRollup(db: Database, asked: RollupQuery): SessionSums {
  const { from, before } = asked.query;
  if (from !== undefined && before !== undefined && from >= before) return createSums().built();
  const edges = edgesOf(asked.query).flatMap(([first, behind]) => [...asked.between(first, behind)]);
  const byMonth = rangesOf(asked, false);
  const months = [
    ...edges.flatMap((entry) => startOf(entry) ?? []).map(monthNumber),
    ...periodsIn(db, byMonth).filter((month) => month !== MONTH_NONE),
  ];
  const isShort = Math.max(...months) - Math.min(...months) <= MOST_MONTHS;
  const sums = createSums();
  for (const entry of edges) sums.addSession(entry);
  const sessions = addRollups(db, asked, isShort ? rangesOf(asked, true) : byMonth, sums);
  const added = new Set(edges.map(({ session_id }) => session_id));
  for (const entry of longestOf(db, asked, sessions)) if (!added.has(entry.session_id)) sums.addLongest(entry);
  return sums.built();
}

function addRollups(db: Database, { nameOf, idOf }: RollupQuery, where: Condition, sums: SumsBuilder): number {
  const all = sums.part('all', '');
  const patternOf = (id: number): string => (id === NONE ? '' : nameOf(id));
  let sessions = 0;
  const figures = `total(r.sessions) AS sessions, total(active) AS active, total(tokens) AS tokens, total(cost) AS cost`;
  const counts = (['input', 'output', 'cache_read', 'cache_write', 'total'] as const).map(
    (kind) => `total(m.${kind}) AS ${kind}`,
  );
  const joined = `FROM rollup r JOIN rollup_model m ON m.rollup = r.id`;
  for (const field of ['format', 'project', 'time'] as const) {
    const [columns, group] =
      field === 'time'
        ? ['r.grain AS grain, r.period AS period', 'r.grain, r.period']
        : [`r.${field} AS period`, `r.${field}`];
    const part = (row: { grain?: number; period: number }) => {
      if (field !== 'time') return sums.part(field, row.period === NONE ? '' : nameOf(row.period));
      return row.period === MONTH_NONE ? undefined : sums.part('time', periodName(row.grain ?? MONTHS, row.period));
    };
    interface Row extends Figures {
      grain?: number;
      period: number;
      pattern: number;
      failed: number;
      failedSessions: number;
    }
    const failed = `total(failed) AS failed, total(r.sessions * (outcome = ?)) AS failedSessions`;
    for (const row of db.all<Row>(
      `SELECT ${columns}, pattern, ${figures}, ${failed} FROM rollup r WHERE ${where.sql} GROUP BY ${group}, pattern`,
      idOf('failed'),
      ...where.values,
    )) {
      const added = { sessions: row.sessions, activeMs: row.active, tokens: row.tokens, statedCost: row.cost };
      const pattern = patternOf(row.pattern);
      part(row)?.add(added, pattern);
      if (field === 'time' && row.period === MONTH_NONE) sums.addUndated(row.sessions);
      if (field !== 'format') continue;
      all.add(added, pattern);
      sums.addFailed({ calls: row.failed, sessions: row.failedSessions });
      sessions += row.sessions;
    }
    interface Used extends UsageCounts {
      grain?: number;
      period: number;
      pattern: number;
      model: number;
    }
    for (const row of db.all<Used>(
      `SELECT ${columns}, pattern, m.model AS model, ${counts} ${joined} AND m.kinds <> ''
        WHERE pattern <> ${NONE} AND ${where.sql} GROUP BY ${group}, pattern, m.model`,
      ...where.values,
    )) {
      const { grain: _, period: __, pattern, model, ...used } = row;
      part(row)?.use(patternOf(pattern), nameOf(model), used);
      if (field === 'format') all.use(patternOf(pattern), nameOf(model), used);
    }
  }
  interface OfModel extends Figures, UsageCounts {
    model: number;
    kinds: string;
  }
  const ofModel = figures.replace('r.sessions', 'm.sessions').replaceAll(/\((active|tokens|cost)\)/g, '(m.$1)');
  for (const row of db.all<OfModel>(
    `SELECT m.model AS model, m.kinds AS kinds, ${ofModel}, ${counts} ${joined} WHERE ${where.sql} GROUP BY m.model, m.kinds`,
    ...where.values,
  )) {
    const { model, kinds, sessions: n, active, tokens, cost, ...used } = row;
    const part = sums.part('model', nameOf(model));
    const pattern = modelPattern(nameOf(model), kinds);
    part.add({ sessions: n, activeMs: active, tokens, statedCost: cost }, pattern);
    if (pattern !== '') part.use(pattern, nameOf(model), used);
  }
  for (const { tool, n } of db.all<{ tool: number; n: number }>(
    `SELECT t.tool AS tool, total(t.n) AS n FROM rollup r JOIN rollup_tool t ON t.rollup = r.id WHERE ${where.sql} GROUP BY t.tool`,
    ...where.values,
  ))
    sums.addFailing(nameOf(tool), n);
  return sessions;
}

/** The sessions with the longest calls. */
function longestOf(db: Database, { condition }: RollupQuery, sessions: number): SessionEntry[] {
  const index = sessions > FEW_WAITS ? 'INDEXED BY session_waited' : '';
  const found = `FROM session s ${index} WHERE ${waited} IS NOT NULL AND ${condition.sql}`;
  const rows = db.all<{ row: string }>(
    `SELECT row ${found} ORDER BY ${waited} DESC, at DESC, id DESC LIMIT ${MOST_LONGEST}`,
    ...condition.values,
  );
  return rows.map(({ row }) => JSON.parse(row) as SessionRow);
}

function periodName(grain: number, period: number): string {
  return grain === DAYS ? toIso(period * DAY_MS).slice(0, 10) : (monthName(period) ?? '');
}

/** The months in which there are sessions. */
function periodsIn(db: Database, { sql, values }: Condition): number[] {
  return db
    .all<{ grain: number; period: number }>(`SELECT DISTINCT grain, period FROM rollup r WHERE ${sql}`, ...values)
    .map(({ grain, period }) => (grain === DAYS && period !== MONTH_NONE ? monthNumber(period * DAY_MS) : period));
}

/** The whole days of a query's time, as days since 1970, the end excluded. */
function wholeDays({ from, before }: SessionQuery): [first: number, behind: number] {
  return [
    from === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(from / DAY_MS),
    before === undefined ? Number.POSITIVE_INFINITY : Math.floor(before / DAY_MS),
  ];
}

/** The parts of days with which a query's time begins and ends, in milliseconds. */
function edgesOf(query: SessionQuery): [from: number, before: number][] {
  const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = query;
  const [first, behind] = wholeDays(query);
  if (first > behind) return [[from, before]];
  const edges: [number, number][] = [
    [from, first * DAY_MS],
    [behind * DAY_MS, before],
  ];
  return edges.filter(([start, end]) => start < end);
}

/** The rows of `rollup` that make up a query's time without its edges: days, or whole months and the days around them. */
function rangesOf({ query, filters }: RollupQuery, byDay: boolean): Condition {
  const [first, behind] = wholeDays(query);
  const fields = filters.map(({ sql, values }) => ({ sql: `r.${sql}`, values }));
  const time = ((): Condition => {
    if (query.from === undefined && query.before === undefined)
      return { sql: `grain = ${byDay ? DAYS : MONTHS}`, values: [] };
    const days = (from: number, before: number): Condition => between(DAYS, from, before);
    if (byDay) return days(first, behind);
    const firstMonth = first === Number.NEGATIVE_INFINITY ? first : monthNumber(first * DAY_MS - 1) + 1;
    const behindMonth = behind === Number.POSITIVE_INFINITY ? behind : monthNumber(behind * DAY_MS);
    if (firstMonth > behindMonth) return days(first, behind);
    const ranges = [between(MONTHS, firstMonth, behindMonth)];
    if (Number.isFinite(firstMonth)) ranges.push(days(first, monthStart(firstMonth) / DAY_MS));
    if (Number.isFinite(behindMonth)) ranges.push(days(monthStart(behindMonth) / DAY_MS, behind));
    return { sql: `(${ranges.map(({ sql }) => sql).join(' OR ')})`, values: ranges.flatMap(({ values }) => values) };
  })();
  return {
    sql: [time, ...fields].map(({ sql }) => sql).join(' AND '),
    values: [time, ...fields].flatMap(({ values }) => values),
  };
}

function between(grain: number, first: number, behind: number): Condition {
  const values = [Math.max(first, MONTH_NONE + 1), Math.min(behind, Number.MAX_SAFE_INTEGER)];
  return { sql: `(grain = ${grain} AND period >= ? AND period < ?)`, values };
}
