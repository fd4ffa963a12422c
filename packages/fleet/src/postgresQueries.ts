import { inflateRawSync } from 'node:zlib';
import type { Catalogue, Passage, SessionRow } from '../../../scripts/etl/catalogue/contract.ts';
import { bestLines } from '../../../scripts/etl/catalogue/sqliteText.ts';
import { modelsAsked } from '../../../src/session/list/sessionEntry.ts';
import {
  type PageOptions,
  type SessionQuery,
  type SessionSort,
  sessionSorts,
  type Total,
} from '../../../src/session/list/sessionSource.ts';
import { createSums } from '../../../src/session/list/sessionSums.ts';
import {
  createFacetCounts,
  limitOf,
  MOST_COUNTED,
  type OrderKey,
  readCursor,
  writeCursor,
} from '../../../src/session/list/sessionsInMemory.ts';
import { createMatcher, humpsOf, partsOf, type QueryPart, wordsOf } from '../../../src/session/text/searchWords.ts';
import type { Client } from './database.ts';

/** How many sessions that have the words, though perhaps not next to each other, are looked at in one go. */
const LOOKED_AT = 200;

/** Sessions added up in one go. */
const SUMMED_AT_ONCE = 1000;

type InTenant = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;

/** The distinct words of texts, as the index keeps them. */
export function lexemesOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const cut of [wordsOf, humpsOf]) for (const { word } of cut(text)) words.add(word.replaceAll('\0', ''));
  words.delete('');
  return [...words];
}

/** A condition in SQL with the values of its placeholders. */
interface Condition {
  sql: string;
  values: unknown[];
}

interface Found {
  id: string;
  at: string | null;
  row: string;
  title: string;
  passages: Buffer | null;
  rank: number;
}

/** Implements the queries of the contract in PostgreSQL, for one tenant. */
export function createQueries(
  inTenant: InTenant,
  tenant: string,
): Pick<Catalogue, 'page' | 'facets' | 'search' | 'sums'> {
  const pageOf = (query: SessionQuery, options: PageOptions, withText: boolean) =>
    inTenant(async (client) => {
      const { sort = 'newest' } = options;
      if (!sessionSorts.includes(sort)) throw new RangeError(`agent-replay-kit: sessions have no order "${sort}".`);
      const limit = limitOf(options);
      const wanted = { query, sort, after: readCursor(options.after), most: limit + 1, withText };
      const found = await take(client, tenant, wanted);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = last !== undefined && found.length > limit ? { next: writeCursor(orderKeyOf(last)) } : {};
      return { page, next, total: await count(client, tenant, query) };
    });

  return {
    async page(query, options = {}) {
      options.signal?.throwIfAborted();
      const { page, next, total } = await pageOf(query, options, false);
      return { sessions: page.map(rowOf), ...next, total };
    },
    async search(query, options = {}) {
      options.signal?.throwIfAborted();
      const { page, next, total } = await pageOf(query, options, true);
      const parts = partsOf(query.text ?? '');
      const hits = page.map((found) => ({ session: rowOf(found), lines: bestLines(passagesOf(found), parts) }));
      return { hits, ...next, total };
    },
    async sums(query, { signal } = {}) {
      const sums = createSums();
      // Words are looked up in texts: then the newest are enough, as they are for a total.
      const hasWords = partsOf(query.text ?? '').length > 0;
      for (
        let [after, left] = [undefined as OrderKey | undefined, hasWords ? MOST_COUNTED : Number.POSITIVE_INFINITY];
        ;
      ) {
        signal?.throwIfAborted();
        const most = Math.min(SUMMED_AT_ONCE, left);
        // A transaction each, so that nothing waits for the last of a million.
        const found = await inTenant((client) => take(client, tenant, { query, after, most }));
        for (const each of found) sums.addSession(rowOf(each));
        left -= found.length;
        const last = found.at(-1);
        if (last === undefined || found.length < most) return sums.built();
        if (left === 0) return sums.built(false);
        after = orderKeyOf(last);
      }
    },
    facets: (query, { signal } = {}) =>
      inTenant(async (client) => {
        signal?.throwIfAborted();
        const facets = createFacetCounts();
        const fields = ['format', 'outcome', 'model', 'project', 'month'] as const;
        if (needsLook(query)) {
          const ids = (await take(client, tenant, { query, most: MOST_COUNTED })).map(({ id }) => id);
          const sql = `SELECT ${fields} FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[])`;
          const { rows } = await client.query<Record<(typeof fields)[number], string | null>>(sql, [tenant, ids]);
          for (const row of rows) for (const field of fields) facets.add(field, row[field] ?? undefined, 1);
          return facets.counted();
        }
        const where = conditionOf(tenant, query);
        for (const field of fields) {
          const sql = `SELECT ${field} AS value, count(*)::int AS n FROM ark.session WHERE ${where.sql} AND ${field} IS NOT NULL GROUP BY 1`;
          const { rows } = await client.query<{ value: string; n: number }>(sql, where.values);
          for (const { value, n } of rows) facets.add(field, value, n);
        }
        return facets.counted();
      }),
  };
}

