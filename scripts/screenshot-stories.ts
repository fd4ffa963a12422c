// Pictures of stories for looking at: `node scripts/screenshot-stories.ts [FILTER] [--theme dark,light] [--language en,zh]
// [--width 360,1600] [--height 900] [--docs] [--from storybook-static] [--out DIR]`. Takes them from a built Storybook
// (`pnpm build:storybook` makes one); --docs takes pages instead of stories.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorybook } from './openStorybook.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', default: 'dark' },
    language: { type: 'string', default: '' },
    width: { type: 'string', default: '1600' },
    height: { type: 'string', default: '600' },
    docs: { type: 'boolean', default: false },
    from: { type: 'string', default: 'storybook-static' },
    out: { type: 'string', default: 'test-results/stories' },
  },
});
const root = values.from;
const kind = values.docs ? 'docs' : 'story';

interface StoryIndex {
  entries: Record<string, { id: string; type: string }>;
}

const { url, browser, close } = await openStorybook(root);
const index = JSON.parse(readFileSync(join(root, 'index.json'), 'utf8')) as StoryIndex;
const filter = positionals[0] ?? '';
const stories = Object.values(index.entries).filter(({ id, type }) => type === kind && id.includes(filter));

mkdirSync(values.out, { recursive: true });
for (const width of values.width.split(',').map(Number)) {
  const page = await browser.newPage({
    viewport: { width, height: Number(values.height) },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  for (const theme of values.theme.split(',')) {
    for (const language of values.language.split(',')) {
      for (const { id } of stories) {
        const globals = [`theme:${theme}`, 'motion:reduced', ...(language === '' ? [] : [`language:${language}`])];
        await page.goto(`${url}iframe.html?viewMode=${kind}&id=${id}&globals=${globals.join(';')}`);
        await page.waitForSelector(values.docs ? '.sbdocs-content' : '.story-frame', { timeout: 15_000 });
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => document.fonts.ready);
        const name = [id, theme, language, width].filter((part) => part !== '').join('--');
        await page.screenshot({ path: join(values.out, `${name}.png`), fullPage: true });
      }
    }
  }
  await page.close();
}
await close();
console.log(`${stories.length} stories -> ${values.out}`);
