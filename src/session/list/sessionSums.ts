import { toIso } from '../toMillis.ts';
import { newTokens } from '../totals.ts';
import {
  entryOutcome,
  failuresOf,
  lengthOfEntry,
  type ModelUsage,
  modelCounted,
  type SessionEntry,
  startOf,
} from './sessionEntry.ts';
import type {
  Answer,
  FieldSums,
  PageOptions,
  PartSums,
  SessionPage,
  SessionQuery,
  SessionSource,
  SessionSums,
  UnstatedCost,
} from './sessionSource.ts';

/** What one session took, in whole numbers, so that sums are the same in whatever order they are made. */
export interface SessionFigures {
  readonly activeMs: number;
  readonly tokens: number;
  /** In millionths of a US dollar. */
  readonly statedCost: number;
  readonly failedCalls: number;
  /** Models and kinds of tokens without a stated cost, as one text; `''` where there are none. Sessions with the same text are priced alike. */
  readonly pattern: string;
  /** One for each model, in order of their names. */
  readonly models: readonly ModelFigures[];
}

export interface ModelFigures extends UsageCounts {
  readonly model: string;
  readonly tokens: number;
  /** In millionths of a US dollar. */
  readonly statedCost: number;
  /** Kinds of tokens without a stated cost, as some of the letters of {@link UsageCounts}; `''` where there are none. */
  readonly kinds: string;
}

/** Tokens without a stated cost. */
export interface UsageCounts {
  /** `i` */
  readonly input: number;
  /** `o` */
  readonly output: number;
  /** `r` */
  readonly cache_read: number;
  /** `w` */
  readonly cache_write: number;
  /** `t`: only where nothing else is known. */
  readonly total: number;
}

const usageKinds = ['input', 'output', 'cache_read', 'cache_write', 'total'] as const;
const letters: Record<keyof UsageCounts, string> = {
  input: 'i',
  output: 'o',
  cache_read: 'r',
  cache_write: 'w',
  total: 't',
};
const nothingUsed: UsageCounts = { input: 0, output: 0, cache_read: 0, cache_write: 0, total: 0 };

/** No session takes more of anything: a log that says so must not make all sums useless. */
const MOST = 1e13;
const MICRO = 1e6;
const MOST_OF_EACH = 25;
const MOST_PATTERNS = 100;
const MOST_TOOLS = 100;
const MOST_LONGEST = 10;
const MOST_DAYS = 62;
const DAY_MS = 86_400_000;

/** The figures of a session as its row shows them. */
export function figuresOf(entry: SessionEntry): SessionFigures {
  const hasCost = entry.cost_usd !== undefined;
  const usages = entry.models ?? [{ model: entry.model_id, ...(entry.tokens ? { total: entry.tokens } : {}) }];
  const models = usages
    .map((usage) => modelFigures(usage, hasCost && usages.length === 1 ? entry.cost_usd : usage.cost_usd))
    .sort((a, b) => (a.model < b.model ? -1 : 1));
  const statedCost = hasCost ? micro(entry.cost_usd) : models.reduce((sum, model) => sum + model.statedCost, 0);
  const unstated = hasCost ? [] : models.filter(({ kinds }) => kinds !== '');
  return {
    activeMs: whole(lengthOfEntry(entry)),
    tokens: whole(entry.tokens),
    statedCost,
    failedCalls: whole(failuresOf(entry)),
    pattern: unstated.length === 0 ? '' : JSON.stringify(unstated.map(({ model, kinds }) => [model, kinds])),
    models,
  };
}

function modelFigures(usage: ModelUsage, cost: number | undefined): ModelFigures {
  const tokens = whole(newTokens({ ...usage }));
  if (cost !== undefined) return { model: usage.model, tokens, statedCost: micro(cost), kinds: '', ...nothingUsed };
  const { input, output, cache_read, cache_write, total = (cache_read ?? 0) + (cache_write ?? 0) } = usage;
  // A total alone does not say what was read and what was written.
  const counts: UsageCounts =
    input === undefined && output === undefined
      ? { ...nothingUsed, total: whole(total) }
      : {
          ...{ input: whole(input), output: whole(output), total: 0 },
          ...{ cache_read: whole(cache_read), cache_write: whole(cache_write) },
        };
  const kinds = usageKinds.filter((kind) => counts[kind] > 0).map((kind) => letters[kind]);
  return { model: usage.model, tokens, statedCost: 0, kinds: kinds.join(''), ...counts };
}

function whole(value: number | undefined): number {
  return Math.round(Math.min(Math.max(value ?? 0, 0), MOST));
}

function micro(dollars: number | undefined): number {
  return whole((dollars ?? 0) * MICRO);
}

