// The pictures of docs/tour.md: `node scripts/make-pictures.ts [NAME]`. Takes them from a built Storybook (`pnpm build:storybook` makes one),
// in the dark theme, as WebP of some ten kilobytes each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { openStorybook } from './openStorybook.ts';

interface Picture {
  readonly name: string;
  readonly story: string;
  readonly width: number;
  readonly height: number;
  /** What a reader does before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const replay = { story: 'replay-sessionreplay--claude-code', width: 1280, height: 760 };
const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};

const pictures: readonly Picture[] = [
  { name: 'brief', story: 'panels-sessionbrief--wide', width: 820, height: 508 },
  {
    name: 'story',
    ...replay,
    prepare: async (page) => {
      // The lanes leave the list little room in a picture.
      await page.keyboard.press('v');
      await page.keyboard.press('1');
    },
  },
  {
    name: 'profile',
    ...replay,
    prepare: async (page) => {
      await tab('Profile')(page);
      await page.keyboard.press('f');
    },
  },
  {
    name: 'files',
    ...replay,
    prepare: async (page) => {
      await tab('Files')(page);
      await page.keyboard.press('f');
      await page.getByRole('treeitem', { name: /parseStations\.ts\b/ }).click();
    },
  },
  { name: 'notes', story: 'panels-replaynotes--in-replay', width: 1280, height: 760, prepare: tab('Notes') },
  { name: 'sessions', story: 'replay-sessions--all', width: 1280, height: 760 },
];

const folder = join('docs', 'images');
/** Readable text, at a fifth of the size of a PNG. */
const quality = 60;
/** Time for parts that are loaded when first opened, and for their texts. */
const settleMs = 1500;

const wanted = process.argv[2];
const { url, browser, close } = await openStorybook('storybook-static');
for (const { name, story, width, height, prepare } of pictures) {
  if (wanted !== undefined && wanted !== name) continue;
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce', timezoneId: 'UTC' });
  await page.goto(`${url}iframe.html?viewMode=story&id=${story}&globals=theme:dark;motion:reduced`);
  await page.waitForSelector('.story-frame .ark');
  if (story.startsWith('replay-')) await page.waitForSelector('.ark-transport');
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForTimeout(settleMs);
  // Playwright itself writes no WebP.
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
}
await close();
