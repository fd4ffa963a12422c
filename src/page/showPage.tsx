import { type ReactElement, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chinese, createHashRouter, KitProvider, SessionReplay, useKeptNotes } from '../components/index.ts';
import { useLoadedReplay, useNotesStore } from '../element/internal.ts';
import type { EmbeddedReplay, PageData, ServedReplay } from '../export/index.ts';
import { createRangeLoader } from '../loading/index.ts';
import { embeddedContents, servedContents } from './pageContents.ts';

type Language = 'en' | 'zh';

/** Shows a replay in the page's element `agent-replay`, in the reader's language; does nothing in a page without one. */
export function showPage(data: PageData): void {
  const language = navigator.language.startsWith('zh') ? 'zh' : 'en';
  // The exported file is written for readers of any language, so it declares English.
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  const mount = document.getElementById('agent-replay');
  if (mount !== null) createRoot(mount).render(pageOf(data, language));
}

function pageOf(page: PageData, language: Language): ReactElement {
  if ('address' in page) return <ServedSession replay={page} language={language} />;
  return <EmbeddedSession page={page} language={language} />;
}

function EmbeddedSession({ page, language }: { page: EmbeddedReplay; language: Language }): ReactElement {
  const [{ contentUrl, load }] = useState(() => embeddedContents(page.contents));
  const [router] = useState(() => createHashRouter(page.session.session_id));
  const [notes, setNotes] = useState(page.notes ?? []);
  return (
    <KitProvider language={language} catalogues={{ zh: chinese }} contents={load} prices={page.prices}>
      <SessionReplay
        session={page.session}
        router={router}
        contentUrl={contentUrl}
        notes={notes}
        onNotesChange={setNotes}
        keys="page"
        style={{ height: '100dvh' }}
      />
    </KitProvider>
  );
}

const texts = {
  en: {
    reading: 'Reading the session',
    failed: 'The session could not be read to its end. Is the command that opened it still running?',
    whole: 'All of the session was read, because its abridged copy could not be used:',
    close: 'Close',
    notes: 'The notes are not kept. Save them as a file before you leave.',
  },
  zh: {
    reading: '正在读取会话',
    failed: '会话未能读完。打开它的命令是否仍在运行？',
    whole: '已读取整个会话，因为无法使用其精简副本：',
    close: '关闭',
    notes: '笔记未能保存。离开前请将其另存为文件。',
  },
};

/** Shows a session while it comes in, from its abridged copy where there is one, and fetches long texts when a reader opens them. */
export function ServedSession({
  replay: { address, abridged, contents, notes: notesAddress, prices },
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
  const { replay, id, reading, dismiss, complete } = useLoadedReplay(loader);
  // A link may name something that has not come in yet, so it is followed once everything is there.
  const router = useMemo(() => createHashRouter(id), [id]);
  const t = texts[language];
  const { notes, onNotesChange, problem } = useKeptNotes(useNotesStore(notesAddress, id));
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
      {problem === undefined ? null : (
        <p className="page__note" role="alert">
          {t.notes} <code>{problem}</code>
        </p>
      )}
      {replay === undefined ? null : (
        <SessionReplay
          replay={replay}
          loading={!complete}
          router={complete ? router : undefined}
          contentUrl={contentUrl}
          notes={notes}
          onNotesChange={onNotesChange}
          keys="page"
          style={{ height: '100dvh' }}
        />
      )}
    </KitProvider>
  );
}