/** Figures of a group of sessions, apart from its value and its tokens by model. */
export type GroupFigures = Pick<PartSums, 'sessions' | 'activeMs' | 'tokens' | 'statedCost'>;

/** The sessions with one value of a field, added up. */
export interface SumsPart {
  /** Adds sessions of one {@link SessionFigures.pattern}. */
  add(figures: GroupFigures, pattern: string): void;
  /** Adds tokens that such sessions used of one model. */
  use(pattern: string, model: string, counts: UsageCounts): void;
}

export interface SumsBuilder {
  addSession(entry: SessionEntry): void;
  /** Days are values of the field `time`; `all` has the value `''` alone. */
  part(field: 'all' | 'time' | 'format' | 'model' | 'project', value: string): SumsPart;
  addUndated(sessions: number): void;
  addFailing(tool: string, n: number): void;
  addFailed(figures: { readonly calls: number; readonly sessions: number }): void;
  addLongest(entry: SessionEntry): void;
  /** @default exact */
  built(exact?: boolean): SessionSums;
}

interface Group {
  sessions: number;
  activeMs: number;
  tokens: number;
  statedCost: number;
  readonly unstated: Map<string, { sessions: number; readonly models: Map<string, UsageCounts> }>;
}

/** Adds up sessions one by one, or groups of them that a database has added up. */
export function createSums(): SumsBuilder {
  const groups = {
    all: new Map<string, Group>([['', emptyGroup()]]),
    time: new Map<string, Group>(),
    format: new Map<string, Group>(),
    model: new Map<string, Group>(),
    project: new Map<string, Group>(),
  };
  const failing = new Map<string, number>();
  const longest: SessionSums['longest'][number][] = [];
  let [undated, failedCalls, failedSessions] = [0, 0, 0];
  const part: SumsBuilder['part'] = (field, given) => {
    const value = field === 'model' ? modelCounted(given) : given;
    const group = groups[field].get(value) ?? emptyGroup();
    groups[field].set(value, group);
    return partOf(group);
  };
  const addLongest = (entry: SessionEntry): void => {
    if (entry.longest_call === undefined) return;
    longest.push({ entry, ...entry.longest_call });
    if (longest.length > 50 * MOST_LONGEST) longest.sort(byLength).splice(MOST_LONGEST);
  };
  const addFailing = (tool: string, n: number): void => void failing.set(tool, (failing.get(tool) ?? 0) + n);
  return {
    part,
    addLongest,
    addFailing,
    addUndated: (sessions) => {
      undated += sessions;
    },
    addFailed({ calls, sessions }) {
      failedCalls += calls;
      failedSessions += sessions;
    },
    addSession(entry) {
      const { pattern, models, ...figures } = figuresOf(entry);
      const at = startOf(entry);
      const parts = [
        part('all', ''),
        part('format', entry.source_format),
        part('model', entry.model_id),
        part('project', entry.project ?? ''),
        ...(at === undefined ? [] : [part('time', toIso(at).slice(0, 10))]),
      ];
      for (const each of parts) {
        each.add({ ...figures, sessions: 1 }, pattern);
        if (pattern === '') continue;
        for (const { model, kinds, ...counts } of models) if (kinds !== '') each.use(pattern, model, counts);
      }
      if (at === undefined) undated += 1;
      for (const { tool, n } of entry.failing_tools ?? []) addFailing(tool, whole(n));
      failedCalls += figures.failedCalls;
      failedSessions += entryOutcome(entry) === 'failed' ? 1 : 0;
      addLongest(entry);
    },
    built: (exact = true) => ({
      exact,
      all: sumsOfGroup('', groups.all.get('') ?? emptyGroup()),
      time: overTime(groups.time),
      undated,
      format: fieldSums(groups.format),
      model: fieldSums(groups.model),
      project: fieldSums(groups.project),
      failing: Array.from(failing, ([tool, n]) => ({ tool, n }))
        .sort((a, b) => b.n - a.n || (a.tool < b.tool ? -1 : 1))
        .slice(0, MOST_TOOLS),
      longest: longest.toSorted(byLength).slice(0, MOST_LONGEST),
      failedCalls,
      failedSessions,
    }),
  };
}

/** Adds up sessions; `exact` says whether these are all. */
export function sumsOfSessions(entries: Iterable<SessionEntry>, exact = true): SessionSums {
  const sums = createSums();
  for (const entry of entries) sums.addSession(entry);
  return sums.built(exact);
}

