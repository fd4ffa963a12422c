import { type ReactElement, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { chinese, createHashRouter, KitProvider, SessionReplay } from '../components/index.ts';
import type { ServedReplay } from '../export/index.ts';
import { createRangeLoader, type RangeLoader } from '../loading/index.ts';
import { useSlicedReplay } from '../replay/react/index.ts';
import type { Session } from '../session/index.ts';
import { servedContents } from './pageContents.ts';

const texts = {
  en: {
    reading: 'Reading the session',
    failed: 'The session could not be read to its end. Is the command that opened it still running?',
    whole: 'All of the session was read, because its abridged copy could not be used:',
    close: 'Close',
  },
  zh: {
    reading: '正在读取会话',
    failed: '会话未能读完。打开它的命令是否仍在运行？',
    whole: '已读取整个会话，因为无法使用其精简副本：',
    close: '关闭',
  },
};

/** What is open when the session is shown; see `SessionReplay`. */
const usual = { rate: 4, filters: { hidden: ['usage'] } } as const;

type Reading =
  | { readonly is: 'reading'; readonly share: number }
  | { readonly is: 'done'; readonly because: string | undefined }
  | { readonly is: 'failed'; readonly because: string };

/** Shows a session while it comes in, from its abridged copy where there is one, and fetches long texts when a reader opens them. */
export function ServedSession({
  replay: { address, abridged, contents, prices },
  language,
}: {
  replay: ServedReplay;
  language: 'en' | 'zh';
}): ReactElement {
  const { contentUrl, load } = useMemo(() => servedContents(contents), [contents]);
  const loader = useMemo(
    () => createRangeLoader({ session: address, abridged, contents: load }),
    [address, abridged, load],
  );
  const { session, reading, dismiss } = useServedSession(loader);
  const replay = useSlicedReplay(session, usual);
  const caughtUp = useCaughtUp(replay, session);
  const id = session?.session_id;
  // A link may name something that has not come in yet, so it is followed once everything is there.
  const router = useMemo(() => createHashRouter(id), [id]);
  const t = texts[language];
  return (
    <KitProvider language={language} catalogues={{ zh: chinese }} contents={loader.contents} prices={prices}>
      {reading.is === 'reading' ? (
        <progress className="page__progress" aria-label={t.reading} max={1} value={reading.share} />
      ) : null}
      {reading.is === 'failed' ? (
        <p className="page__failure" role="alert">
          {t.failed} <code>{reading.because}</code>
        </p>
      ) : null}
      {reading.is === 'done' && reading.because !== undefined ? (
        <p className="page__note" role="status">
          {t.whole} <code>{reading.because}</code>{' '}
          <button type="button" onClick={dismiss}>
            {t.close}
          </button>
        </p>
      ) : null}
      {replay === undefined ? null : (
        <SessionReplay
          replay={replay}
          router={reading.is !== 'reading' && caughtUp ? router : undefined}
          contentUrl={contentUrl}
          keys="page"
          style={{ height: '100dvh' }}
        />
      )}
    </KitProvider>
  );
}

function useServedSession(loader: RangeLoader): {
  session: Session | undefined;
  reading: Reading;
  dismiss: () => void;
} {
  const [session, setSession] = useState<Session>();
  const [reading, setReading] = useState<Reading>({ is: 'reading', share: 0 });
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
      if (!signal.aborted)
        setReading({ is: 'failed', because: reason instanceof Error ? reason.message : String(reason) });
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
