import { type ReactElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chinese, createHashRouter, KitProvider, SessionReplay } from '../components/index.ts';
import { defineAgentReplay } from '../element/internal.ts';
import { type EmbeddedReplay, type PageData, pageDataId } from '../export/index.ts';
import { embeddedContents } from './pageContents.ts';
import { ServedSession } from './ServedSession.tsx';
import '../components/styles.css';
import '../element/element.css';
import './page.css';

/** Set around this script where it serves pages of others; `elementScript` writes it. */
declare const agentReplayStyle: string | undefined;

const language = navigator.language.startsWith('zh') ? 'zh' : 'en';
if (typeof agentReplayStyle === 'string') defineAgentReplay(agentReplayStyle);
else showPage(JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData);

function showPage(data: PageData): void {
  // The exported file is written for readers of any language, so it declares English.
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  const place = document.getElementById('agent-replay');
  if (place !== null) createRoot(place).render(pageOf(data));
}

function pageOf(page: PageData): ReactElement {
  if ('address' in page) return <ServedSession replay={page} language={language} />;
  return <EmbeddedSession page={page} />;
}

function EmbeddedSession({ page }: { page: EmbeddedReplay }): ReactElement {
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
