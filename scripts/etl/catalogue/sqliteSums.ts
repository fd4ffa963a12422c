import type { SQLInputValue } from 'node:sqlite';
import { entryOutcome, type SessionEntry, startOf } from '../../../src/session/list/sessionEntry.ts';
import type { SessionQuery, SessionSums } from '../../../src/session/list/sessionSource.ts';
import {
  createSums,
  figuresOf,
  type GroupFigures,
  type SumsBuilder,
  type SumsPart,
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
 * Sums of sessions that agree in all fields and in the pattern of their cost: for each month (grain 0), each day (grain 1), and all time
 * (grain 2), so that an overview of a million sessions reads some ten thousand rows.
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
const EVER = 2;
const DAY_MS = 86_400_000;

/** Sessions up to this many are looked through for the longest calls; among more, the longest of all soon holds enough of them. */
const FEW_WAITS = 2000;
const MOST_LONGEST = 10;

/** More months than this between two sessions, and they cannot be listed by days. */
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
        [EVER, 0],
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

/** Clocks that were never set show times before this. */
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
  const byMonth = rangesOf(asked, MONTHS);
  const months = new Set([
    ...edges.flatMap((entry) => startOf(entry) ?? []).map(monthNumber),
    ...periodsIn(db, byMonth).filter((month) => month !== MONTH_NONE),
  ]);
  const isShort = Math.max(...months) - Math.min(...months) <= MOST_MONTHS;
  const sums = createSums();
  for (const entry of edges) sums.addSession(entry);
  const inTime = isShort ? rangesOf(asked, DAYS) : byMonth;
  const isEver = from === undefined && before === undefined;
  const where = isEver ? rangesOf(asked, EVER) : inTime;
  const adding: Adding = { db, asked, sums, where };
  addField(adding, 'format');
  addField(adding, 'model');
  addField(adding, 'project');
  addField({ ...adding, where: inTime }, 'time');
  addFailures(adding);
  const sessions = countIn(db, where);
  const added = new Set(edges.map(({ session_id }) => session_id));
  for (const entry of longestOf(db, asked, sessions)) if (!added.has(entry.session_id)) sums.addLongest(entry);
  return sums.built();
}

/** What a rollup's query adds to, and what it asks. */
interface Adding {
  db: Database;
  asked: RollupQuery;
  sums: SumsBuilder;
  where: Condition;
}

const figureColumns = ['sessions', 'active', 'tokens', 'cost'].map((name) => `total(r.${name}) AS ${name}`).join(', ');

const usageColumns = ['input', 'output', 'cache_read', 'cache_write', 'total']
  .map((kind) => `total(m.${kind}) AS ${kind}`)
  .join(', ');

const withModels = 'FROM rollup r JOIN rollup_model m ON m.rollup = r.id';

type SummedField = 'format' | 'model' | 'project' | 'time';

/** `value` is the id of a text, or a period of the grain. */
interface OfField {
  grain: number;
  value: number;
  pattern: number;
}

/** Adds the sums by one field; of formats, which every session has one of, also those of all. */
function addField(adding: Adding, field: SummedField): void {
  const { db, asked, sums, where } = adding;
  const all = sums.part('all', '');
  const column = field === 'time' ? 'r.period' : `r.${field}`;
  const columns = `${field === 'time' ? 'r.grain' : MONTHS} AS grain, ${column} AS value, pattern`;
  const grouped = `WHERE ${where.sql} GROUP BY ${field === 'time' ? 'r.grain, ' : ''}${column}, pattern`;
  const partsOf = (row: OfField): SumsPart[] => {
    const name =
      field === 'time' ? periodName(row.grain, row.value) : row.value === NONE ? '' : asked.nameOf(row.value);
    return [...(name === undefined ? [] : [sums.part(field, name)]), ...(field === 'format' ? [all] : [])];
  };
  const patternOf = ({ pattern }: OfField): string => (pattern === NONE ? '' : asked.nameOf(pattern));
  for (const row of db.all<OfField & Figures>(
    `SELECT ${columns}, ${figureColumns} FROM rollup r ${grouped}`,
    ...where.values,
  )) {
    if (field === 'time' && row.value === MONTH_NONE) sums.addUndated(row.sessions);
    for (const part of partsOf(row)) part.add(groupOf(row), patternOf(row));
  }
  for (const row of db.all<OfField & UsageCounts & { used: number }>(
    `SELECT ${columns}, m.model AS used, ${usageColumns} ${withModels} AND m.kinds <> '' AND pattern <> ${NONE} ${grouped}, used`,
    ...where.values,
  ))
    for (const part of partsOf(row)) part.use(patternOf(row), asked.nameOf(row.used), countsOf(row));
}

function addFailures({ db, asked, sums, where }: Adding): void {
  const sql = `SELECT tool, total(n) AS n FROM rollup r JOIN rollup_tool t ON t.rollup = r.id WHERE ${where.sql} GROUP BY tool`;
  for (const { tool, n } of db.all<{ tool: number; n: number }>(sql, ...where.values))
    sums.addFailing(asked.nameOf(tool), n);
  const failed = db.get<{ calls: number; sessions: number }>(
    `SELECT total(failed) AS calls, total(sessions * (outcome = ?)) AS sessions FROM rollup r WHERE ${where.sql}`,
    ...[asked.idOf('failed'), ...where.values],
  );
  if (failed !== undefined) sums.addFailed(failed);
}

function groupOf({ sessions, active, tokens, cost }: Figures): GroupFigures {
  return { sessions, activeMs: active, tokens, statedCost: cost };
}

function countsOf({ input, output, cache_read, cache_write, total }: UsageCounts): UsageCounts {
  return { input, output, cache_read, cache_write, total };
}

/** How many sessions the rows stand for. */
function countIn(db: Database, { sql, values }: Condition): number {
  return db.get<{ n: number }>(`SELECT total(sessions) AS n FROM rollup r WHERE ${sql}`, ...values)?.n ?? 0;
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

/** A day or month as a value of the field `time`; undefined for sessions without a time. */
function periodName(grain: number, period: number): string | undefined {
  return grain === DAYS && period !== MONTH_NONE ? toIso(period * DAY_MS).slice(0, 10) : monthName(period);
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
function rangesOf({ query, filters }: RollupQuery, grain: number): Condition {
  const [first, behind] = wholeDays(query);
  const fields = filters.map(({ sql, values }) => ({ sql: `r.${sql}`, values }));
  const time = ((): Condition => {
    if (query.from === undefined && query.before === undefined) return { sql: `grain = ${grain}`, values: [] };
    const days = (from: number, before: number): Condition => between(DAYS, from, before);
    if (grain === DAYS) return days(first, behind);
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
