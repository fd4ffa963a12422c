import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '../../src/page/showPage.tsx';
import { longSession } from '../../stories/data/longSession.ts';

afterEach(() => {
  document.documentElement.lang = 'en';
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('declares Chinese as the page language, for screen readers and translators', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-CN');
  document.documentElement.lang = 'en';
  const place = Object.assign(document.createElement('div'), { id: 'agent-replay' });
  document.body.append(place);
  showPage({ session: longSession(3), contents: [] });
  expect(document.documentElement.lang).toBe('zh-CN');
  await expect.poll(() => place.querySelector('.ark-kit')?.getAttribute('lang')).toBe('zh-CN');
});
