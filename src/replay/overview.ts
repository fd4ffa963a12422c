import type { FieldSums, PartSums, Prices, SessionQuery, SessionSums, UnstatedCost } from '../session/index.ts';
import { checkPrices, priceOf } from '../session/internal.ts';

/** What some sessions took, together. */
export interface OverviewFigures {
  readonly sessions: number;
  /** Active time, else length, in milliseconds. */
  readonly activeMs: number;
  /** Tokens that a model had not seen before. */
  readonly tokens: number;
  /** In the currency of the overview. */
  readonly cost: number;
  /** Sessions whose tokens have no cost: then the cost is a minimum. */
  readonly unpriced: number;
}

/** The sessions with one value of a field; a session counts for its main model. */
export interface OverviewPart extends OverviewFigures {
  /** A day, month or year in UTC, a format, a model, or a folder; `''` where a log names no folder, `unknown` where it names no model. */
  readonly value: string;
}

/** The parts of a field; the most sessions first. */
export interface OverviewField {
  readonly parts: readonly OverviewPart[];
  /** Number of values that are left out. */
  readonly others: number;
}

/** What some sessions were worth. */
export interface SessionsOverview
  extends OverviewFigures,
    Pick<SessionSums, 'exact' | 'undated' | 'failing' | 'longest' | 'failedCalls' | 'failedSessions'> {
  /** ISO 4217. */
  readonly currency: string;
  /** The date of the prices by which some of the cost was worked out; absent where all of it is stated by logs. */
  readonly pricesOf?: string;
  /** All days from the first to the last, in order; months or years where there would be more than 63. Sessions without a time are left out. */
  readonly time: readonly OverviewPart[];
  readonly agent: OverviewField;
  readonly model: OverviewField;
  readonly project: OverviewField;
}

const loggedCurrency = 'USD';
const mostColumns = 63;

/**
 * Works out costs for sums of sessions. A cost is the one that a log states; without one, it is worked out by `prices`, if they are in US
 * dollars as the logs' are, and if they know the session's models. Throws for invalid prices.
 */
export function overviewOf(sums: SessionSums, prices?: Prices): SessionsOverview {
  if (prices !== undefined) checkPrices(prices);
  const usable = prices?.currency === loggedCurrency ? prices : undefined;
  const price = (part: PartSums): OverviewPart => priced(part, usable);
  const field = ({ parts, others }: FieldSums): OverviewField => ({ parts: parts.map(price), others });
  const { exact, undated, failing, longest, failedCalls, failedSessions } = sums;
  const { value: _, ...all } = price(sums.all);
  const isWorkedOut = sums.all.unstated.some((each) => costOf(each, usable).known > 0);
  return {
    ...all,
    ...{ exact, undated, failing, longest, failedCalls, failedSessions },
    currency: loggedCurrency,
    ...(isWorkedOut && usable !== undefined ? { pricesOf: usable.date } : {}),
    time: withoutGaps(sums.time.map(price)),
    agent: field(sums.format),
    model: field(sums.model),
    project: field(sums.project),
  };
}

function priced({ statedCost, unstated, ...part }: PartSums, prices: Prices | undefined): OverviewPart {
  const worked = unstated.map((each) => ({ sessions: each.sessions, ...costOf(each, prices) }));
  return {
    ...part,
    cost: worked.reduce((sum, { amount }) => sum + amount, statedCost / 1e6),
    unpriced: worked.reduce((sum, { isWhole, sessions }) => sum + (isWhole ? 0 : sessions), 0),
  };
}

function costOf({ usages }: UnstatedCost, prices: Prices | undefined) {
  const amounts = usages.map(({ model, ...usage }) => prices && priceOf(usage, model, prices));
  const known = amounts.filter((amount) => amount !== undefined);
  return {
    amount: known.reduce((sum, amount) => sum + amount, 0),
    known: known.length,
    isWhole: usages.length > 0 && known.length === amounts.length,
  };
}

/** Fills the time between the first and the last part, so that distances between columns are distances in time. */
function withoutGaps(parts: readonly OverviewPart[]): readonly OverviewPart[] {
  const [first, last] = [parts[0]?.value, parts.at(-1)?.value];
  if (first === undefined || last === undefined) return parts;
  const names = namesBetween(first, last);
  if (names.length > mostColumns)
    return first.length > yearLength ? withoutGaps(joined(parts, parentOf(first).length)) : parts;
  const byName = new Map(parts.map((part) => [part.value, part]));
  const nothing = { sessions: 0, activeMs: 0, tokens: 0, cost: 0, unpriced: 0 };
  return names.map((value) => byName.get(value) ?? { value, ...nothing });
}

const yearLength = 'yyyy'.length;

/** The month of a day, the year of a month. */
function parentOf(value: string): string {
  return value.slice(0, value.lastIndexOf('-'));
}

/** Names of the days, months or years from one to another; no more than one above what fits. */
function namesBetween(first: string, last: string): string[] {
  const names = [first];
  for (let name = first; name < last && names.length <= mostColumns; names.push(name))
    name = new Date(spanOf(name).before).toISOString().slice(0, first.length);
  return names;
}

function joined(parts: readonly OverviewPart[], length: number): OverviewPart[] {
  const byName = new Map<string, OverviewPart>();
  for (const { value: whole, ...part } of parts) {
    const value = whole.slice(0, length);
    const sum = byName.get(value);
    byName.set(value, {
      value,
      sessions: part.sessions + (sum?.sessions ?? 0),
      activeMs: part.activeMs + (sum?.activeMs ?? 0),
      tokens: part.tokens + (sum?.tokens ?? 0),
      cost: part.cost + (sum?.cost ?? 0),
      unpriced: part.unpriced + (sum?.unpriced ?? 0),
    });
  }
  return [...byName.values()];
}

/** The fields of an overview that have parts. */
export type OverviewMark = 'time' | 'agent' | 'model' | 'project';

/** A query narrowed to the sessions of a part: it finds as many as the part says. */
export function queryOfPart(query: SessionQuery, field: OverviewMark, value: string): SessionQuery {
  if (field !== 'time') return { ...query, [field === 'agent' ? 'format' : field]: [value] };
  const { from, before } = spanOf(value);
  // A month may stand there of which the query asks for a few days.
  return { ...query, from: Math.max(from, query.from ?? from), before: Math.min(before, query.before ?? before) };
}

/** The time of a day, month or year in UTC, `2026-10-03`, `2026-10` or `2026`: in milliseconds since 1970, the end excluded. */
export function spanOf(value: string): { readonly from: number; readonly before: number } {
  const [year = 0, month, day] = value.split('-').map(Number);
  if (month === undefined) return { from: Date.UTC(year, 0), before: Date.UTC(year + 1, 0) };
  return day === undefined
    ? { from: Date.UTC(year, month - 1), before: Date.UTC(year, month) }
    : { from: Date.UTC(year, month - 1, day), before: Date.UTC(year, month - 1, day + 1) };
}
