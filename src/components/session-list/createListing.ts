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
  /** To be called with the rows that are in sight. */
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
export function createListing(options: ListingOptions): Listing {
  const { query, sort, group, atOnce } = options;
  const list = new SectionList(options);
  const { store } = list;
  if (atOnce) list.begin();
  return {
    question: JSON.stringify([query, sort, group]),
    get: store.get,
    subscribe: store.subscribe,
    start() {
      if (store.get().status === 'loading' && !atOnce) list.begin();
    },
    stop: () => list.stop(),
    show(first, last) {
      const { rows } = store.get();
      let any = false;
      for (let row = first; row <= Math.min(last + ahead, rows.length - 1); row += 1) {
        const section = rows[row]?.is === 'more' ? list.sectionAt(row) : undefined;
        if (section?.status !== 'waiting') continue;
        any = true;
        list.load(section);
      }
      if (any) list.publish();
    },
    toggle(row) {
      const section = list.sectionAt(row);
      if (section === undefined) return;
      section.open = !section.open;
      if (section.open && atOnce && section.status === 'waiting') list.load(section);
      list.publish();
    },
    retry: () => list.retry(),
  };
}

const nothingYet: ListingState = { status: 'loading', rows: [], total: undefined };

/** The sections of a listing: fetches their pages, and publishes their rows. */
class SectionList {
  readonly store = createStore<ListingState>(nothingYet);
  private readonly options: ListingOptions;
  /** Undefined until they are known. */
  private sections: Section[] | undefined;
  private total: Total | undefined;
  private controller = new AbortController();

  constructor(options: ListingOptions) {
    this.options = options;
  }

  /** Fetches what sections there are, and, of a list that is not parted by project, its first rows. */
  begin(): void {
    if (this.options.group === 'project') this.beginByProject();
    else this.beginWhole();
  }

  /** The section of which a row is the end or the heading. */
  sectionAt(row: number): Section | undefined {
    const listed = this.store.get().rows[row];
    if (listed?.is === 'more' || listed?.is === 'failed') return this.sections?.[listed.section];
    if (listed?.is !== 'project') return undefined;
    return this.sections?.find(({ project }) => project?.folder === listed.project);
  }

  /** Fetches the next page of a section; at once, all that it has. */
  load(section: Section): void {
    const { source, sort, atOnce } = this.options;
    const { signal } = this.controller;
    section.status = 'loading';
    settle(
      () => source.page(section.query, { after: section.next, sort, limit: this.limit, signal }),
      signal,
      (page) => {
        this.add(section, page);
        if (atOnce && section.status === 'waiting' && section.open) this.load(section);
        else this.publish();
      },
      (error) => {
        section.status = { error };
        this.publish();
      },
    );
  }

  stop(): void {
    this.controller.abort();
    this.controller = new AbortController();
    for (const section of this.sections ?? []) if (section.status === 'loading') section.status = 'waiting';
  }

  retry(): void {
    if (this.sections === undefined) {
      this.store.set(nothingYet);
      this.begin();
      return;
    }
    for (const section of this.sections) if (typeof section.status === 'object') this.load(section);
    this.publish();
  }

  publish(): void {
    this.store.set({ status: 'ready', rows: (this.sections ?? []).flatMap(rowsOf), total: this.total });
  }

  private readonly fail = (error: unknown): void => {
    this.store.set({ status: 'failed', error, rows: [], total: undefined });
  };

  private get limit(): number {
    return this.options.atOnce ? pageRowsAtOnce : pageRows;
  }

  private beginByProject(): void {
    const { source, query, atOnce } = this.options;
    const { signal } = this.controller;
    settle(
      () => together(source.facets(query, { signal }), source.page(query, { limit: 1, signal })),
      signal,
      ([{ project }, { total }]) => {
        this.total = total;
        const isShort = total.n <= mostOpen;
        this.sections = project.map(({ value, n }, at) => ({
          ...newSection({ ...query, project: [value] }),
          project: { folder: value, n },
          open: isShort || at === 0,
        }));
        if (atOnce) for (const section of this.sections) if (section.open) this.load(section);
        this.publish();
      },
      this.fail,
    );
  }

  private beginWhole(): void {
    const { source, query, sort, atOnce } = this.options;
    const { signal } = this.controller;
    settle(
      () => source.page(query, { sort, limit: this.limit, signal }),
      signal,
      (page) => {
        const section = newSection(query);
        this.sections = [section];
        this.add(section, page);
        if (atOnce && section.status === 'waiting') this.load(section);
        else this.publish();
      },
      this.fail,
    );
  }

  private add(section: Section, page: SessionPage): void {
    const { group, sort, dayOf } = this.options;
    for (const entry of page.sessions) {
      const day = group === 'day' && sort === 'newest' ? dayOf(entry.created_at ?? '') : undefined;
      const last = section.rows.at(-1);
      if (day !== undefined && (last?.is !== 'session' || dayOf(last.entry.created_at ?? '') !== day))
        section.rows.push({ is: 'day', day });
      section.rows.push({ is: 'session', entry });
    }
    if (section.project === undefined) this.total = page.total;
    section.next = page.next;
    const isFull = (this.sections ?? []).reduce((sum, { rows }) => sum + rows.length, 0) >= mostRows;
    section.status = page.next === undefined ? 'complete' : isFull ? 'full' : 'waiting';
  }
}

function newSection(query: SessionQuery): Section {
  return { query, open: true, rows: [], next: undefined, status: 'waiting' };
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
