import { createHashRouter, readReplayLink, type SessionEntry, writeReplayLink } from 'agent-replay-kit/components';
import { createLoader, type LoadFile, type LoadProgress, type RefusedFile } from 'agent-replay-kit/loading';
import LoadingWorker from 'agent-replay-kit/loading/worker?worker';
import { type Prices, type SessionQuery, type SessionSource, sessionsInMemory } from 'agent-replay-kit/session';
import { create } from 'zustand';
import { entryOf } from './entryOf';
import { fetchOrThrow, type OpenedSession, readServed } from './openedSession';
import { type FoundLine, findServer, isAlone, type ServerNews, ServerProblem, type ServerState } from './server';
import { texts } from './texts';

interface StudioState {
  /** Sessions in the list: those that the user dropped, then those that are served. */
  entries: readonly SessionEntry[];
  /** Where list and overview take their sessions from; another object as soon as there are other sessions. */
  source: SessionSource<SessionEntry>;
  /** What list and overview are asked for; its words are searched in all texts, too. */
  query: SessionQuery;
  /** What is shown beside the list: the session, the lines that hold the words, or what all listed sessions took. */
  view: 'session' | 'lines' | 'overview';
  /** Work out costs that logs do not state. */
  prices: Prices | undefined;
  /** What the server knows; undefined without one. */
  state: ServerState | undefined;
  /** Whether the server, where there is one, does not answer. */
  isAway: boolean;
  loaded: ReadonlyMap<string, OpenedSession>;
  selected: string | undefined;
  /** `choosing`: the next session that is chosen is the one to compare with. */
  comparing: 'no' | 'choosing' | { readonly other: string };
  progress: LoadProgress | undefined;
  refused: readonly RefusedFile[];
  failure: string | undefined;
  /** Whether a log has become shorter since the page was opened, and the reader has not closed the note on it. */
  isShrunk: boolean;
  /** The page shown in a narrow window; a wide one has room for both. */
  page: 'list' | 'session';
  theme: 'dark' | 'light';
  language: 'en' | 'zh';
  /** Reads the index beside the page, or listens to the server; returns the function that ends that. */
  start(): () => void;
  select(id: string): Promise<void>;
  setQuery(query: SessionQuery): void;
  setView(view: StudioState['view']): void;
  /** Opens a session at a line of it. */
  openLine(id: string, line: FoundLine | undefined): Promise<void>;
  /** Asks for a session to compare with, or ends the comparison. */
  toggleComparing(): void;
  closeShrunk(): void;
  open(files: readonly LoadFile[]): Promise<void>;
  /** Opens the session that the address names, if it is another one. */
  followLink(): Promise<void>;
  showList(): void;
  setTheme(theme: 'dark' | 'light'): void;
  setLanguage(language: 'en' | 'zh'): void;
}

const loader = createLoader(() => new LoadingWorker());
// A session is read as soon as the page is there.
loader.prepare();

/** The server of all sessions; undefined where the page and its sessions are only files. */
export const server = findServer();

/** Keeps the moment behind the `#` of the address, so that a copied address opens the same session, row and panels. */
export const router = createHashRouter();

/** The session that the address names; for others, the id of a dropped file leads nowhere. */
const linkedSession = (): string | undefined => readReplayLink(router.read()).session;

/** Puts a session into the address as a step of the browser's history, so that Back leads to the one before, and a page loaded anew opens it. */
function nameInAddress(id: string): void {
  if (linkedSession() !== id) window.location.hash = writeReplayLink({ session: id });
}

/** While a session grows, reading it anew may take this share of the time. */
const readingShare = 1 / 4;

/** List and overview are asked anew at most this often, in milliseconds. */
const listPauseMs = 1000;

