import { createRoot } from 'react-dom/client';
import { KitProvider, SessionReplay } from '../components/index.ts';
import { type PageData, pageDataId } from '../export/index.ts';
import { createContentUrls } from './createContentUrls.ts';
import '../components/styles.css';
import './page.css';

const { session, contents } = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData;
const language = navigator.language.startsWith('zh') ? 'zh' : 'en';
const place = document.getElementById('agent-replay');
if (place !== null) {
  createRoot(place).render(
    <KitProvider language={language}>
      <SessionReplay
        session={session}
        contentUrl={createContentUrls(contents)}
        keys="page"
        style={{ height: '100dvh' }}
      />
    </KitProvider>,
  );
}
