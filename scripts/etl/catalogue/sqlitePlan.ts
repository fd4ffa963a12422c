import type { SQLInputValue } from 'node:sqlite';
import { modelsAsked } from '../../../src/session/list/sessionEntry.ts';
import { type SessionQuery, type SessionSort, sessionSorts } from '../../../src/session/list/sessionSource.ts';
import { partsOf, type QueryPart } from '../../../src/session/text/searchWords.ts';
import { docsOf, MONTH_NONE, monthNumber, monthStart, NONE, type ValueTable } from './sqliteTables.ts';

/** Fields whose values are counted. */
export const fields = ['project', 'model', 'outcome', 'format', 'month'] as const;

export type Field = (typeof fields)[number];

/** Fields that can be filtered by value, the one with the most values first. */
const narrowing = ['project', 'model', 'outcome', 'format'] as const;

/** An SQL condition with the values of its placeholders. */
export interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** A query in terms of the tables. */
export interface Plan {
  parts: readonly QueryPart[];
  /** Conditions on format, outcome, model and project: columns of both `session` and `tally`. */
  filters: Condition[];
  /** The first field with a filter. */
  narrowed: (typeof narrowing)[number] | undefined;
  query: SessionQuery;
  sort: SessionSort;
}

/** Throws where the order is none. */
export function planOf(values: ValueTable, query: SessionQuery, sort: SessionSort = 'newest'): Plan {
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
}

/** All of several conditions. */
export function joined(conditions: readonly Condition[]): Condition {
  return {
    sql: ['1', ...conditions.map(({ sql }) => sql)].join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The conditions of a query on time. */
export function timeConditions({ from, before }: SessionQuery): Condition[] {
  return [
    ...(from === undefined ? [] : [{ sql: 'doc >= ? AND at >= ?', values: [docsOf(from)[0], from] }]),
    ...(before === undefined ? [] : [{ sql: 'doc < ? AND at < ?', values: [docsOf(before)[1], before] }]),
  ];
}

/**
 * Rows that count the sessions of a query, or those with each value of a field. Whole months come from `tally`, which holds counts; in the
 * partial months at the ends of a time range, sessions are counted.
 */
export function countsOf(plan: Plan, what: 'count' | Field): Condition[] {
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
