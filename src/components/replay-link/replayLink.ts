import { noFilters, type ReplayFilters, sessionMs } from '../../replay/index.ts';

/** A moment of a replay and how it is looked at, as an address names it. What is absent is as it is at first. */
export interface ReplayLink {
  /** Id of the session; without it nothing else counts. */
  readonly session?: string | undefined;
  /** Milliseconds from the start of the session. */
  readonly at?: number | undefined;
  /** Id of the item that the playhead has come to: several may share a moment. */
  readonly item?: string | undefined;
  /** Id of the item whose details are open; where it is not the one at the playhead, they are pinned. */
  readonly selected?: string | undefined;
  readonly filters?: Partial<ReplayFilters> | undefined;
  /** What is searched for. */
  readonly search?: string | undefined;
  /** Ids of the rows that are unfolded; the first 64 count. */
  readonly expanded?: readonly string[] | undefined;
  /** Panels that are open, and what is hidden, by name. */
  readonly panels?: readonly string[] | undefined;
}

/** An address has room for so many names of a kind, and so long ones. */
const most = 64;
const longest = 300;

type ListName = Exclude<keyof ReplayFilters, 'only' | 'query' | 'matches' | 'between'>;

/** How the lists of filters are called in an address. */
const lists: Readonly<Record<ListName, string>> = {
  tools: 'tool',
  categories: 'category',
  outcomes: 'outcome',
  phases: 'phase',
  runs: 'run',
  agents: 'agent',
  hidden: 'hide',
};
const listNames = Object.keys(lists) as readonly ListName[];

/** What a list of filters may hold, where that is a closed set. */
const known: Readonly<Partial<Record<ListName, ReadonlySet<string>>>> = {
  categories: new Set(['perception', 'action', 'interaction', 'planning', 'task_management']),
  outcomes: new Set(['succeeded', 'failed', 'denied', 'interrupted', 'cancelled', 'unanswered', 'unknown']),
  phases: new Set(['understand', 'explore', 'plan', 'execute', 'verify', 'mixed', 'unclassified']),
  hidden: new Set(['call', 'message', 'thinking', 'plan', 'review', 'notice', 'usage', 'unknown']),
};

/** Writes a link as the query of an address, without its `?`; equal links give equal texts. */
export function writeReplayLink(link: ReplayLink): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') query.append(name, value);
  };
  const { filters = {} } = link;
  set('session', link.session);
  set('t', writeMs(link.at));
  set('item', link.item);
  set('selected', link.selected);
  for (const name of listNames) for (const value of (filters[name] ?? []).slice(0, most)) set(lists[name], value);
  set('only', filters.only === 'prompts' ? 'prompts' : undefined);
  set('q', filters.query);
  set('find', link.search);
  set('from', writeMs(filters.between?.from));
  set('to', writeMs(filters.between?.to));
  for (const id of (link.expanded ?? []).slice(0, most)) set('expanded', id);
  for (const name of link.panels ?? []) set('panel', name);
  return query.toString();
}

function writeMs(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : String(Math.round(ms * 1000) / 1000);
}

/** Reads a link from the query of an address, with or without its `?`. What it cannot read is left out; it never throws. */
export function readReplayLink(text: string): ReplayLink {
  const query = new URLSearchParams(text);
  const one = (name: string): string | undefined => query.get(name)?.slice(0, longest) || undefined;
  const all = (name: string): string[] =>
    query
      .getAll(name)
      .filter((value) => value !== '' && value.length <= longest)
      .slice(0, most);
  return {
    session: one('session'),
    at: readMs(query.get('t')),
    item: one('item'),
    selected: one('selected'),
    search: one('find'),
    filters: { ...readFilters(all, query.get('only'), one('q')), between: readRange(query) },
    expanded: all('expanded'),
    panels: all('panel'),
  };
}

function readMs(text: string | null): number | undefined {
  const ms = Number(text ?? Number.NaN);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function readRange(query: URLSearchParams): ReplayFilters['between'] {
  const from = readMs(query.get('from'));
  const to = readMs(query.get('to'));
  return from === undefined || to === undefined || to < from ? undefined : { from: sessionMs(from), to: sessionMs(to) };
}

function readFilters(
  all: (name: string) => string[],
  only: string | null,
  query: string | undefined,
): Partial<ReplayFilters> {
  const asked = listNames.map((name) => {
    const closed = known[name];
    const values = all(lists[name]);
    return [name, closed === undefined ? values : values.filter((value) => closed.has(value))] as const;
  });
  return {
    ...noFilters,
    ...Object.fromEntries(asked),
    only: only === 'prompts' ? 'prompts' : 'everything',
    query: query ?? '',
  };
}