function orderKeyOf({ rank, at, id }: Found): OrderKey {
  return { rank, at: at === null ? undefined : Number(at), id };
}

function rowOf({ row }: Found): SessionRow {
  return JSON.parse(row) as SessionRow;
}

function passagesOf({ passages }: Found): Passage[] {
  return passages === null ? [] : (JSON.parse(inflateRawSync(passages).toString()) as Passage[]);
}

/** Whether the index knows only that the words are there, and not that they are next to each other. */
function needsLook({ text = '' }: SessionQuery): boolean {
  return partsOf(text).some(({ words }) => words.length > 1);
}

/** Where a page of the list begins: after a session, or at the first of those without a time, which come last. */
type Beginning = OrderKey | 'undated';

function laterThan(sort: SessionSort, bind: (value: unknown) => string, { rank }: OrderKey, later: string): string {
  if (sort === 'newest') return later;
  const bound = bind(rank);
  return `${sort} <= ${bound} AND (${sort} < ${bound} OR ${later})`;
}

function conditionOf(tenant: string, query: SessionQuery, sort: SessionSort = 'newest', after?: Beginning): Condition {
  const values: unknown[] = [tenant];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const all = ['tenant = $1'];
  for (const field of ['format', 'outcome', 'model', 'project'] as const) {
    const wanted = field === 'model' ? modelsAsked(query.model) : (query[field] ?? []);
    if (wanted.length > 0) all.push(`${field} = ANY(${bind(wanted)}::text[])`);
  }
  if (query.from !== undefined) all.push(`at >= ${bind(query.from)}`);
  if (query.before !== undefined) all.push(`at < ${bind(query.before)}`);
  const parts = partsOf(query.text ?? '');
  if (parts.length > 0) all.push(`words @@ ${bind(tsqueryOf(parts))}::tsquery`);
  if (after === 'undated') all.push('at IS NULL');
  else if (after !== undefined) {
    const id = bind(after.id);
    if (after.at === undefined) all.push(laterThan(sort, bind, after, `at IS NULL AND id < ${id}`));
    else {
      const at = bind(after.at);
      // The bound is where the index is entered; without it, all that comes before would be read.
      if (sort === 'newest') all.push(`at <= ${at} AND (at < ${at} OR id < ${id})`);
      else all.push(laterThan(sort, bind, after, `(at < ${at} OR at = ${at} AND id < ${id} OR at IS NULL)`));
    }
  }
  return { sql: all.join(' AND '), values };
}

/** Sessions that have all the words; words contain only letters and digits. */
function tsqueryOf(parts: readonly QueryPart[]): string {
  return parts
    .flatMap(({ words, isPrefix }) =>
      words.map(
        (word, at) =>
          `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'${isPrefix && at === words.length - 1 ? ':*' : ''}`,
      ),
    )
    .join(' & ');
}

interface Wanted {
  query: SessionQuery;
  /** @default 'newest' */
  sort?: SessionSort;
  after?: OrderKey | undefined;
  most: number;
  /** @default false */
  withText?: boolean;
}

/** The first sessions after a place, in order. */
async function take(client: Client, tenant: string, wanted: Wanted): Promise<Found[]> {
  const { query, sort = 'newest', after, most, withText = false } = wanted;
  const look = needsLook(query);
  const matches = createMatcher(query.text ?? '');
  const rank = sort === 'newest' ? '0' : sort;
  const columns = `id, at, row, title, ${rank} AS rank, ${look || withText ? 'passages' : 'NULL AS passages'}`;
  const order = `${sort === 'newest' ? '' : `${sort} DESC, `}at DESC NULLS LAST, id DESC`;
  const limit = look ? LOOKED_AT : most;
  const taken: Found[] = [];
  for (let place: Beginning | undefined = after; taken.length < most; ) {
    const { sql, values } = conditionOf(tenant, query, sort, place);
    const { rows } = await client.query<Found>(
      `SELECT ${columns} FROM ark.session WHERE ${sql} ORDER BY ${order} LIMIT ${limit}`,
      values,
    );
    for (const row of rows)
      if (!look || matches([row.title, ...passagesOf(row).map(({ text }) => text)])) taken.push(row);
    const last = rows.at(-1);
    if (last !== undefined && rows.length === limit) place = orderKeyOf(last);
    else if (sort === 'newest' && place !== undefined && place !== 'undated' && place.at !== undefined)
      place = 'undated';
    else break;
  }
  return taken.slice(0, most);
}

async function count(client: Client, tenant: string, query: SessionQuery): Promise<Total> {
  if (needsLook(query)) {
    const n = (await take(client, tenant, { query, most: MOST_COUNTED })).length;
    return { n, exact: n < MOST_COUNTED };
  }
  const { sql, values } = conditionOf(tenant, query);
  const counted = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM ark.session WHERE ${sql} LIMIT ${MOST_COUNTED + 1}) AS first`,
    values,
  );
  const n = counted.rows[0]?.n ?? 0;
  return n > MOST_COUNTED ? { n: MOST_COUNTED, exact: false } : { n, exact: true };
}
