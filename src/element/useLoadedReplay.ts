import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { prepareMasking } from '../components/index.ts';
import { createNotesStore, type NotesStore, type RangeLoader } from '../loading/index.ts';
import type { Replay } from '../replay/index.ts';
import { useSlicedReplay } from '../replay/react/index.ts';
import type { Session } from '../session/index.ts';
import { errorText } from '../session/text/errorText.ts';

/** What is open when the session is shown; see `SessionReplay`. */
const usual = { rate: 4, filters: { hidden: ['usage'] } } as const;

/** How far a session has come in. `because` says why: of a failure, or why its abridged copy could not be used. */
export type Reading =
  | { readonly is: 'reading'; readonly share: number }
  | { readonly is: 'done'; readonly because: string | undefined }
  | { readonly is: 'failed'; readonly because: string };

/** A replay of a session that comes in from a server. */
export interface LoadedReplay {
  /** Undefined until there are rows to show. */
  readonly replay: Replay | undefined;
  /** Id of the session, once it is known. */
  readonly id: string | undefined;
  readonly reading: Reading;
  /** Whether the replay has all that will come: a link may be followed only then, as it may name the last row. */
  readonly complete: boolean;
  /** Forgets why the abridged copy could not be used. */
  readonly dismiss: () => void;
}

/** Reads a session and replays it while it comes in. The loader must stay the same object. */
export function useLoadedReplay(loader: RangeLoader): LoadedReplay {
  const { session, reading, dismiss } = useLoadedSession(loader);
  const replay = useSlicedReplay(session, usual);
  const caughtUp = useCaughtUp(replay, session);
  return { replay, id: session?.session_id, reading, dismiss, complete: reading.is !== 'reading' && caughtUp };
}

function useLoadedSession(loader: RangeLoader): {
  session: Session | undefined;
  reading: Reading;
  dismiss: () => void;
} {
  const [session, setSession] = useState<Session>();
  const [reading, setReading] = useState<Reading>({ is: 'reading', share: 0 });
  // In the time that the first bytes take, which nothing else needs.
  useEffect(() => void prepareMasking(), []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const read = async (): Promise<void> => {
      const { because } = await loader.load({
        signal,
        onShare: throttled((share = 0) => setReading({ is: 'reading', share })),
        onSession: (loaded) => setSession(loaded.session),
      });
      setReading({ is: 'done', because });
    };
    read().catch((reason: unknown) => {
      if (!signal.aborted) setReading({ is: 'failed', because: errorText(reason) });
    });
    return () => stop.abort();
  }, [loader]);
  return { session, reading, dismiss: () => setReading({ is: 'done', because: undefined }) };
}

/** Calls at most ten times a second: a progress bar shows no more. */
function throttled(show: (share: number | undefined) => void): (share: number | undefined) => void {
  let shown = Number.NEGATIVE_INFINITY;
  return (share) => {
    if (performance.now() - shown < 100) return;
    shown = performance.now();
    show(share);
  };
}

/** Whether a replay, which takes in a growing session bit by bit, has all of it. */
function useCaughtUp(replay: ReturnType<typeof useSlicedReplay>, session: Session | undefined): boolean {
  const subscribe = useCallback((listener: () => void) => replay?.subscribe(listener) ?? (() => {}), [replay]);
  const get = (): boolean => replay !== undefined && replay.getState().index.session === session;
  return useSyncExternalStore(subscribe, get, get);
}

/** The notes of a session behind an address, the same object for as long as both are; undefined until both are known. */
export function useNotesStore(address: string | undefined, session: string | undefined): NotesStore | undefined {
  return useMemo(
    () => (address === undefined || session === undefined ? undefined : createNotesStore({ address, session })),
    [address, session],
  );
}
