import type { ModelUsage, SessionEntry } from './sessionEntry.ts';

/** An answer at once, or later. */
export type Answer<Value> = Value | Promise<Value>;

/**
 * Where a list of sessions comes from: an array, a catalogue on this machine, a server. A list asks for what is in sight only, so that the
 * first page takes the same time for a hundred sessions and for a million.
 *
 * Implementations reject with an `AbortError` where a signal is aborted, with a `RangeError` for a cursor that they did not write, and with
 * any other error for what the reader may try again.
 */
export interface SessionSource<Row extends SessionEntry = SessionEntry> {
  /** A page of the sessions that a query finds, in the order asked for, that begins after a cursor. */
  page(query: SessionQuery, options?: PageOptions): Answer<SessionPage<Row>>;
  /** For each field, how many of the sessions that a query finds have which value. */
  facets(query: SessionQuery, options?: Pick<PageOptions, 'signal'>): Answer<SessionFacets>;
  /** What the sessions that a query finds took, together. Without it, an overview adds up the newest 10,000 itself, page by page. */
  sums?(query: SessionQuery, options?: Pick<PageOptions, 'signal'>): Answer<SessionSums>;
}

/** Finds sessions that meet all of these conditions; an empty query finds all. Several values of one field are alternatives. */
export interface SessionQuery {
  /**
   * Words as a user types them. Each must occur in the session (where a source has no full text: in its title), in upper or lower case; the
   * last may be a prefix. Words in double quotes must occur in that order, next to each other. `wordsOf` says which words a text has.
   */
  readonly text?: string | undefined;
  readonly format?: readonly string[] | undefined;
  /** As `entryOutcome` gives it. */
  readonly outcome?: readonly string[] | undefined;
  /** Main models; `unknown` stands for sessions whose log names none. */
  readonly model?: readonly string[] | undefined;
  /** Working folders; `''` stands for sessions whose log names none. */
  readonly project?: readonly string[] | undefined;
  /** Start of the session in milliseconds since 1970: from the first value on, before the second. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/**
 * Orders of a list: by start, newest first; by active time (else length), cost stated by the source, or failed calls, most first. Sessions
 * without the value come last; sessions with the same value are ordered newest first.
 */
export const sessionSorts = ['newest', 'longest', 'costliest', 'failures'] as const;

export type SessionSort = (typeof sessionSorts)[number];

export interface PageOptions {
  /** Where the previous page ended: its `next`, of the same query and order. Opaque. @default the first page */
  readonly after?: string | undefined;
  /** 1 to 1,000. @default 100 */
  readonly limit?: number | undefined;
  /** With words in the query, a source may order only the newest 10,000 that it finds. @default 'newest' */
  readonly sort?: SessionSort | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** At equal values and times, sessions are ordered by id, in descending order of its UTF-8 bytes. */
export interface SessionPage<Row extends SessionEntry = SessionEntry> {
  readonly sessions: readonly Row[];
  /** Cursor of the next page; absent at the end. It stays valid while sessions come and go. */
  readonly next?: string | undefined;
  readonly total: Total;
}

/** Exact up to 10,000; beyond that, where counting takes time, `exact` is false and `n` is a lower bound. */
export interface Total {
  readonly n: number;
  readonly exact: boolean;
}

export interface SessionFacets {
  /** By value, the most frequent first; sessions without a value are not counted. */
  readonly format: readonly FacetCount[];
  readonly outcome: readonly FacetCount[];
  readonly model: readonly FacetCount[];
  /** The 100 most frequent; sessions without a folder are counted as `''`. */
  readonly project: readonly FacetCount[];
  /** `2026-10` in UTC, newest first; for jumping to a month. */
  readonly month: readonly FacetCount[];
}

export interface FacetCount {
  readonly value: string;
  readonly n: number;
}

/**
 * What the sessions of a query took. It is independent of prices: tokens whose cost no log states are listed by model, so that whoever has
 * prices can work it out.
 */
export interface SessionSums {
  /** False where only the newest of the sessions that have the words are added up. */
  readonly exact: boolean;
  readonly all: PartSums;
  /** Sessions with a known start, by day in UTC, `2026-10-03`, in order; by month, `2026-10`, where they lie more than 62 days apart. */
  readonly time: readonly PartSums[];
  /** How many sessions have no known start. */
  readonly undated: number;
  readonly format: FieldSums;
  /**
   * By main model, as a query finds them: tokens of other models of the same session count for it; `unknown` stands for sessions whose log
   * names none.
   */
  readonly model: FieldSums;
  /** By working folder; `''` stands for sessions whose log names none. */
  readonly project: FieldSums;
  /** Tools whose calls failed most often; at most 100. */
  readonly failing: readonly { readonly tool: string; readonly n: number }[];
  /** The calls that took longest, one a session; at most 10. At equal times the newest first. */
  readonly longest: readonly { readonly entry: SessionEntry; readonly tool: string; readonly ms: number }[];
  readonly failedCalls: number;
  /** Sessions whose outcome is a failure. */
  readonly failedSessions: number;
}

export interface FieldSums {
  /** The values with the most sessions, active time, tokens and stated cost: 25 of each; the most sessions first. */
  readonly parts: readonly PartSums[];
  /** Number of values that are left out. */
  readonly others: number;
}

/** What the sessions with one value of a field took. All figures are whole numbers. */
export interface PartSums {
  readonly value: string;
  readonly sessions: number;
  /** Active time, else length, in milliseconds. */
  readonly activeMs: number;
  /** Tokens that a model had not seen before. */
  readonly tokens: number;
  /** Cost that logs state, in millionths of a US dollar. */
  readonly statedCost: number;
  /** Tokens without a stated cost, by sessions that used the same models for the same kinds of tokens; the most sessions first. */
  readonly unstated: readonly UnstatedCost[];
}

export interface UnstatedCost {
  readonly sessions: number;
  /** Tokens by model, in order of the models' names; empty where they are not known. */
  readonly usages: readonly ModelUsage[];
}
