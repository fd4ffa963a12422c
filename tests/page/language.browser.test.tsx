import { afterEach, expect, test, vi } from 'vitest';
import { pageDataId } from '../../src/export/index.ts';
import { longSession } from '../../stories/data/longSession.ts';

afterEach(() => {
  document.documentElement.lang = 'en';
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('declares Chinese as the page language, for screen readers and translators', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-CN');
  document.documentElement.lang = 'en';
  const data = Object.assign(document.createElement('script'), { id: pageDataId, type: 'application/json' });
  data.textContent = JSON.stringify({ session: longSession(3), contents: [] });
  const place = Object.assign(document.createElement('div'), { id: 'agent-replay' });
  document.body.append(place, data);
  await import('../../src/page/main.tsx');
  expect(document.documentElement.lang).toBe('zh-CN');
  await expect.poll(() => place.querySelector('.ark-kit')?.getAttribute('lang')).toBe('zh-CN');
});
