/** How Chromatic draws each story: both themes, both languages, wide and as narrow as a phone. */
export const modes = {
  'light, English, 1200 px': { theme: 'light', language: 'en', motion: 'reduced', viewport: 1200 },
  'dark, English, 1200 px': { theme: 'dark', language: 'en', motion: 'reduced', viewport: 1200 },
  'dark, Chinese, 360 px': { theme: 'dark', language: 'zh', motion: 'reduced', viewport: 360 },
};
