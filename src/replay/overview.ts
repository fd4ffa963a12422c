import type {
  Answer,
  ModelUsage,
  Prices,
  SessionEntry,
  SessionPage,
  SessionQuery,
  SessionSource,
} from '../session/index.ts';
import {
  checkPrices,
  entryOutcome,
  failuresOf,
  lengthOfEntry,
  newTokens,
  priceOf,
  toIso,
  toMillis,
} from '../session/internal.ts';

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

/** The sessions with one value of a field. A session with several models counts for each. */
export interface OverviewPart extends OverviewFigures {
  /** A day or month in UTC, a format, a model, or a folder; `''` where a log names no folder. */
  readonly value: string;
}

/** What some sessions were worth. */
export interface SessionsOverview extends OverviewFigures {
  /** ISO 4217. */
  readonly currency: string;
  /** The date of the prices by which some of the cost was worked out; absent where all of it is stated by logs. */
  readonly pricesOf?: string;
  /** `2026-10-03`, in order; months, `2026-10`, where sessions lie more than 62 days apart. Sessions without a time are left out. */
  readonly time: readonly OverviewPart[];
  /** The most sessions first. */
  readonly agent: readonly OverviewPart[];
  readonly model: readonly OverviewPart[];
  readonly project: readonly OverviewPart[];
  /** Tools whose calls failed most often, over all sessions. */
  readonly failing: readonly { readonly tool: string; readonly n: number }[];
  /** The calls that took longest, one a session; at most ten. */
  readonly longest: readonly { readonly entry: SessionEntry; readonly tool: string; readonly ms: number }[];
  readonly failedCalls: number;
  /** Sessions whose outcome is a failure. */
  readonly failedSessions: number;
}

const mostDays = 62;
const mostLongest = 10;
const loggedCurrency = 'USD';

interface Sum {
  sessions: number;
  activeMs: number;
  tokens: number;
  cost: number;
  unpriced: number;
}

const nothing = (): Sum => ({ sessions: 0, activeMs: 0, tokens: 0, cost: 0, unpriced: 0 });

/**
 * Adds up sessions of a list. A cost is the one that a log states; without one, it is worked out by `prices`, if they are in US dollars as
 * the logs' are, and if they know the session's models. Throws for invalid prices.
 */
export function overviewOf(entries: readonly SessionEntry[], prices?: Prices): SessionsOverview {
  if (prices !== undefined) checkPrices(prices);
  const usable = prices?.currency === loggedCurrency ? prices : undefined;
  const all = nothing();
  const parts = {
    day: new Map<string, Sum>(),
    agent: new Map<string, Sum>(),
    model: new Map<string, Sum>(),
    project: new Map<string, Sum>(),
  };
  const failing = new Map<string, number>();
  let [workedOut, failedCalls, failedSessions] = [false, 0, 0];
  for (const entry of entries) {
    const cost = costOf(entry, usable);
    workedOut ||= cost.workedOut;
    const figures = { activeMs: lengthOfEntry(entry) ?? 0, tokens: entry.tokens ?? 0, cost: cost.amount };
    addTo(all, figures, cost.unpriced);
    const at = toMillis(entry.created_at);
    if (at !== undefined) addTo(partOf(parts.day, toIso(at).slice(0, 10)), figures, cost.unpriced);
    addTo(partOf(parts.agent, entry.source_format), figures, cost.unpriced);
    addTo(partOf(parts.project, entry.project ?? ''), figures, cost.unpriced);
    for (const usage of entry.models ?? [{ model: entry.model_id }]) {
      const amount = costOfModel(usage, usable);
      const own = { ...figures, tokens: newTokens({ ...usage }) ?? 0, cost: amount ?? 0 };
      addTo(partOf(parts.model, usage.model), own, amount === undefined && own.tokens > 0);
    }
    for (const { tool, n } of entry.failing_tools ?? []) failing.set(tool, (failing.get(tool) ?? 0) + n);
    failedCalls += failuresOf(entry) ?? 0;
    failedSessions += entryOutcome(entry) === 'failed' ? 1 : 0;
  }
  return {
    ...all,
    currency: loggedCurrency,
    ...(workedOut && usable !== undefined ? { pricesOf: usable.date } : {}),
    time: overTime(parts.day),
    agent: listOf(parts.agent),
    model: listOf(parts.model),
    project: listOf(parts.project),
    failing: Array.from(failing, ([tool, n]) => ({ tool, n })).sort((a, b) => b.n - a.n || (a.tool < b.tool ? -1 : 1)),
    longest: entries
      .flatMap((entry) => (entry.longest_call === undefined ? [] : [{ entry, ...entry.longest_call }]))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, mostLongest),
    failedCalls,
    failedSessions,
  };
}

