import { createStore, type Store } from '../../replay/createStore.ts';
import type {
  Answer,
  SessionEntry,
  SessionPage,
  SessionQuery,
  SessionSort,
  SessionSource,
  Total,
} from '../../session/index.ts';

/** How a list is parted: by the folder of the project, by day, or not at all. */
export const sessionGroups = ['day', 'project', 'none'] as const;

export type SessionGroup = (typeof sessionGroups)[number];

/** A row of a list of sessions. */
export type ListedRow =
  | { readonly is: 'session'; readonly entry: SessionEntry }
  | { readonly is: 'day'; readonly day: string }
  | {
      readonly is: 'project';
      /** Its folder; empty for sessions without one. */
      readonly project: string;
      readonly n: number;
      readonly open: boolean;
    }
  /** Stands for sessions that are not here yet. */
  | { readonly is: 'more'; readonly section: number; readonly status: 'waiting' | 'loading' }
  | { readonly is: 'failed'; readonly section: number; readonly error: unknown }
  /** The list holds no more rows; older sessions are reached by month. */
  | { readonly is: 'full' };

export interface ListingState {
  /** `loading` until the first rows are known; `failed` if they could not be had. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error?: unknown;
  readonly rows: readonly ListedRow[];
  /** How many sessions the query finds; undefined until it is known. */
  readonly total: Total | undefined;
}

/** The rows of a list, fetched as they come in sight. */
export interface Listing extends Pick<Store<ListingState>, 'get' | 'subscribe'> {
  /** The same for the same question, whatever source answers it: then the reader's place is kept. */
  readonly question: string;
  /** Fetches the first rows. */
  start(): void;
  /** Aborts what is being fetched; `start` goes on. */
  stop(): void;
  /** Tells which rows are in sight. */
  show(first: number, last: number): void;
  /** Opens or closes the group at a row. */
  toggle(row: number): void;
  /** Tries again what has failed. */
  retry(): void;
}

export interface ListingOptions {
  source: SessionSource;
  query: SessionQuery;
  sort: SessionSort;
  group: SessionGroup;
  /** The day of a moment, as it is shown. */
  dayOf: (createdAt: string) => string;
  /** Whether the source answers at once: then everything is read when the listing is made. */
  atOnce: boolean;
}

/**
 * Maximum number of rows: a browser draws no box higher than about 33 million pixels, and a row takes up to 72. Older sessions are reached
 * by month.
 */
const mostRows = 400_000;

/** Groups are open at first where there are no more sessions than this; else only the first group is. */
const mostOpen = 200;
/** Number of rows below those in sight that are fetched in advance. */
const ahead = 40;
const pageRows = 100;
const pageRowsAtOnce = 1000;

/** A part of the list that is read page by page. */
interface Section {
  readonly query: SessionQuery;
  readonly project?: { readonly folder: string; readonly n: number };
  open: boolean;
  rows: ListedRow[];
  next: string | undefined;
  status: 'waiting' | 'loading' | 'complete' | 'full' | { readonly error: unknown };
}