export const useStudio = create<StudioState>()((set, get) => {
  const list = (entries: readonly SessionEntry[]): void =>
    set({ entries, ...(server === undefined ? { source: sessionsInMemory(entries) } : {}) });
  const take = (id: string, each: OpenedSession): void =>
    set(({ loaded }) => ({ loaded: new Map(loaded).set(id, each) }));
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    set({ failure: undefined });
    try {
      await work();
    } catch (error) {
      set({ failure: sentenceOf(error, get().language) });
    } finally {
      set({ progress: undefined });
    }
  };
  const readSession = async (
    id: string,
    shown: 'while it comes in' | 'when it is whole',
    isAbridged?: boolean,
  ): Promise<void> => {
    await readServed(id, loader, {
      isAbridged,
      onProgress: (progress) => {
        if (shown === 'while it comes in') set({ progress });
      },
      // Of a session that has grown, a beginning would be less than what is shown.
      onSession: (each) => {
        if (each.complete || shown === 'while it comes in') take(id, each);
      },
    });
  };
  /** Converts a session where the server has to, and reads it; returns the id that it has. */
  const fetchSession = async (asked: string): Promise<string> => {
    const { id, abridged } = server === undefined ? { id: asked, abridged: undefined } : await server.open(asked);
    if (get().selected === asked && id !== asked) set({ selected: id });
    await readSession(id, 'while it comes in', abridged);
    return id;
  };
  const grown = new Set<string>();
  let reading = false;
  const readGrown = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for (const id of grown) {
      grown.delete(id);
      const start = performance.now();
      // If it cannot be read now, the next news of it reads it again.
      await readSession(id, 'when it is whole').catch(() => undefined);
      const pause = (performance.now() - start) * (1 / readingShare - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    reading = false;
  };
  const readIndex = async (): Promise<void> => {
    const { sessions } = (await fetchOrThrow('sessions/index/sessions.json').then((answer) => answer.json())) as {
      sessions: SessionEntry[];
    };
    list([...get().entries, ...sessions]);
  };
  /** Opens the session that the address names, else the newest. */
  const openFirst = async (): Promise<void> => {
    const linked = linkedSession();
    const isListed = server !== undefined || get().entries.some(({ session_id }) => session_id === linked);
    const [newest] = server === undefined ? get().entries : (await server.source.page({}, { limit: 1 })).sessions;
    const first = linked !== undefined && isListed ? linked : newest?.session_id;
    if (get().selected !== undefined || first === undefined) return;
    // Without choosing it: a narrow window begins with the list, unless a link leads to a session.
    set({ selected: first, ...(first === linked ? { page: 'session' } : {}) });
    await fetchSession(first);
  };
  let isListDue = false;
  const hear = (news: ServerNews): void => {
    if (news.is === 'list') {
      if (!isListDue) {
        isListDue = true;
        setTimeout(() => {
          isListDue = false;
          if (server !== undefined) set({ source: { ...server.source } });
        }, listPauseMs);
      }
      // The first start finds its sessions only after the page has come.
      if (get().selected === undefined) void attempt(openFirst);
    } else if (news.is === 'away') set({ isAway: true });
    else if (news.is === 'reached') {
      if (!get().isAway) return;
      set({ isAway: false });
      // What the server sent meanwhile did not arrive.
      hear({ is: 'list' });
      for (const id of get().loaded.keys()) hear({ is: 'session', id });
    } else if (news.is === 'state') set({ state: news });
    else if (news.is === 'trouble') set(news.code === 'log-shrunk' ? { isShrunk: true } : { failure: news.message });
    else if (get().loaded.has(news.id)) {
      grown.add(news.id);
      void readGrown();
    } else if (isAlone) void get().select(news.id);
  };
  return {
    entries: [],
    source: server?.source ?? sessionsInMemory([]),
    query: {},
    view: 'session',
    state: undefined,
    isAway: false,
    prices: undefined,
    loaded: new Map(),
    selected: undefined,
    comparing: 'no',
    progress: undefined,
    refused: [],
    failure: undefined,
    isShrunk: false,
    page: isAlone ? 'session' : 'list',
    theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
    language: navigator.language.startsWith('zh') ? 'zh' : 'en',
    showList: () => set({ page: 'list' }),
    setTheme: (theme) => set({ theme }),
    setLanguage: (language) => set({ language }),
    start() {
      const stop = server?.listen(hear);
      void attempt(async () => {
        if (server === undefined) await readIndex();
        else set({ prices: await server.prices() });
        await openFirst();
      });
      return () => stop?.();
    },
    select: (id) =>
      attempt(async () => {
        const chosen = { page: 'session', view: 'session' } as const;
        if (get().comparing === 'choosing') set({ ...chosen, comparing: { other: id } });
        else {
          set({ ...chosen, selected: id, comparing: 'no' });
          nameInAddress(id);
        }
        if (get().loaded.has(id)) return;
        const now = await fetchSession(id);
        const { comparing } = get();
        if (now !== id && typeof comparing === 'object' && comparing.other === id) set({ comparing: { other: now } });
      }),
    setQuery: (query) => {
      const { view, query: before } = get();
      const isSearch = server !== undefined && (query.text ?? '').trim() !== '';
      // An overview stays: it adds up what the words find.
      const changesView = query.text !== before.text && view !== 'overview';
      set({ query, ...(changesView ? { view: isSearch ? 'lines' : 'session' } : {}) });
    },
    setView: (view) => set({ view, page: 'session' }),
    async openLine(id, line) {
      set({ comparing: 'no' });
      if (line !== undefined) {
        const { item } = line;
        window.location.hash = writeReplayLink({ session: id, item, selected: item });
      }
      await get().select(id);
    },
    async followLink() {
      const id = linkedSession();
      const { entries, selected, select } = get();
      // The address as it was before a session was chosen.
      if (id === undefined) return isAlone ? undefined : set({ page: 'list' });
      const isListed = server !== undefined || entries.some(({ session_id }) => session_id === id);
      if (!isListed) return;
      if (id === selected) return set({ page: 'session' });
      set({ comparing: 'no' });
      await select(id);
    },
    toggleComparing: () => set({ comparing: get().comparing === 'no' ? 'choosing' : 'no' }),
    closeShrunk: () => set({ isShrunk: false }),
    open: (files) =>
      attempt(async () => {
        const { refused } = await loader.load(files, {
          onProgress: (progress) => set({ progress }),
          onSession: (each) => {
            const entry = entryOf(each.session);
            take(entry.session_id, each);
            const others = get().entries.filter(({ session_id }) => session_id !== entry.session_id);
            list([entry, ...others]);
            set({ selected: entry.session_id, comparing: 'no', page: 'session', view: 'session' });
          },
        });
        set({ refused });
      }),
  };
});

/** Whether there is a list to choose from. The log of `open --follow` has one session, until it is replaced by that of another. */
export const hasList = ({ state, entries }: StudioState): boolean =>
  !isAlone || entries.length > 0 || (state?.sessions ?? 0) > 1;

function sentenceOf(error: unknown, language: StudioState['language']): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof ServerProblem ? error.code : undefined;
  return texts[language].problems[code ?? ''] ?? error.message;
}
