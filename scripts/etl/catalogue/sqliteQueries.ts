import type { PageOptions, Total } from '../../../src/session/list/sessionSource.ts';
import { sumsOfSessions } from '../../../src/session/list/sessionSums.ts';
import {
  compareOrderKeys,
  createFacetCounts,
  limitOf,
  MOST_COUNTED,
  type OrderKey,
  readCursor,
  writeCursor,
} from '../../../src/session/list/sessionsInMemory.ts';
import type { Catalogue, SessionRow } from './contract.ts';
import {
  type Condition,
  countsOf,
  type Field,
  fields,
  joined,
  type Plan,
  planOf,
  timeConditions,
} from './sqlitePlan.ts';
import { sumRollup } from './sqliteSums.ts';
import { bucketOf, type Database, docsOf, monthName, NONE, rankExpressions, type ValueTable } from './sqliteTables.ts';
import { matchExpression, rowId, type TextIndex } from './sqliteText.ts';

/** Share of all sessions below which a filter's own index is used; above it, a scan finds enough soon. */
const RARE = 1 / 200;

/** Up to this many sessions are looked up in the text one by one, instead of fetching all that contain the words. */
const FEW = 1000;

interface Found extends OrderKey {
  doc: number;
}

/** Implements the queries of the contract in SQL. */
export function createQueries(
  db: Database,
  values: ValueTable,
  text: TextIndex,
  { hasSums }: { hasSums: boolean },
): Pick<Catalogue, 'page' | 'facets' | 'search' | 'sums'> {
  return {
    async page(query, options = {}) {
      const { page, next, total } = pageOf(db, planOf(values, query, options.sort), options);
      return { sessions: page.map(({ doc }) => rowOf(db, doc)), ...next, total };
    },
    async search(query, options = {}) {
      const plan = planOf(values, query, options.sort);
      const { page, next, total } = pageOf(db, plan, options);
      const hits = page.map(({ doc }) => ({ session: rowOf(db, doc), lines: text.linesOf(doc, plan.parts) }));
      return { hits, ...next, total };
    },
    async facets(query, { signal } = {}) {
      signal?.throwIfAborted();
      const counts = countValues(db, planOf(values, query));
      const facets = createFacetCounts();
      for (const field of fields) for (const [id, n] of counts[field]) facets.add(field, nameOf(db, field, id), n);
      return facets.counted();
    },
    async sums(query, { signal } = {}) {
      signal?.throwIfAborted();
      const plan = planOf(values, query);
      const rows = function* (wanted: Plan, limit?: number): Generator<SessionRow> {
        const columns = 's.doc AS doc, s.row AS row';
        for (const { row } of find<{ doc: number; row: string }>(db, wanted, { columns, ...(limit ? { limit } : {}) }))
          yield JSON.parse(row) as SessionRow;
      };
      if (plan.parts.length > 0) return sumsOfSessions(rows(plan, MOST_COUNTED), totalOf(db, plan).exact);
      if (!hasSums) return sumsOfSessions(rows(plan));
      return sumRollup(db, {
        query,
        filters: plan.filters,
        nameOf: (id) => textOf(db, id) ?? '',
        idOf: values.find,
        between: (from, before) => rows({ ...plan, query: { ...query, from, before } }),
        condition: joined([...timeConditions(query), ...plan.filters]),
      });
    },
  };
}

interface Wanted {
  /** Columns; they include `s.doc AS doc`. */
  columns: string;
  /** Only keys below this one. */
  behind?: number | undefined;
  limit?: number;
}

const keyColumns = 's.doc AS doc, s.at AS at, s.id AS id';

interface FoundRow {
  doc: number;
  rank: number;
  at: number | null;
  id: string;
}

function* foundIn(rows: Iterable<FoundRow>): Generator<Found> {
  for (const { doc, rank, at, id } of rows) yield { doc, rank, at: at ?? undefined, id };
}

