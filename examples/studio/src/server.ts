import type { SessionEntry, SessionSource } from 'agent-replay-kit/components';
import type {
  PageOptions,
  Prices,
  SessionFacets,
  SessionPage,
  SessionQuery,
  SessionSums,
} from 'agent-replay-kit/session';

/** A line that holds words that were searched, and the item that it stands in. */
export interface FoundLine {
  readonly kind: 'prompt' | 'reply' | 'command' | 'path' | 'output';
  readonly item: string;
  /** Milliseconds from the start of the session. */
  readonly at?: number;
  readonly text: string;
  /** Where in the text the words stand, in order. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

export interface Found {
  readonly hits: readonly { readonly session: SessionEntry; readonly lines: readonly FoundLine[] }[];
  readonly next?: string;
  readonly total: { readonly n: number; readonly exact: boolean };
  readonly searches: 'everything' | 'titles';
}

/** What the server tells while the page is open. */
export type ServerNews =
  | { readonly is: 'list' }
  | { readonly is: 'session'; readonly id: string }
  | ({ readonly is: 'state' } & ServerState)
  /** `code` tells what a sentence of this app is for. */
  | { readonly is: 'trouble'; readonly message: string; readonly code?: string }
  /** Whether the server answers. One that was started anew has another address, so this page stays without it. */
  | { readonly is: 'reached' }
  | { readonly is: 'away' };

export interface ServerState {
  readonly sessions: number;
  /** Sessions of which only the beginning was read. */
  readonly unread: number;
  /** Whether those are being read one after another. */
  readonly reading: boolean;
  /** Ids of sessions whose logs are growing. */
  readonly live: readonly string[];
  /** Ids of opened sessions whose logs are gone. */
  readonly gone: readonly string[];
}

/** What the server could not do; `code` tells programs why. */
export class ServerProblem extends Error {
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Whether the page is about one log, as `agent-replay open --follow` opens it: a list would have nothing to choose from. */
export const isAlone = new URLSearchParams(location.search).has('alone');

/** The server of `agent-replay serve`, which this page came from. */
export interface Server {
  readonly source: SessionSource<SessionEntry>;
  search(query: SessionQuery, options: PageOptions): Promise<Found>;
  /** Converts the log of a session where that is due; its id may be another one afterwards. */
  open(id: string): Promise<{ readonly id: string; readonly abridged: boolean }>;
  /** Prices that the user gave the server. */
  prices(): Promise<Prices | undefined>;
  exportUrl(id: string, kind: 'html' | 'md'): string;
  /** Where the notes on a session are fetched, and put. */
  notesUrl(id: string): string;
  /** Begins to read all logs, so that everything in them can be searched. */
  readAll(): Promise<void>;
  /** Returns the function that stops listening. */
  listen(listener: (news: ServerNews) => void): () => void;
}

/** The server that the page names in its head; undefined where the page is only files. */
export function findServer(): Server | undefined {
  const base = document.querySelector<HTMLMetaElement>('meta[name=agent-replay-server]')?.content;
  return base === undefined ? undefined : createServer(base);
}

function createServer(base: string): Server {
  const page = async <Answer>(name: string, query: SessionQuery, options: PageOptions = {}): Promise<Answer> => {
    const { signal, ...rest } = options;
    return ask(`${base}${name}?${parametersOf({ ...query, ...rest })}`, signal);
  };
  return {
    source: {
      page: (query, options) => page<SessionPage<SessionEntry>>('sessions', query, options),
      facets: (query, options) => page<SessionFacets>('facets', query, options),
      sums: (query, options) => page<SessionSums>('sums', query, options),
    },
    search: (query, options) => page<Found>('search', query, options),
    open: (id) => ask(`${base}session/${encodeURIComponent(id)}`),
    prices: async () => (await ask<{ prices?: Prices }>(`${base}prices`)).prices,
    exportUrl: (id, kind) => `${base}export/${encodeURIComponent(id)}.${kind}`,
    notesUrl: (id) => `${base}notes/${encodeURIComponent(id)}`,
    async readAll() {
      await fetch(`${base}read`, { method: 'POST' });
    },
    listen(listener) {
      const events = new EventSource(`${base}events`);
      events.onopen = () => listener({ is: 'reached' });
      events.onerror = () => listener({ is: 'away' });
      events.onmessage = ({ data }) => listener(JSON.parse(data as string) as ServerNews);
      return () => events.close();
    },
  };
}

/** Fields with several values stand in the address several times. */
function parametersOf(fields: SessionQuery & Omit<PageOptions, 'signal'>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  }
  return parameters;
}

async function ask<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const answer = await fetch(address, signal === undefined ? {} : { signal });
  const said = (await answer.json().catch(() => ({}))) as Answer & { problem?: string; code?: string };
  if (!answer.ok) throw new ServerProblem(said.problem ?? `${answer.status} ${answer.statusText}`, said.code);
  return said;
}
