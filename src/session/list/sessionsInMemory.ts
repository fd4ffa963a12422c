import { createMatcher } from '../text/searchWords.ts';
import {
  entryOutcome,
  failuresOf,
  lengthOfEntry,
  modelCounted,
  modelsAsked,
  type SessionEntry,
  startOf,
} from './sessionEntry.ts';
import {
  type FacetCount,
  type PageOptions,
  type SessionFacets,
  type SessionPage,
  type SessionQuery,
  type SessionSort,
  type SessionSource,
  type SessionSums,
  sessionSorts,
  type Total,
} from './sessionSource.ts';
import { sumsOfSessions } from './sessionSums.ts';

/** Maximum number of sessions counted where counting takes time. */
export const MOST_COUNTED = 10_000;

const DEFAULT_LIMIT = 100;
const MOST_ON_A_PAGE = 1000;
const MOST_PROJECTS = 100;

/** Position of a session in an order: the value it is ordered by, its start, and its id. */
export interface OrderKey {
  /** As {@link rankOf} gives it; 0 in the order of time. */
  readonly rank: number;
  /** Milliseconds since 1970; absent where the session has no time. */
  readonly at: number | undefined;
  readonly id: string;
}

/** The value by which a session is ordered, apart from its time; -1 where it has none. */
export function rankOf(row: SessionEntry, sort: SessionSort): number {
  switch (sort) {
    case 'newest':
      return 0;
    case 'longest':
      return lengthOfEntry(row) ?? -1;
    case 'costliest':
      return row.cost_usd ?? -1;
    case 'failures':
      return failuresOf(row) ?? -1;
  }
}

/** Negative where the first comes before the second: higher rank, then newer, without a time last, then by descending id. */
export function compareOrderKeys(a: OrderKey, b: OrderKey): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  if (a.at !== b.at) return (b.at ?? Number.NEGATIVE_INFINITY) > (a.at ?? Number.NEGATIVE_INFINITY) ? 1 : -1;
  return compareTexts(b.id, a.id);
}

const utf8 = new TextEncoder();

/** By UTF-8 bytes, as databases compare. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [utf8.encode(a), utf8.encode(b)];
  const differs = left.findIndex((byte, at) => byte !== right[at]);
  return differs === -1 ? left.length - right.length : (left[differs] ?? 0) - (right[differs] ?? -1);
}

export function writeCursor({ rank, at, id }: OrderKey): string {
  return JSON.stringify([rank, at ?? null, id]);
}

/** Throws a `RangeError` for what {@link writeCursor} did not write. */
export function readCursor(cursor: string | undefined): OrderKey | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [rank, at, id] = JSON.parse(cursor) as [unknown, unknown, unknown];
    if (Number.isFinite(rank) && (at === null || Number.isSafeInteger(at)) && typeof id === 'string')
      return { rank: rank as number, at: (at as number | null) ?? undefined, id };
  } catch {
    // Said below.
  }
  throw new RangeError('agent-replay-kit: this is no place in a list of sessions. Begin at the first page again.');
}

export function limitOf({ limit = DEFAULT_LIMIT }: PageOptions): number {
  return Math.min(Math.max(Math.trunc(limit), 1), MOST_ON_A_PAGE);
}

/** The month of a time, `2026-10`, in UTC. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, -'-01T00:00:00.000Z'.length);
}

/** A source over sessions in memory; words are looked for in titles only. It answers at once. */
export function sessionsInMemory<Row extends SessionEntry>(rows: readonly Row[]): InMemorySource<Row> {
  const orders = new Map<SessionSort, readonly Keyed<Row>[]>();
  const inOrder = (sort: SessionSort): readonly Keyed<Row>[] => {
    const order = orders.get(sort) ?? keyedRows(rows, sort);
    orders.set(sort, order);
    return order;
  };
  return {
    page(query, options = {}) {
      options.signal?.throwIfAborted();
      const { sort = 'newest' } = options;
      if (!sessionSorts.includes(sort)) throw new RangeError(`agent-replay-kit: sessions have no order "${sort}".`);
      const fits = createFilter(query);
      const matching = inOrder(sort).filter(({ row }) => fits(row));
      const after = readCursor(options.after);
      const start = after === undefined ? 0 : matching.findIndex(({ key }) => compareOrderKeys(key, after) > 0);
      const limit = limitOf(options);
      const page = start === -1 ? [] : matching.slice(start, start + limit);
      const last = page.at(-1);
      const more = last !== undefined && start + limit < matching.length;
      const total: Total = { n: matching.length, exact: true };
      return { sessions: page.map(({ row }) => row), ...(more ? { next: writeCursor(last.key) } : {}), total };
    },
    facets: (query) => facetsOfRows(rows, query),
    sums: (query) => sumsOfSessions(rows.filter(createFilter(query))),
  };
}