/** How many sessions a query finds, without its words. */
function countFiltered(db: Database, plan: Plan): number {
  return countsOf(plan, 'count').reduce(
    (sum, { sql, values }) => sum + (db.get<{ n: number }>(sql, ...values)?.n ?? 0),
    0,
  );
}

function countAll(db: Database): number {
  return db.get<{ n: number | null }>('SELECT sum(n) AS n FROM tally')?.n ?? 0;
}

function rarityOf(db: Database, plan: Plan): { filtered: number; isRare: boolean } {
  const filtered = plan.narrowed === undefined ? Number.POSITIVE_INFINITY : countFiltered(db, plan);
  return { filtered, isRare: filtered < countAll(db) * RARE || filtered <= FEW };
}

/** Sessions that a query finds, by descending key; those of one minute come in any order. */
function find<Row extends { doc: number }>(
  db: Database,
  plan: Plan,
  { columns, behind, limit }: Wanted,
): Iterable<Row> {
  const { filtered, isRare } = rarityOf(db, plan);
  const bounds = behind === undefined ? [] : [{ sql: 's.doc < ?', values: [behind] }];
  const filters = plan.filters.map(({ sql, values }) => ({ sql: `s.${sql}`, values }));
  const conditions = joined([...bounds, ...timeConditions(plan.query), ...filters]);
  const most = limit === undefined ? '' : `LIMIT ${limit}`;
  const scan = `SELECT ${columns} FROM session s ${isRare ? `INDEXED BY session_${plan.narrowed}` : 'NOT INDEXED'}
    WHERE ${conditions.sql} ORDER BY s.doc DESC ${plan.parts.length === 0 ? most : ''}`;
  if (plan.parts.length === 0) return db.each<Row>(scan, ...conditions.values);
  const match = matchExpression(plan.parts);
  if (filtered <= FEW) return holding(db, match, db.all<Row>(scan, ...conditions.values));
  const inText = behind === undefined ? [] : [rowId(behind)];
  const sql = `SELECT ${columns} FROM words w CROSS JOIN session s ON s.doc = w.rowid
    WHERE words MATCH ? ${behind === undefined ? '' : 'AND w.rowid < ?'} AND ${conditions.sql}
    ORDER BY w.rowid DESC ${most}`;
  return db.each<Row>(sql, match, ...inText, ...conditions.values);
}

function* holding<Row extends { doc: number }>(db: Database, match: string, sessions: Iterable<Row>): Generator<Row> {
  for (const found of sessions) {
    if (db.get('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?', match, rowId(found.doc)) !== undefined)
      yield found;
  }
}

function totalOf(db: Database, plan: Plan): Total {
  if (plan.parts.length === 0) return { n: countFiltered(db, plan), exact: true };
  let n = 0;
  for (const _ of find(db, plan, { columns: 's.doc AS doc', limit: MOST_COUNTED })) n += 1;
  return { n, exact: n < MOST_COUNTED };
}

function newest(db: Database, plan: Plan, after: OrderKey | undefined, count: number): Found[] {
  const behind = after === undefined ? undefined : docsOf(after.at)[1];
  const found = find<FoundRow>(db, plan, { columns: `${keyColumns}, 0 AS rank`, behind });
  return takeInOrder(foundIn(found), after, count);
}

/** Sessions by descending rank, then key: those of the rank of `after` first, then those of lower ranks. */
function* byRank(db: Database, plan: Plan, rank: string, after: OrderKey | undefined): Generator<FoundRow> {
  const index = `INDEXED BY session_${plan.sort}`;
  const filters = plan.filters.map(({ sql, values }) => ({ sql: `s.${sql}`, values }));
  const select = (...bounds: Condition[]): Iterable<FoundRow> => {
    const { sql, values } = joined([...bounds, ...timeConditions(plan.query), ...filters]);
    return db.each<FoundRow>(
      `SELECT ${keyColumns}, ${rank} AS rank FROM session s ${index} WHERE ${sql} ORDER BY ${rank} DESC, s.doc DESC`,
      ...values,
    );
  };
  if (after === undefined) return yield* select();
  const behind = docsOf(after.at)[1];
  yield* select({ sql: `${rank} = ? AND s.doc < ?`, values: [after.rank, behind] });
  yield* select({ sql: `${rank} < ?`, values: [after.rank] });
}

