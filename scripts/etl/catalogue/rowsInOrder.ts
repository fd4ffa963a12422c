import { entryOutcome } from '../../../src/components/session-list/sessionEntry.ts';
import type {
  FacetCount,
  PageOptions,
  SessionFacets,
  SessionPage,
  SessionQuery,
  SessionRow,
  Total,
} from './contract.ts';
import { createMatcher } from './searchWords.ts';

/** Maximum number of sessions counted where counting takes time. */
export const MOST_COUNTED = 10_000;

const DEFAULT_LIMIT = 100;
const MOST_ON_A_PAGE = 1000;
const MOST_PROJECTS = 100;

/** Position of a session in the order: its start in milliseconds since 1970, and its id. */
export interface Place {
  /** Absent where the session has no time. */
  at: number | undefined;
  id: string;
}

/** Start of a session in milliseconds since 1970; undefined where it has no time. */
export function startOf({ created_at }: Pick<SessionRow, 'created_at'>): number | undefined {
  const at = Date.parse(created_at ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function placeOf(row: SessionRow): Place {
  return { at: startOf(row), id: row.session_id };
}

/** Negative where the first comes before the second: newest first, without a time last, then by descending id. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.at !== b.at) return (b.at ?? Number.NEGATIVE_INFINITY) > (a.at ?? Number.NEGATIVE_INFINITY) ? 1 : -1;
  return Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at ?? null, id])).toString('base64url');
}

/** Throws a `RangeError` for what {@link writeCursor} did not write. */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    if ((at === null || Number.isSafeInteger(at)) && typeof id === 'string')
      return { at: (at as number | null) ?? undefined, id };
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

/** A page of rows held in memory; words are looked for in titles only. */
export function pageOfRows(rows: readonly SessionRow[], query: SessionQuery, options: PageOptions): SessionPage {
  options.signal?.throwIfAborted();
  const matching = rows.filter(createFilter(query)).map((row) => ({ row, place: placeOf(row) }));
  matching.sort((a, b) => comparePlaces(a.place, b.place));
  const after = readCursor(options.after);
  const start = after === undefined ? 0 : matching.findIndex(({ place }) => comparePlaces(place, after) > 0);
  const limit = limitOf(options);
  const page = start === -1 ? [] : matching.slice(start, start + limit);
  const last = page.at(-1);
  const more = last !== undefined && start + limit < matching.length;
  const total: Total = { n: matching.length, exact: true };
  return { sessions: page.map(({ row }) => row), ...(more ? { next: writeCursor(last.place) } : {}), total };
}

function createFilter({ text, format, outcome, model, project, from, before }: SessionQuery) {
  const matches = createMatcher(text ?? '');
  const isOneOf = (wanted: readonly string[] | undefined, value: string | undefined): boolean =>
    wanted === undefined || wanted.length === 0 || (value !== undefined && wanted.includes(value));
  return (row: SessionRow): boolean => {
    const at = startOf(row);
    const inTime =
      (from === undefined || (at !== undefined && at >= from)) &&
      (before === undefined || (at !== undefined && at < before));
    return (
      inTime &&
      isOneOf(format, row.source_format) &&
      isOneOf(outcome, entryOutcome(row)) &&
      isOneOf(model, row.model_id) &&
      isOneOf(project, row.project) &&
      matches([row.task_title])
    );
  };
}

/** Facets of rows held in memory. */
export function facetsOfRows(rows: readonly SessionRow[], query: SessionQuery): SessionFacets {
  const facets = createFacetCounts();
  for (const row of rows.filter(createFilter(query))) {
    const at = startOf(row);
    facets.add('format', row.source_format, 1);
    facets.add('outcome', entryOutcome(row), 1);
    facets.add('model', row.model_id, 1);
    facets.add('project', row.project, 1);
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
      (a, b) => b.n - a.n || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)),
    );
  return {
    add(field, value, n) {
      if (value !== undefined) counts[field].set(value, (counts[field].get(value) ?? 0) + n);
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
