// Tests `<agent-replay>` in a page that knows no React: its script served with static files, used in Chromium by mouse and keys.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright';
import { errorText } from '../src/session/text/errorText.ts';
import { elementScript } from './agent-replay/elementCommand.ts';
import { findBrowser } from './browser.ts';
import { serveFolder } from './serveFolder.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'test-results/element');
mkdirSync(pictures, { recursive: true });
const found = await findBrowser();
if (found === undefined) {
  console.error('No browser found. Get one with: node scripts/browser.ts --install');
  process.exit(1);
}

const sessions = join(root, 'data/sessions');
/** Copies a sample session and its contents into the site. */
function copySession(begins: string, name: string): string {
  const names = readdirSync(sessions).filter((each) => each.startsWith(begins));
  for (const each of names) cpSync(join(sessions, each), join(site, each), { recursive: true });
  const json = names.find((each) => each.endsWith('.json'));
  assert(json !== undefined, `there is a sample ${begins}`);
  cpSync(join(sessions, json), join(site, name));
  return (JSON.parse(readFileSync(join(site, name), 'utf8')) as { session_id: string }).session_id;
}

const site = mkdtempSync(join(tmpdir(), 'element-'));
writeFileSync(join(site, 'agent-replay.js'), elementScript());
const first = copySession('2026-04-18-001', 'first.json');
copySession('2026-04-19-001', 'second.json');
// Its edit leaves most words of a line as they are.
copySession('2025-07-21-001', 'edited.json');
writeFileSync(join(site, 'log.json'), '{"type":"user"}');
cpSync(join(root, 'data/sources/std001/v2-tag-filter.json'), join(site, 'older.json'));
const whole = JSON.parse(readFileSync(join(site, 'first.json'), 'utf8')) as object;
writeFileSync(join(site, 'unlike.json'), JSON.stringify({ ...whole, agent: null, events: [{}] }));
writeFileSync(join(site, 'half.json'), JSON.stringify(whole, undefined, 1).slice(0, 2000));
const note = { id: 'note-1', text: 'Is the tide right?', created_at: '2026-04-22T09:00:00Z' };
const notes = [{ ...note, on: { kind: 'range', from_ms: 0, to_ms: 5000 } }];
const notesFile = { format: 'agent-replay-notes', version: 1, session_id: first, notes };
writeFileSync(join(site, 'first.notes.json'), JSON.stringify(notesFile));
writeFileSync(
  join(site, 'poster.svg'),
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#345"/></svg>',
);
// What a page's author may have written for other parts of the page.
writeFileSync(
  join(site, 'site.css'),
  `* { margin: 0; padding: 0; letter-spacing: 1px } body { font: 20px serif; background: #fafafa }
   button, section, div { background: crimson; color: lime; border: 3px solid } .ark-row { display: none }
   agent-replay { background: none; border: 1px solid #888; height: 560px; letter-spacing: normal } h1 { font-size: 24px }
   .coloured { --ark-accent: teal }`,
);
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'";
const pageOf = (body: string, lang = 'en', policy = strict): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Two tides</title>
<link rel="stylesheet" href="site.css"><script src="agent-replay.js" defer></script></head>
<body><main><h1>Two tides</h1>${body}</main></body></html>`;
const far = '<p>Tides come and go.</p>'.repeat(120);
writeFileSync(
  join(site, 'index.html'),
  pageOf(`<agent-replay id="one" src="first.json" theme="light"></agent-replay>
<agent-replay id="two" src="second.json" theme="dark" language="zh"></agent-replay>${far}
<agent-replay id="far" src="first.json?far"></agent-replay>`),
);
writeFileSync(
  join(site, 'posters.html'),
  pageOf(`<agent-replay id="brief" src="first.json" poster="brief"></agent-replay>
<agent-replay id="image" src="second.json" poster="poster.svg" at="0:01"></agent-replay>`),
);
writeFileSync(
  join(site, 'noted.html'),
  pageOf(`<agent-replay id="noted" src="first.json" notes="first.notes.json"></agent-replay>