/** Makes the listing of a query. */
export function createListing({ source, query, sort, group, dayOf, atOnce }: ListingOptions): Listing {
  const store = createStore<ListingState>({ status: 'loading', rows: [], total: undefined });
  let sections: Section[] | undefined;
  let total: Total | undefined;
  let controller = new AbortController();

  const publish = (): void => store.set({ status: 'ready', rows: (sections ?? []).flatMap(rowsOf), total });
  const fail = (error: unknown): void => store.set({ status: 'failed', error, rows: [], total: undefined });

  const add = (section: Section, page: SessionPage): void => {
    for (const entry of page.sessions) {
      const day = group === 'day' && sort === 'newest' ? dayOf(entry.created_at ?? '') : undefined;
      const last = section.rows.at(-1);
      if (day !== undefined && (last?.is !== 'session' || dayOf(last.entry.created_at ?? '') !== day))
        section.rows.push({ is: 'day', day });
      section.rows.push({ is: 'session', entry });
    }
    if (section.project === undefined) total = page.total;
    section.next = page.next;
    const isFull = (sections ?? []).reduce((sum, { rows }) => sum + rows.length, 0) >= mostRows;
    section.status = page.next === undefined ? 'complete' : isFull ? 'full' : 'waiting';
  };

  const load = (section: Section): void => {
    const { signal } = controller;
    section.status = 'loading';
    settle(
      () =>
        source.page(section.query, { after: section.next, sort, limit: atOnce ? pageRowsAtOnce : pageRows, signal }),
      signal,
      (page) => {
        add(section, page);
        if (atOnce && section.status === 'waiting' && section.open) load(section);
        else publish();
      },
      (error) => {
        section.status = { error };
        publish();
      },
    );
  };

  const begin = (): void => {
    const { signal } = controller;
    const first = { query, open: true, rows: [], next: undefined, status: 'waiting' } satisfies Section;
    if (group === 'project') {
      settle(
        () => together(source.facets(query, { signal }), source.page(query, { limit: 1, signal })),
        signal,
        (answers) => {
          const [{ project }, page] = answers;
          total = page.total;
          const isShort = page.total.n <= mostOpen;
          sections = project.map(({ value, n }, at) => ({
            ...first,
            query: { ...query, project: [value] },
            project: { folder: value, n },
            open: isShort || at === 0,
            rows: [],
          }));
          if (atOnce) for (const section of sections) if (section.open) load(section);
          publish();
        },
        fail,
      );
      return;
    }
    settle(
      () => source.page(query, { sort, limit: atOnce ? pageRowsAtOnce : pageRows, signal }),
      signal,
      (page) => {
        const section: Section = { ...first, rows: [] };
        sections = [section];
        add(section, page);
        if (atOnce && section.status === 'waiting') load(section);
        else publish();
      },
      fail,
    );
  };

  const sectionAt = (row: number): Section | undefined => {
    const listed = store.get().rows[row];
    if (listed?.is === 'more' || listed?.is === 'failed') return sections?.[listed.section];
    return listed?.is === 'project' ? sections?.find(({ project }) => project?.folder === listed.project) : undefined;
  };

  if (atOnce) begin();
  return {
    question: JSON.stringify([query, sort, group]),
    get: store.get,
    subscribe: store.subscribe,
    start() {
      if (store.get().status === 'loading' && !atOnce) begin();
    },
    stop() {
      controller.abort();
      controller = new AbortController();
      for (const section of sections ?? []) if (section.status === 'loading') section.status = 'waiting';
    },
    show(first, last) {
      const { rows } = store.get();
      let any = false;
      for (let row = first; row <= Math.min(last + ahead, rows.length - 1); row += 1) {
        const section = rows[row]?.is === 'more' ? sectionAt(row) : undefined;
        if (section?.status !== 'waiting') continue;
        any = true;
        load(section);
      }
      if (any) publish();
    },
    toggle(row) {
      const section = sectionAt(row);
      if (section === undefined) return;
      section.open = !section.open;
      if (section.open && atOnce && section.status === 'waiting') load(section);
      publish();
    },
    retry() {
      if (sections === undefined) {
        store.set({ status: 'loading', rows: [], total: undefined });
        begin();
        return;
      }
      for (const section of sections) if (typeof section.status === 'object') load(section);
      publish();
    },
  };
}

function rowsOf(section: Section, at: number): ListedRow[] {
  const { project, open, rows, status } = section;
  const heading: ListedRow[] =
    project === undefined ? [] : [{ is: 'project', project: project.folder, n: project.n, open }];
  if (!open) return heading;
  return [...heading, ...rows, ...endOf(status, at)];
}

function endOf(status: Section['status'], section: number): ListedRow[] {
  if (status === 'complete') return [];
  if (status === 'full') return [{ is: 'full' }];
  return typeof status === 'object' ? [{ is: 'failed', section, ...status }] : [{ is: 'more', section, status }];
}

/** Hands over an answer, at once where it is there. Nothing is handed over after an abort. */
function settle<Value>(
  ask: () => Answer<Value>,
  signal: AbortSignal,
  take: (value: Value) => void,
  fail: (error: unknown) => void,
): void {
  let answer: Answer<Value>;
  try {
    answer = ask();
  } catch (error) {
    fail(error);
    return;
  }
  if (!(answer instanceof Promise)) {
    take(answer);
    return;
  }
  answer.then(
    (value) => {
      if (!signal.aborted) take(value);
    },
    (error: unknown) => {
      if (!signal.aborted) fail(error);
    },
  );
}

/** Two answers as one, at once where both are there. */
function together<A, B>(a: Answer<A>, b: Answer<B>): Answer<[A, B]> {
  return a instanceof Promise || b instanceof Promise ? Promise.all([a, b]) : [a, b];
}