function ranked(db: Database, plan: Plan, rank: string, after: OrderKey | undefined, count: number): Found[] {
  if (plan.parts.length === 0 && !rarityOf(db, plan).isRare)
    return takeInOrder(foundIn(byRank(db, plan, rank, after)), after, count);
  const columns = `${keyColumns}, ${rank} AS rank`;
  const all = [...foundIn(find<FoundRow>(db, plan, { columns, limit: MOST_COUNTED }))].sort(compareOrderKeys);
  const start = after === undefined ? 0 : all.findIndex((key) => compareOrderKeys(key, after) > 0);
  return start === -1 ? [] : all.slice(start, start + count);
}

function pageOf(db: Database, plan: Plan, options: PageOptions) {
  options.signal?.throwIfAborted();
  const after = readCursor(options.after);
  const limit = limitOf(options);
  const rank = plan.sort === 'newest' ? undefined : rankExpressions[plan.sort];
  const keys = rank === undefined ? newest(db, plan, after, limit + 1) : ranked(db, plan, rank, after, limit + 1);
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && keys.length > limit ? { next: writeCursor(last) } : {};
  return { page, next, total: totalOf(db, plan) };
}

function rowOf(db: Database, doc: number): SessionRow {
  const { row = '{}' } = db.get<{ row: string }>('SELECT row FROM session WHERE doc = ?', doc) ?? {};
  return JSON.parse(row) as SessionRow;
}

/** How many sessions have which value of a field, by the value's id. */
function countValues(db: Database, plan: Plan): Record<Field, Map<number, number>> {
  const counts = { project: new Map(), model: new Map(), outcome: new Map(), format: new Map(), month: new Map() };
  const add = (field: Field, id: number, n: number): void =>
    void counts[field].set(id, (counts[field].get(id) ?? 0) + n);
  if (plan.parts.length === 0) {
    for (const field of fields)
      for (const { sql, values } of countsOf(plan, field))
        for (const { id, n } of db.all<{ id: number; n: number }>(sql, ...values)) add(field, id, n);
  } else {
    const columns = ['s.doc AS doc', ...fields.map((field) => `s.${field} AS ${field}`)].join(', ');
    for (const row of find<Record<Field | 'doc', number>>(db, plan, { columns, limit: MOST_COUNTED }))
      for (const field of fields) add(field, row[field], 1);
  }
  return counts;
}

function textOf(db: Database, id: number): string | undefined {
  return db.get<{ text: string }>('SELECT text FROM value WHERE id = ?', id)?.text;
}

function nameOf(db: Database, field: Field, id: number): string | undefined {
  if (field === 'project' && id === NONE) return '';
  return field === 'month' ? monthName(id) : textOf(db, id);
}

/** The first rows after `after`, in exact order: sessions of one rank and minute are sorted here. */
function takeInOrder(sessions: Iterable<Found>, after: OrderKey | undefined, count: number): Found[] {
  const taken: Found[] = [];
  let minute: Found[] = [];
  const take = (): void => {
    minute.sort(compareOrderKeys);
    for (const key of minute) if (after === undefined || compareOrderKeys(key, after) > 0) taken.push(key);
    minute = [];
  };
  for (const found of sessions) {
    const first = minute[0];
    if (first !== undefined && (first.rank !== found.rank || bucketOf(first.doc) !== bucketOf(found.doc))) take();
    if (taken.length >= count) break;
    minute.push(found);
  }
  take();
  return taken.slice(0, count);
}