<agent-replay id="other" src="second.json" notes="first.notes.json"></agent-replay>`),
);
writeFileSync(
  join(site, 'faults.html'),
  pageOf(
    `<agent-replay id="none"></agent-replay><agent-replay id="missing" src="missing.json"></agent-replay>
<agent-replay id="log" src="log.json"></agent-replay>`,
    'zh',
  ),
);
writeFileSync(
  join(site, 'coloured.html'),
  pageOf(
    ['system', 'light', 'dark']
      .map((each) => `<agent-replay id="${each}" src="first.json" class="coloured" theme="${each}"></agent-replay>`)
      .join(''),
  ),
);
writeFileSync(
  join(site, 'others.html'),
  pageOf(
    ['older', 'unlike', 'half'].map((each) => `<agent-replay id="${each}" src="${each}.json"></agent-replay>`).join(''),
  ),
);

const looser = strict.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
const edited = '<agent-replay id="one" src="edited.json"></agent-replay>';
writeFileSync(join(site, 'edited.html'), pageOf(edited));
writeFileSync(join(site, 'looser.html'), pageOf(edited, 'en', looser));

const { url, server } = await serveFolder(site);
const browser = await chromium.launch({ executablePath: found.path });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function waitUntil(holds: () => Promise<boolean>, what: string, withinMs = 15_000): Promise<void> {
  const start = Date.now();
  while (Date.now() - start < withinMs) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never came true: ${what}`);
}

