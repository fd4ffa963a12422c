import { createHashRouter, readReplayLink, type SessionEntry } from 'agent-replay-kit/components';
import {
  createLoader,
  type LoadedSession,
  type LoadFile,
  type LoadProgress,
  type RefusedFile,
} from 'agent-replay-kit/loading';
import LoadingWorker from 'agent-replay-kit/loading/worker?worker';
import { create } from 'zustand';
import { entryOf } from './entryOf';

interface StudioState {
  /** Sessions in the list: those that the user dropped, then those that are served. */
  entries: readonly SessionEntry[];
  loaded: ReadonlyMap<string, LoadedSession>;
  selected: string | undefined;
  /** `choosing`: the next session that is chosen is the one to compare with. */
  comparing: 'no' | 'choosing' | { readonly other: string };
  progress: LoadProgress | undefined;
  refused: readonly RefusedFile[];
  failure: string | undefined;
  /** The page shown in a narrow window; a wide one has room for both. */
  page: 'list' | 'session';
  theme: 'dark' | 'light';
  language: 'en' | 'zh';
  readIndex(): Promise<void>;
  select(id: string): Promise<void>;
  /** Asks for a session to compare with, or ends the comparison. */
  toggleComparing(): void;
  open(files: readonly LoadFile[]): Promise<void>;
  /** Opens the session that the address names, if it is another one and listed. */
  followLink(): Promise<void>;
  showList(): void;
  setTheme(theme: 'dark' | 'light'): void;
  setLanguage(language: 'en' | 'zh'): void;
}

const loader = createLoader(() => new LoadingWorker());

/** Keeps the moment behind the `#` of the address, so that a copied address opens the same session, row and panels. */
export const router = createHashRouter();

/** The session that the address names; for others, the id of a dropped file leads nowhere. */
const linkedSession = (): string | undefined => readReplayLink(router.read()).session;

export const useStudio = create<StudioState>()((set, get) => {
  const take = (id: string, each: LoadedSession): void =>
    set(({ loaded }) => ({ loaded: new Map(loaded).set(id, each) }));
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    set({ failure: undefined });
    try {
      await work();
    } catch (error) {
      set({ failure: error instanceof Error ? error.message : String(error) });
    } finally {
      set({ progress: undefined });
    }
  };
  const fetchSession = async (id: string): Promise<void> => {
    const answer = await fetchOrThrow(`sessions/${encodeURIComponent(id)}.json`);
    await loader.load([{ name: `${id}.json`, blob: await answer.blob() }], {
      onProgress: (progress) => set({ progress }),
      onSession: (each) => take(id, each),
    });
  };
  return {
    entries: [],
    loaded: new Map(),
    selected: undefined,
    comparing: 'no',
    progress: undefined,
    refused: [],
    failure: undefined,
    page: 'list',
    theme: 'dark',
    language: navigator.language.startsWith('zh') ? 'zh' : 'en',
    showList: () => set({ page: 'list' }),
    setTheme: (theme) => set({ theme }),
    setLanguage: (language) => set({ language }),
    readIndex: () =>
      attempt(async () => {
        const { sessions } = (await fetchOrThrow('sessions/index/sessions.json').then((answer) => answer.json())) as {
          sessions: SessionEntry[];
        };
        set({ entries: [...get().entries, ...sessions] });
        const linked = sessions.find(({ session_id }) => session_id === linkedSession());
        const first = linked ?? sessions[0];
        if (get().selected !== undefined || first === undefined) return;
        // Without choosing it: a narrow window begins with the list, unless a link leads to a session.
        set({ selected: first.session_id, ...(linked === undefined ? {} : { page: 'session' }) });
        await fetchSession(first.session_id);
      }),
    select: (id) =>
      attempt(async () => {
        const chosen = { page: 'session' } as const;
        set(
          get().comparing === 'choosing'
            ? { ...chosen, comparing: { other: id } }
            : { ...chosen, selected: id, comparing: 'no' },
        );
        if (!get().loaded.has(id)) await fetchSession(id);
      }),
    async followLink() {
      const id = linkedSession();
      const { entries, selected, select } = get();
      if (id === undefined || id === selected || !entries.some(({ session_id }) => session_id === id)) return;
      set({ comparing: 'no' });
      await select(id);
    },
    toggleComparing: () => set({ comparing: get().comparing === 'no' ? 'choosing' : 'no' }),
    open: (files) =>
      attempt(async () => {
        const { refused } = await loader.load(files, {
          onProgress: (progress) => set({ progress }),
          onSession: (each) => {
            const entry = entryOf(each.session);
            take(entry.session_id, each);
            const others = get().entries.filter(({ session_id }) => session_id !== entry.session_id);
            set({ entries: [entry, ...others], selected: entry.session_id, comparing: 'no', page: 'session' });
          },
        });
        set({ refused });
      }),
  };
});

async function fetchOrThrow(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer;
}
