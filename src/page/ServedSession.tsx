import { type ReactElement, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { chinese, createHashRouter, KitProvider, SessionReplay } from '../components/index.ts';
import type { ServedReplay } from '../export/index.ts';
import { streamSession } from '../loading/streamSession.ts';
import { useSlicedReplay } from '../replay/react/index.ts';
import type { Session } from '../session/index.ts';
import { servedContents } from './pageContents.ts';

const texts = {
  en: {
    reading: 'Reading the session',
    failed: 'The session could not be read to its end. Is the command that opened it still running?',
  },
  zh: { reading: '正在读取会话', failed: '会话未能读完。打开它的命令是否仍在运行？' },
};

/** What is open when the session is shown; see `SessionReplay`. */
const usual = { rate: 4, filters: { hidden: ['usage'] } } as const;

type Reading =
  | { readonly is: 'reading'; readonly share: number }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly because: string };

/** Shows a session while it comes in, and fetches its long texts when a reader opens them. */
export function ServedSession({
  replay: { address, contents, prices },
  language,
}: {
  replay: ServedReplay;
  language: 'en' | 'zh';
}): ReactElement {
  const { session, reading } = useServedSession(address);
  const { contentUrl, load } = useMemo(() => servedContents(contents), [contents]);
  const replay = useSlicedReplay(session, usual);
  const caughtUp = useCaughtUp(replay, session);
  const id = session?.session_id;
  // A link may name something that has not come in yet, so it is followed once everything is there.
  const router = useMemo(() => createHashRouter(id), [id]);
  const t = texts[language];
  return (
    <KitProvider language={language} catalogues={{ zh: chinese }} contents={load} prices={prices}>
      {reading.is === 'reading' ? (
        <progress className="page__progress" aria-label={t.reading} max={1} value={reading.share} />
      ) : null}
      {reading.is === 'failed' ? (
        <p className="page__failure" role="alert">
          {t.failed} <code>{reading.because}</code>
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

function useServedSession(address: string): { session: Session | undefined; reading: Reading } {
  const [session, setSession] = useState<Session>();
  const [reading, setReading] = useState<Reading>({ is: 'reading', share: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const read = async (): Promise<void> => {
      const answer = await fetch(address, { signal });
      if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${answer.statusText}`);
      const size = Number(answer.headers.get('content-length'));
      await streamSession(chunksOf(answer.body), {
        signal,
        onBytes: (bytes) => setReading({ is: 'reading', share: size > 0 ? bytes / size : 0 }),
        onSession: (loaded) => setSession(loaded.session),
      });
      setReading({ is: 'done' });
    };
    read().catch((reason: unknown) => {
      if (!signal.aborted)
        setReading({ is: 'failed', because: reason instanceof Error ? reason.message : String(reason) });
    });
    return () => stop.abort();
  }, [address]);
  return { session, reading };
}

/** Whether a replay, which takes in a growing session bit by bit, has all of it. */
function useCaughtUp(replay: ReturnType<typeof useSlicedReplay>, session: Session | undefined): boolean {
  const subscribe = useCallback((listener: () => void) => replay?.subscribe(listener) ?? (() => {}), [replay]);
  const get = (): boolean => replay !== undefined && replay.getState().index.session === session;
  return useSyncExternalStore(subscribe, get, get);
}

/** Iterates over a stream, which not every browser can do itself. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