function costOf(entry: SessionEntry, prices: Prices | undefined) {
  if (entry.cost_usd !== undefined) return { amount: entry.cost_usd, unpriced: false, workedOut: false };
  const amounts = (entry.models ?? []).map((usage) => costOfModel(usage, prices));
  const known = amounts.filter((amount) => amount !== undefined);
  return {
    amount: known.reduce((sum, amount) => sum + amount, 0),
    unpriced: known.length < amounts.length,
    workedOut: known.length > 0,
  };
}

function costOfModel({ model, ...usage }: ModelUsage, prices: Prices | undefined): number | undefined {
  return usage.cost_usd ?? (prices === undefined ? undefined : priceOf(usage, model, prices));
}

function partOf(parts: Map<string, Sum>, value: string): Sum {
  const part = parts.get(value) ?? nothing();
  parts.set(value, part);
  return part;
}

function addTo(
  sum: Sum,
  { activeMs, tokens, cost }: Pick<Sum, 'activeMs' | 'tokens' | 'cost'>,
  unpriced: boolean,
): void {
  sum.sessions += 1;
  sum.activeMs += activeMs;
  sum.tokens += tokens;
  sum.cost += cost;
  sum.unpriced += unpriced ? 1 : 0;
}

function listOf(parts: ReadonlyMap<string, Sum>): OverviewPart[] {
  return Array.from(parts, ([value, sum]) => ({ value, ...sum })).sort(
    (a, b) => b.sessions - a.sessions || (a.value < b.value ? -1 : 1),
  );
}

/** Days in order; months where they lie far apart. */
function overTime(days: ReadonlyMap<string, Sum>): OverviewPart[] {
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  const [first, last] = [inOrder[0]?.[0], inOrder.at(-1)?.[0]];
  const span = first === undefined || last === undefined ? 0 : (Date.parse(last) - Date.parse(first)) / 86_400_000;
  if (span <= mostDays) return inOrder.map(([value, sum]) => ({ value, ...sum }));
  const months = new Map<string, Sum>();
  for (const [day, sum] of inOrder) {
    const month = partOf(months, day.slice(0, 7));
    for (const key of Object.keys(sum) as (keyof Sum)[]) month[key] += sum[key];
  }
  return Array.from(months, ([value, sum]) => ({ value, ...sum }));
}

/** The time of a day or month in UTC, `2026-10-03` or `2026-10`: in milliseconds since 1970, the end excluded. */
export function spanOf(value: string): { readonly from: number; readonly before: number } {
  const [year = 0, month = 1, day] = value.split('-').map(Number);
  return day === undefined
    ? { from: Date.UTC(year, month - 1), before: Date.UTC(year, month) }
    : { from: Date.UTC(year, month - 1, day), before: Date.UTC(year, month - 1, day + 1) };
}

/** The newest sessions that a query finds, up to `most`; `all` says whether these are all. */
export async function sessionsFound(
  source: SessionSource,
  query: SessionQuery,
  { signal, most = 10_000 }: { signal?: AbortSignal; most?: number } = {},
): Promise<{ readonly entries: readonly SessionEntry[]; readonly all: boolean }> {
  const entries: SessionEntry[] = [];
  let after: string | undefined;
  do {
    const answer: Answer<SessionPage> = source.page(query, {
      after,
      limit: Math.min(1000, most - entries.length),
      signal,
    });
    const page = await answer;
    signal?.throwIfAborted();
    entries.push(...page.sessions);
    after = page.next;
  } while (after !== undefined && entries.length < most);
  return { entries, all: after === undefined };
}