async function checkAccess(page: Page, where: string): Promise<void> {
  await waitUntil(
    () => page.evaluate(() => document.getAnimations().every((each) => !(each instanceof CSSTransition))),
    `${where} stands still`,
  );
  // Of the site's own parts, axe rightly dislikes the colours.
  const faults = await page.evaluate(`${axe}; axe.run('agent-replay').then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
  assert.deepEqual(faults, [], `axe finds nothing in ${where}`);
}

const element = (page: Page, id: string): Locator => page.locator(`#${id}`);
const rowsOf = (page: Page, id: string): Locator => element(page, id).getByRole('treeitem');
const momentOf = (page: Page, id: string): Promise<{ at: number; item: string } | undefined> =>
  page.evaluate((each) => (document.getElementById(each) as unknown as { moment: never }).moment, id);
/** Opens the details of the first edit. */
async function openEdit(page: Page): Promise<void> {
  const edit = rowsOf(page, 'one').filter({ hasText: 'Edit', hasNotText: 'Verify' }).first();
  await rowsOf(page, 'one').first().hover();
  for (let turns = 0; turns < 20 && (await edit.count()) === 0; turns += 1) await page.mouse.wheel(0, 200);
  await edit.click();
}

/** Calls a method of an element. */
const call = (page: Page, id: string, method: string, ...given: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([each, name, args]) => {
      const named = document.getElementById(each) as unknown as Record<string, (...all: unknown[]) => unknown>;
      return named[name]?.(...args);
    },
    [id, method, given] as const,
  );

const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'shows two sessions on one page, and waits with one that is far away'(page) {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    await rowsOf(page, 'one').first().waitFor();
    await rowsOf(page, 'two').first().waitFor();
    assert.equal(
      asked.some((each) => each.endsWith('?far')),
      false,
      'what is far away is not loaded yet',
    );
    await checkAccess(page, 'two replays');
    await page.screenshot({ path: join(pictures, 'two-replays.png'), fullPage: false });
    await element(page, 'far').scrollIntoViewIfNeeded();
    await rowsOf(page, 'far').first().waitFor();
  },

  async "keeps its look among the page's styles, and changes nothing of the page"(page) {
    const row = rowsOf(page, 'one').first();
    const look = await row.evaluate((each) => {
      const { display, fontSize, borderTopStyle } = getComputedStyle(each);
      return { display, fontSize, borderTopStyle };
    });
    assert.notEqual(look.display, 'none');
    assert.equal(look.borderTopStyle, 'none');
    assert.equal(look.fontSize, '13px');
    const head = await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).fontSize);
    assert.equal(head, '24px');
    const grounds = await page.evaluate(() =>
      ['one', 'two'].map((id) => {
        const inside = document.getElementById(id)?.shadowRoot?.querySelector('.ark-element');
        return getComputedStyle(inside as Element).backgroundColor;
      }),
    );
    assert.deepEqual(grounds, ['rgb(255, 255, 255)', 'rgb(14, 17, 22)'], 'each has the theme it was given');
  },

  async 'is used by mouse: a row opens its details, menus open and close'(page) {
    await page.evaluate(() => scrollTo(0, 0));
    const one = element(page, 'one');
    await openEdit(page);
    await one.getByRole('tab', { selected: true }).waitFor();
    await one.locator('.ark-diff:visible').first().waitFor();
    await page.screenshot({ path: join(pictures, 'details.png') });
    const menu = one.getByRole('button', { name: 'View' }).first();
    await menu.click();
    assert.equal(await menu.getAttribute('aria-expanded'), 'true');
    await one.locator('.ark-view__check').first().click();
    assert.equal(await menu.getAttribute('aria-expanded'), 'true', 'a press inside leaves the menu open');
    await page.getByRole('heading', { name: 'Two tides' }).click();
    await waitUntil(async () => (await menu.getAttribute('aria-expanded')) === 'false', 'a press outside closes it');
    await rowsOf(page, 'two').nth(1).click();
    await element(page, 'two').getByRole('tab', { name: '详情' }).waitFor();
  },

  async 'is used by keys, each replay its own'(page) {
    await rowsOf(page, 'one').first().click();
    const before = await momentOf(page, 'two');
    await page.keyboard.press('End');
    await page.keyboard.press('?');
    const help = element(page, 'one').getByRole('dialog');
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('tide');
    await waitUntil(
      async () => (await element(page, 'one').locator('.ark-search mark').count()) > 0,
      'matches are marked',
    );
    await page.keyboard.press('Escape');
    const focused = await page.evaluate(
      () => document.getElementById('one')?.shadowRoot?.activeElement?.closest('.ark-replay') !== undefined,
    );
    assert.equal(focused, true, 'the focus stays in the replay when its search closes');
    assert.deepEqual(await momentOf(page, 'two'), before, 'the other replay stands where it stood');
  },

  async 'plays, pauses and goes to moments for its page, with an event of each'(page) {
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      for (const name of ['play', 'pause', 'moment'])
        document.getElementById('one')?.addEventListener(name, () => heard.push(name));
    });
    await call(page, 'one', 'seek', 0);
    await call(page, 'one', 'play');
    const hasHeard = (name: string): Promise<boolean> =>
      page.evaluate((each) => (globalThis as unknown as { heard: string[] }).heard.includes(each), name);
    await waitUntil(() => hasHeard('moment'), 'playing reaches an item');
    await call(page, 'one', 'pause');
    assert(await hasHeard('play'));
    assert(await hasHeard('pause'));
    await call(page, 'one', 'seek', '0:03');
    assert.equal((await momentOf(page, 'one'))?.at, 3000);
  },

  async 'goes on where it was when it is removed and added again'(page) {
    await call(page, 'one', 'seek', '0:05');
    const before = await momentOf(page, 'one');
    await page.evaluate(() => {
      const one = document.getElementById('one') as HTMLElement;
      one.parentElement?.append(one);
    });
    assert.deepEqual(await momentOf(page, 'one'), before, 'a moved element keeps its replay');
    await page.evaluate(async () => {
      const one = document.getElementById('one') as HTMLElement;
      one.remove();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const left = one.shadowRoot?.querySelector('.ark-replay');
      if (left) throw new Error('A removed element still draws.');
      document.querySelector('h1')?.after(one);
      one.scrollIntoView();
    });
    await rowsOf(page, 'one').first().waitFor();
    await waitUntil(async () => (await momentOf(page, 'one'))?.at === before?.at, 'it stands where it stood');
  },

  async 'leads back to a moment by a copied link'(page) {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void Object.assign(globalThis, { copied: text }) },
      }),
    );
    await rowsOf(page, 'two').filter({ hasText: 'Read' }).first().click();
    await page.keyboard.press('c');
    const copied = (): Promise<string> => page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
    await waitUntil(async () => (await copied()) !== undefined, 'the link is copied');
    assert.equal(new URL(page.url()).hash, '', "the page's own address stays as it is");
    const before = await momentOf(page, 'two');
    const link = await copied();
    await page.goto('about:blank');
    await page.goto(link);
    await waitUntil(
      async () => (await momentOf(page, 'two'))?.item === before?.item,
      'the link leads to the same item',
    );
    await element(page, 'two').getByRole('treeitem', { selected: true }).waitFor();
  },

  async 'shows a poster until it is opened: the brief, or an image that loads nothing more'(page) {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${url}posters.html`);
    await element(page, 'brief').getByRole('region', { name: 'Brief' }).waitFor();
    assert.equal(await rowsOf(page, 'brief').count(), 0);
    await element(page, 'image').getByRole('button', { name: 'Open the replay' }).waitFor();
    assert.equal(
      asked.some((each) => each.endsWith('second.json')),
      false,
    );
    await checkAccess(page, 'posters');
    await page.screenshot({ path: join(pictures, 'posters.png'), fullPage: true });
    await element(page, 'image').getByRole('button', { name: 'Open the replay' }).click();
    await rowsOf(page, 'image').first().waitFor();
    await waitUntil(async () => (await momentOf(page, 'image'))?.at === 1000, 'it begins at its moment');
    await element(page, 'brief').getByRole('button', { name: 'Open the replay' }).focus();
    await page.keyboard.press('Enter');
    await rowsOf(page, 'brief').first().waitFor();
    await page.keyboard.press('?');
    await element(page, 'brief').getByRole('dialog').waitFor();
  },

  async 'says in words what is wrong, in the language of the page'(page) {
    await page.goto(`${url}faults.html`);
    const said = (id: string, text: string): Promise<void> =>
      element(page, id).getByRole('alert').filter({ hasText: text }).waitFor();
    await said('none', '缺少 src');
    await said('missing', 'missing.json');
    await said('log', '无法显示此会话');
    await checkAccess(page, 'faults');
    await page.screenshot({ path: join(pictures, 'faults.png'), fullPage: true });
    copySession('2026-04-19-001', 'missing.json');
    await element(page, 'missing').getByRole('button', { name: '重试' }).click();
    await rowsOf(page, 'missing').first().waitFor();
  },

  async 'speaks Chinese in a page that does not name its encoding'(page) {
    const body =
      '<script src="agent-replay.js" defer></script><agent-replay id="plain" src="first.json" language="zh"></agent-replay>';
    await page.route('**/plain.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${url}plain.html`);
    assert.equal(await page.evaluate(() => document.characterSet), 'windows-1252');
    await element(page, 'plain').getByRole('tab', { name: '详情' }).waitFor();
  },

  async 'takes the colours that its page sets on it, in any theme'(page) {
    await page.goto(`${url}coloured.html`);
    for (const id of ['system', 'light', 'dark']) {
      await element(page, id).scrollIntoViewIfNeeded();
      await rowsOf(page, id).first().waitFor();
      const colours = await rowsOf(page, id)
        .first()
        .evaluate((row) => {
          const style = getComputedStyle(row);
          return ['--ark-accent', '--ark-bg'].map((name) => style.getPropertyValue(name));
        });
      assert.deepEqual(colours, ['teal', id === 'dark' ? '#0e1116' : '#fff'], id);
    }
  },

  async 'shows sessions of older shapes and of other programs, and says where one breaks off'(page) {
    await page.goto(`${url}others.html`);
    await rowsOf(page, 'older').first().waitFor();
    await element(page, 'unlike').scrollIntoViewIfNeeded();
    await rowsOf(page, 'unlike').first().waitFor();
    await element(page, 'half').scrollIntoViewIfNeeded();
    await element(page, 'half')
      .getByRole('alert')
      .filter({ hasText: /not valid JSON. \(line \d+, column \d+\)/ })
      .waitFor();
  },

  async 'shows notes as chapters, tells of changed ones, and says where they are of another session'(page) {
    await page.goto(`${url}noted.html`);
    await rowsOf(page, 'noted').nth(1).click();
    const chapters = (): Locator => element(page, 'noted').getByRole('navigation', { name: 'Chapters' });
    await chapters().getByRole('button', { name: 'Note Is the tide right?' }).click();
    await element(page, 'noted').getByRole('tab', { name: 'Notes', selected: true }).waitFor();
    // The range of the note has opened the lanes, as in the lowest of replays.
    const list = await element(page, 'noted').getByRole('tree', { name: 'Timeline' }).boundingBox();
    assert.ok((list?.height ?? 0) > 140, 'the lanes leave room for the list');
    const heard = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const noted = document.getElementById('noted');
          noted?.addEventListener('notes', (event) => resolve((event as CustomEvent).detail.notes.length));
        }),
    );
    await rowsOf(page, 'noted').nth(1).click();
    await page.keyboard.press('b');
    assert.equal(await heard, 2, 'the page hears of a bookmark');
    await element(page, 'other').scrollIntoViewIfNeeded();
    await element(page, 'other')
      .getByRole('alert')
      .filter({ hasText: `notes on ${first}` })
      .waitFor();
    await rowsOf(page, 'other').first().waitFor();
    await page.screenshot({ path: join(pictures, 'noted.png') });
  },

  async 'compares words where the page allows style elements, and only there'(page) {
    await page.goto(`${url}edited.html`);
    await rowsOf(page, 'one').first().waitFor();
    await openEdit(page);
    await element(page, 'one').locator('.ark-diff--library').waitFor({ state: 'attached' });
    await element(page, 'one').locator('.ark-diff:visible').first().waitFor();
    const withoutStyles = element(page, 'one').locator('.ark-diff--library:visible');
    assert.equal(await withoutStyles.count(), 0, 'a diff without styles is not shown');
    await page.goto(`${url}looser.html`);
    await rowsOf(page, 'one').first().waitFor();
    await openEdit(page);
    const cell = element(page, 'one').locator('.ark-diff--library:visible pre').filter({ hasText: /\S/ }).first();
    await cell.waitFor();
    assert.equal(await cell.evaluate((each) => getComputedStyle(each).whiteSpace), 'pre-wrap', 'with its styles');
  },

  async 'is printed as reports, each as long as it is'(page) {
    await page.goto(url);
    for (const id of ['one', 'two']) await rowsOf(page, id).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    for (const id of ['one', 'two']) {
      const paper = await element(page, id).locator('.ark-paper').boundingBox();
      const whole = await element(page, id).boundingBox();
      assert.ok((paper?.height ?? 0) > 400 && (whole?.height ?? 0) >= (paper?.height ?? 0), 'nothing is cut');
      assert.ok(await rowsOf(page, id).first().isHidden(), 'without the list');
    }
    await page.screenshot({ path: join(pictures, 'print.png'), fullPage: true });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await rowsOf(page, 'one').first().waitFor();
  },

  async 'fits a phone'(page) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(url);
    await rowsOf(page, 'one').first().waitFor();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(widths[0], widths[1], 'nothing is wider than the window');
    await page.screenshot({ path: join(pictures, 'phone.png') });
  },
};

let failed = 0;
const page = await browser.newPage({ viewport: { width: 1280, height: 1200 }, locale: 'en-US', colorScheme: 'light' });
const errors: string[] = [];
page.on('pageerror', (error) => errors.push(error.message));
// A style or script that the policy refuses is an error too; an address without a file is part of the test.
page.on('console', (message) => {
  const said = message.text();
  // The library that compares words tries to add a style element; the change is then shown without it.
  const tolerated = said.includes('404') || said.includes("directive 'style-src 'self''");
  if (message.type() === 'error' && !tolerated) errors.push(said);
});
page.setDefaultTimeout(15_000);
for (const [name, step] of Object.entries(steps)) {
  try {
    await step(page);
    assert.deepEqual(errors.splice(0), [], 'the page throws nothing and breaks no policy');
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${errorText(error)}`);
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`) });
  }
}
await browser.close();
server.close();
rmSync(site, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
