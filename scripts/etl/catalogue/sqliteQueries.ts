import type { SQLInputValue } from 'node:sqlite';
import { modelsAsked } from '../../../src/session/list/sessionEntry.ts';
import {
  type PageOptions,
  type SessionQuery,
  type SessionSort,
  sessionSorts,
  type Total,
} from '../../../src/session/list/sessionSource.ts';
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
import { partsOf, type QueryPart } from '../../../src/session/text/searchWords.ts';
import type { Catalogue, SessionRow } from './contract.ts';
import { sumRollup } from './sqliteSums.ts';
import {
  bucketOf,
  type Database,
  docsOf,
  MONTH_NONE,
  monthName,
  monthNumber,
  monthStart,
  NONE,
  rankExpressions,
  type ValueTable,
} from './sqliteTables.ts';
import { matchExpression, rowId, type TextIndex } from './sqliteText.ts';

/** Share of all sessions below which a filter's own index is used; above it, a scan finds enough soon. */
const RARE = 1 / 200;

/** Up to this many sessions are looked up in the text one by one, instead of fetching all that contain the words. */
const FEW = 1000;

const fields = ['project', 'model', 'outcome', 'format', 'month'] as const;

type Field = (typeof fields)[number];

/** Fields that can be filtered by value, the one with the most values first. */
const narrowing = ['project', 'model', 'outcome', 'format'] as const;

/** An SQL condition with the values of its placeholders. */
interface Condition {
  sql: string;
  values: SQLInputValue[];
}

interface Found extends OrderKey {
  doc: number;
}

/** A query in terms of the tables. */
interface Plan {
  parts: readonly QueryPart[];
  /** Conditions on format, outcome, model and project: columns of both `session` and `tally`. */
  filters: Condition[];
  /** The first field with a filter. */
  narrowed: (typeof narrowing)[number] | undefined;
  query: SessionQuery;
  sort: SessionSort;
}