interface InMemorySource<Row extends SessionEntry> extends SessionSource<Row> {
  page(query: SessionQuery, options?: PageOptions): SessionPage<Row>;
  facets(query: SessionQuery): SessionFacets;
  sums(query: SessionQuery): SessionSums;
}

interface Keyed<Row> {
  readonly row: Row;
  readonly key: OrderKey;
}

function keyedRows<Row extends SessionEntry>(rows: readonly Row[], sort: SessionSort): readonly Keyed<Row>[] {
  return rows
    .map((row) => ({ row, key: { rank: rankOf(row, sort), at: startOf(row), id: row.session_id } }))
    .sort((a, b) => compareOrderKeys(a.key, b.key));
}

function createFilter({ text, format, outcome, model, project, from, before }: SessionQuery) {
  const matches = createMatcher(text ?? '');
  const models = modelsAsked(model);
  const isOneOf = (wanted: readonly string[] | undefined, value: string): boolean =>
    wanted === undefined || wanted.length === 0 || wanted.includes(value);
  return (row: SessionEntry): boolean => {
    const at = startOf(row);
    const inTime =
      (from === undefined || (at !== undefined && at >= from)) &&
      (before === undefined || (at !== undefined && at < before));
    return (
      inTime &&
      isOneOf(format, row.source_format) &&
      isOneOf(outcome, entryOutcome(row)) &&
      isOneOf(models, row.model_id) &&
      isOneOf(project, row.project ?? '') &&
      matches([row.task_title])
    );
  };
}

function facetsOfRows(rows: readonly SessionEntry[], query: SessionQuery): SessionFacets {
  const facets = createFacetCounts();
  for (const row of rows.filter(createFilter(query))) {
    const at = startOf(row);
    facets.add('format', row.source_format, 1);
    facets.add('outcome', entryOutcome(row), 1);
    facets.add('model', row.model_id, 1);
    facets.add('project', row.project ?? '', 1);
    facets.add('month', at === undefined ? undefined : monthOf(at), 1);
  }
  return facets.counted();
}

interface FacetCounts {
  /** Rows without a value are not counted. */
  add(field: keyof SessionFacets, value: string | undefined, n: number): void;
  counted(): SessionFacets;
}

/** Counts values, field by field. */
export function createFacetCounts(): FacetCounts {
  const counts: Record<keyof SessionFacets, Map<string, number>> = {
    format: new Map(),
    outcome: new Map(),
    model: new Map(),
    project: new Map(),
    month: new Map(),
  };
  const listOf = (field: keyof SessionFacets): FacetCount[] =>
    Array.from(counts[field], ([value, n]) => ({ value, n })).sort(
      (a, b) => b.n - a.n || compareTexts(a.value, b.value),
    );
  return {
    add(field, value, n) {
      if (value === undefined) return;
      const counted = field === 'model' ? modelCounted(value) : value;
      counts[field].set(counted, (counts[field].get(counted) ?? 0) + n);
    },
    counted: () => ({
      format: listOf('format'),
      outcome: listOf('outcome'),
      model: listOf('model'),
      project: listOf('project').slice(0, MOST_PROJECTS),
      month: listOf('month').sort((a, b) => (a.value < b.value ? 1 : -1)),
    }),
  };
}
