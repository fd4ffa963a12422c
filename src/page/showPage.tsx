import { type ReactElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chinese, createHashRouter, KitProvider, SessionReplay } from '../components/index.ts';
import type { EmbeddedReplay, PageData } from '../export/index.ts';
import { embeddedContents } from './pageContents.ts';
import { ServedSession } from './ServedSession.tsx';

type Language = 'en' | 'zh';

/** Shows a replay in the page's element `agent-replay`, in the reader's language; does nothing in a page without one. */
export function showPage(data: PageData): void {
  const language = navigator.language.startsWith('zh') ? 'zh' : 'en';
  // The exported file is written for readers of any language, so it declares English.
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  const place = document.getElementById('agent-replay');
  if (place !== null) createRoot(place).render(pageOf(data, language));
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