/** Implements the queries of the contract in SQL. */
export function createQueries(
  db: Database,
  values: ValueTable,
  text: TextIndex,
  { hasSums }: { hasSums: boolean },
): Pick<Catalogue, 'page' | 'facets' | 'search' | 'sums'> {
  const planOf = (query: SessionQuery, sort: SessionSort = 'newest'): Plan => {
    if (!sessionSorts.includes(sort)) throw new RangeError(`agent-replay-kit: sessions have no order "${sort}".`);
    const filters = narrowing.flatMap((field): Condition[] => {
      const wanted = field === 'model' ? modelsAsked(query.model) : (query[field] ?? []);
      if (wanted.length === 0) return [];
      const ids = wanted.map(values.find);
      if (field === 'project' && wanted.includes('')) ids.push(NONE);
      return [{ sql: `${field} IN (${ids.map(() => '?')})`, values: ids }];
    });
    const narrowed = narrowing.find((field) => (query[field] ?? []).length > 0);
    return { parts: partsOf(query.text ?? ''), filters, narrowed, query, sort };
  };

  /** How many sessions a query finds, without its words. */
  const countFiltered = (plan: Plan): number =>
    countsOf(plan, 'count').reduce((sum, { sql, values }) => sum + (db.get<{ n: number }>(sql, ...values)?.n ?? 0), 0);

  const countAll = (): number => db.get<{ n: number | null }>('SELECT sum(n) AS n FROM tally')?.n ?? 0;

  const rarityOf = (plan: Plan): { filtered: number; isRare: boolean } => {
    const filtered = plan.narrowed === undefined ? Number.POSITIVE_INFINITY : countFiltered(plan);
    return { filtered, isRare: filtered < countAll() * RARE || filtered <= FEW };
  };

  /** Sessions that a query finds, by descending key; those of one minute come in any order. */
  const find = <Row extends { doc: number }>(plan: Plan, { columns, behind, limit }: Wanted): Iterable<Row> => {
    const { filtered, isRare } = rarityOf(plan);
    const bounds = behind === undefined ? [] : [{ sql: 's.doc < ?', values: [behind] }];
    const filters = plan.filters.map(({ sql, values }) => ({ sql: `s.${sql}`, values }));
    const conditions = joined([...bounds, ...timeConditions(plan.query), ...filters]);
    const most = limit === undefined ? '' : `LIMIT ${limit}`;
    const scan = `SELECT ${columns} FROM session s ${isRare ? `INDEXED BY session_${plan.narrowed}` : 'NOT INDEXED'}
      WHERE ${conditions.sql} ORDER BY s.doc DESC ${plan.parts.length === 0 ? most : ''}`;
    if (plan.parts.length === 0) return db.each<Row>(scan, ...conditions.values);
    const match = matchExpression(plan.parts);
    if (filtered <= FEW) return holding(match, db.all<Row>(scan, ...conditions.values));
    const inText = behind === undefined ? [] : [rowId(behind)];
    const sql = `SELECT ${columns} FROM words w CROSS JOIN session s ON s.doc = w.rowid
      WHERE words MATCH ? ${behind === undefined ? '' : 'AND w.rowid < ?'} AND ${conditions.sql}
      ORDER BY w.rowid DESC ${most}`;
    return db.each<Row>(sql, match, ...inText, ...conditions.values);
  };

  function* holding<Row extends { doc: number }>(match: string, sessions: Iterable<Row>): Generator<Row> {
    for (const found of sessions) {
      if (db.get('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?', match, rowId(found.doc)) !== undefined)
        yield found;
    }
  }

  const totalOf = (plan: Plan): Total => {
    if (plan.parts.length === 0) return { n: countFiltered(plan), exact: true };
    let n = 0;
    for (const _ of find(plan, { columns: 's.doc AS doc', limit: MOST_COUNTED })) n += 1;
    return { n, exact: n < MOST_COUNTED };
  };

  const newest = (plan: Plan, after: OrderKey | undefined, count: number): Found[] => {
    const behind = after === undefined ? undefined : docsOf(after.at)[1];
    const found = find<FoundRow>(plan, { columns: `${keyColumns}, 0 AS rank`, behind });
    return takeInOrder(foundIn(found), after, count);
  };

  /** Sessions by descending rank, then key: those of the rank of `after` first, then those of lower ranks. */
  function* byRank(plan: Plan, rank: string, after: OrderKey | undefined): Generator<FoundRow> {
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

  const ranked = (plan: Plan, rank: string, after: OrderKey | undefined, count: number): Found[] => {
    if (plan.parts.length === 0 && !rarityOf(plan).isRare)
      return takeInOrder(foundIn(byRank(plan, rank, after)), after, count);
    const columns = `${keyColumns}, ${rank} AS rank`;
    const all = [...foundIn(find<FoundRow>(plan, { columns, limit: MOST_COUNTED }))].sort(compareOrderKeys);
    const start = after === undefined ? 0 : all.findIndex((key) => compareOrderKeys(key, after) > 0);
    return start === -1 ? [] : all.slice(start, start + count);
  };

  const pageOf = (plan: Plan, options: PageOptions) => {
    options.signal?.throwIfAborted();
    const after = readCursor(options.after);
    const limit = limitOf(options);
    const rank = plan.sort === 'newest' ? undefined : rankExpressions[plan.sort];
    const keys = rank === undefined ? newest(plan, after, limit + 1) : ranked(plan, rank, after, limit + 1);
    const page = keys.slice(0, limit);
    const last = page.at(-1);
    const next = last !== undefined && keys.length > limit ? { next: writeCursor(last) } : {};
    return { page, next, total: totalOf(plan) };
  };

  const rowOf = (doc: number): SessionRow => {
    const { row = '{}' } = db.get<{ row: string }>('SELECT row FROM session WHERE doc = ?', doc) ?? {};
    return JSON.parse(row) as SessionRow;
  };

  /** How many sessions have which value of a field, by the value's id. */
  const countValues = (plan: Plan): Record<Field, Map<number, number>> => {
    const counts = { project: new Map(), model: new Map(), outcome: new Map(), format: new Map(), month: new Map() };
    const add = (field: Field, id: number, n: number): void =>
      void counts[field].set(id, (counts[field].get(id) ?? 0) + n);
    if (plan.parts.length === 0) {
      for (const field of fields)
        for (const { sql, values } of countsOf(plan, field))
          for (const { id, n } of db.all<{ id: number; n: number }>(sql, ...values)) add(field, id, n);
    } else {
      const columns = ['s.doc AS doc', ...fields.map((field) => `s.${field} AS ${field}`)].join(', ');
      for (const row of find<Record<Field | 'doc', number>>(plan, { columns, limit: MOST_COUNTED }))
        for (const field of fields) add(field, row[field], 1);
    }
    return counts;
  };

  const textOf = (id: number): string | undefined =>
    db.get<{ text: string }>('SELECT text FROM value WHERE id = ?', id)?.text;

  const nameOf = (field: Field, id: number): string | undefined => {
    if (field === 'project' && id === NONE) return '';
    return field === 'month' ? monthName(id) : textOf(id);
  };

  return {
    async page(query, options = {}) {
      const { page, next, total } = pageOf(planOf(query, options.sort), options);
      return { sessions: page.map(({ doc }) => rowOf(doc)), ...next, total };
    },
    async search(query, options = {}) {
      const plan = planOf(query, options.sort);
      const { page, next, total } = pageOf(plan, options);
      const hits = page.map(({ doc }) => ({ session: rowOf(doc), lines: text.linesOf(doc, plan.parts) }));
      return { hits, ...next, total };
    },
    async facets(query, { signal } = {}) {
      signal?.throwIfAborted();
      const counts = countValues(planOf(query));
      const facets = createFacetCounts();
      for (const field of fields) for (const [id, n] of counts[field]) facets.add(field, nameOf(field, id), n);
      return facets.counted();
    },
    async sums(query, { signal } = {}) {
      signal?.throwIfAborted();
      const plan = planOf(query);
      const rows = function* (wanted: Plan, limit?: number): Generator<SessionRow> {
        const columns = 's.doc AS doc, s.row AS row';
        for (const { row } of find<{ doc: number; row: string }>(wanted, { columns, ...(limit ? { limit } : {}) }))
          yield JSON.parse(row) as SessionRow;
      };
      if (plan.parts.length > 0) return sumsOfSessions(rows(plan, MOST_COUNTED), totalOf(plan).exact);
      if (!hasSums) return sumsOfSessions(rows(plan));
      return sumRollup(db, {
        query,
        filters: plan.filters,
        nameOf: (id) => textOf(id) ?? '',
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

function joined(conditions: readonly Condition[]): Condition {
  return {
    sql: ['1', ...conditions.map(({ sql }) => sql)].join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function timeConditions({ from, before }: SessionQuery): Condition[] {
  return [
    ...(from === undefined ? [] : [{ sql: 'doc >= ? AND at >= ?', values: [docsOf(from)[0], from] }]),
    ...(before === undefined ? [] : [{ sql: 'doc < ? AND at < ?', values: [docsOf(before)[1], before] }]),
  ];
}

/**
 * Rows that count the sessions of a query, or those with each value of a field. Whole months come from `tally`, which holds counts; in the
 * partial months at the ends of a time range, sessions are counted.
 */
function countsOf(plan: Plan, what: 'count' | Field): Condition[] {
  const { from, before } = plan.query;
  const time = timeConditions(plan.query);
  const first = from === undefined ? MONTH_NONE + 1 : monthNumber(from - 1) + 1;
  const behind = before === undefined ? Number.MAX_SAFE_INTEGER : monthNumber(before);
  const isCounted = from === undefined && before === undefined;
  const months: Condition = { sql: 'month >= ? AND month < ?', values: [first, behind] };
  const [id, group] = what === 'count' ? ['', ''] : [`${what} AS id, `, `GROUP BY ${what}`];
  const inTally = joined([...(isCounted ? [] : [months]), ...plan.filters]);
  const outside: Condition = { sql: '(month < ? OR month >= ?)', values: [first, behind] };
  const inSession = joined([outside, ...time, ...plan.filters]);
  const counts = [
    { sql: `SELECT ${id}coalesce(sum(n), 0) AS n FROM tally WHERE ${inTally.sql} ${group}`, values: inTally.values },
  ];
  if (isCounted) return counts;
  for (const edge of first < behind ? edgesOf(plan.query) : [joined([])]) {
    const { sql, values } = joined([edge, inSession]);
    counts.push({ sql: `SELECT ${id}count(*) AS n FROM session NOT INDEXED WHERE ${sql} ${group}`, values });
  }
  return counts;
}

/** The keys in the months in which a time range begins and ends. */
function edgesOf({ from, before }: SessionQuery): Condition[] {
  const edges: Condition[] = [];
  if (from !== undefined) edges.push({ sql: 'doc < ?', values: [docsOf(monthStart(monthNumber(from - 1) + 1))[1]] });
  if (before !== undefined) edges.push({ sql: 'doc >= ?', values: [docsOf(monthStart(monthNumber(before)))[0]] });
  return edges;
}