/** What the sessions of a query took: as the source adds it up, else the newest `most` of its pages. */
export async function sumsOfSource(
  source: SessionSource,
  query: SessionQuery,
  { signal, most = 10_000 }: Pick<PageOptions, 'signal'> & { readonly most?: number } = {},
): Promise<SessionSums> {
  if (source.sums !== undefined) return source.sums(query, { signal });
  const sums = createSums();
  let left = most;
  let after: string | undefined;
  do {
    const answer: Answer<SessionPage> = source.page(query, { after, limit: Math.min(1000, left), signal });
    const page = await answer;
    signal?.throwIfAborted();
    for (const entry of page.sessions) sums.addSession(entry);
    left -= page.sessions.length;
    after = page.next;
  } while (after !== undefined && left > 0);
  return sums.built(after === undefined);
}

function emptyGroup(): Group {
  return { sessions: 0, activeMs: 0, tokens: 0, statedCost: 0, unstated: new Map() };
}

function partOf(group: Group): SumsPart {
  const ofPattern = (pattern: string) => {
    const found = group.unstated.get(pattern) ?? { sessions: 0, models: new Map<string, UsageCounts>() };
    group.unstated.set(pattern, found);
    return found;
  };
  return {
    add({ sessions, activeMs, tokens, statedCost }, pattern) {
      group.sessions += sessions;
      group.activeMs += activeMs;
      group.tokens += tokens;
      group.statedCost += statedCost;
      if (pattern !== '') ofPattern(pattern).sessions += sessions;
    },
    use(pattern, model, counts) {
      const { models } = ofPattern(pattern);
      models.set(model, addCounts(models.get(model) ?? nothingUsed, counts));
    },
  };
}

function addCounts(a: UsageCounts, b: UsageCounts): UsageCounts {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    total: a.total + b.total,
  };
}

function sumsOfGroup(value: string, { unstated, sessions, activeMs, tokens, statedCost }: Group): PartSums {
  const inOrder = [...unstated].sort(([a, { sessions: m }], [b, { sessions: n }]) => n - m || (a < b ? -1 : 1));
  const largest = inOrder.slice(0, MOST_PATTERNS).map(([, each]): UnstatedCost => {
    const models = [...each.models].sort(([a], [b]) => (a < b ? -1 : 1));
    return { sessions: each.sessions, usages: models.map(([model, counts]) => usageOf(model, counts)) };
  });
  const left = inOrder.slice(MOST_PATTERNS).reduce((sum, [, each]) => sum + each.sessions, 0);
  const rest = left === 0 ? [] : [{ sessions: left, usages: [] }];
  return { value, sessions, activeMs, tokens, statedCost, unstated: [...largest, ...rest] };
}

function usageOf(model: string, { total, ...counts }: UsageCounts): ModelUsage {
  return total > 0 ? { model, total } : { model, ...counts };
}

const measures = ['sessions', 'activeMs', 'tokens', 'statedCost'] as const;

function fieldSums(groups: ReadonlyMap<string, Group>): FieldSums {
  const all = [...groups];
  const kept = new Set(
    measures.flatMap((measure) =>
      all
        .toSorted(([a, one], [b, other]) => other[measure] - one[measure] || (a < b ? -1 : 1))
        .slice(0, MOST_OF_EACH)
        .map(([value]) => value),
    ),
  );
  const parts = all
    .filter(([value]) => kept.has(value))
    .map(([value, group]) => sumsOfGroup(value, group))
    .sort((a, b) => b.sessions - a.sessions || (a.value < b.value ? -1 : 1));
  return { parts, others: all.length - parts.length };
}

/** Days in order; months where they lie far apart, or where months were added. */
function overTime(days: ReadonlyMap<string, Group>): PartSums[] {
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  const [first, last] = [inOrder[0]?.[0], inOrder.at(-1)?.[0]];
  const span = first === undefined || last === undefined ? 0 : (Date.parse(last) - Date.parse(first)) / DAY_MS;
  const hasMonths = inOrder.some(([value]) => value.length === 'yyyy-mm'.length);
  if (span <= MOST_DAYS && !hasMonths) return inOrder.map(([value, group]) => sumsOfGroup(value, group));
  const months = new Map<string, Group>();
  for (const [day, group] of inOrder) {
    const name = day.slice(0, 'yyyy-mm'.length);
    const month = months.get(name) ?? emptyGroup();
    months.set(name, month);
    const part = partOf(month);
    part.add(group, '');
    for (const [pattern, { sessions, models }] of group.unstated) {
      part.add({ sessions, activeMs: 0, tokens: 0, statedCost: 0 }, pattern);
      month.sessions -= sessions;
      for (const [model, counts] of models) part.use(pattern, model, counts);
    }
  }
  return Array.from(months, ([value, group]) => sumsOfGroup(value, group));
}

function byLength(a: SessionSums['longest'][number], b: SessionSums['longest'][number]): number {
  return (
    b.ms - a.ms ||
    (startOf(b.entry) ?? -1) - (startOf(a.entry) ?? -1) ||
    (a.entry.session_id < b.entry.session_id ? 1 : -1)
  );
}
