// Tests the studio example end to end: built by scripts/studio.ts, served statically, used in Chromium as a person would.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Locator, type Page } from 'playwright';
import { answerPatch } from '../examples/studio/server/answerPatch.ts';
import { openRoot } from '../examples/studio/server/applyPatch.ts';
import { replayHtml } from '../src/export/index.ts';
import type { Session } from '../src/session/index.ts';
import { pageParts } from './agent-replay/pageParts.ts';
import { findBrowser } from './browser.ts';
import { runSteps, type Steps } from './runSteps.ts';
import { serveFolder } from './serveFolder.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'test-results/studio');
const found = await findBrowser();
if (found === undefined) {
  console.error('No browser found. Get one with: node scripts/browser.ts --install');
  process.exit(1);
}
mkdirSync(pictures, { recursive: true });
const repository = join(mkdtempSync(join(tmpdir(), 'studio-')), 'repository');
const git = (...args: string[]): string => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
makeRepository();
const token = 'the-token-of-this-test';
const { url, server } = await serveFolder(join(root, 'examples/studio/dist'), 0, {
  own: {
    path: '/apply',
    answer: (request, response) => void answerPatch(request, response, { root: openRoot(repository), token }),
  },
});
const browser = await chromium.launch({ executablePath: found.path });

/** Makes a repository with the file that a sample's patch changes. */
function makeRepository(): void {
  mkdirSync(join(repository, 'docs'), { recursive: true });
  writeFileSync(join(repository, 'docs/piers.md'), '# Piers\nNorth Quay: every 30 minutes\nSouth Quay: every hour\n');
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=Reader', '-c', 'user.email=reader@example.org', 'commit', '-qm', 'Begin');
}

const samples = join(root, 'data/sources');
const logOf = (folder: string, pattern: RegExp): string => {
  const [name] = readdirSync(join(samples, folder), { recursive: true, encoding: 'utf8' }).filter((each) =>
    pattern.test(each),
  );
  assert(name !== undefined, `${folder} has a sample like ${pattern}`);
  return join(samples, folder, name);
};

/** The sessions in the list, without the options of its filters. */
const options = (page: Page): Locator => page.getByRole('listbox').last().getByRole('option');

/** How many sessions the list says it has. */
async function sessionCount(page: Page): Promise<number> {
  const text = (await page.getByRole('status').first().textContent()) ?? '';
  return Number(/\d+/.exec(text)?.[0]);
}

async function waitUntil(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`never came true: ${what}`);
}

const steps: Steps = {
  async 'shows the newest session, and replays it'(page) {
    await page.getByRole('treeitem').first().waitFor();
    const bar = page.getByRole('slider').first();
    assert.match((await bar.getAttribute('aria-valuetext')) ?? '', /^0:00:00 of/);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      () => !(document.querySelector('[role=slider]')?.getAttribute('aria-valuetext') ?? '').startsWith('0:00:00 of'),
    );
  },
  async 'steps through sessions by the keys of the replay'(page) {
    const heading = page.getByRole('heading', { level: 1 });
    const tree = page.getByRole('tree');
    for (let row = 1; row < 7; row += 1) {
      const before = await heading.textContent();
      await options(page).nth(row).click();
      await waitUntil(async () => (await heading.textContent()) !== before, 'another session is shown');
      await waitUntil(
        async () => (await tree.evaluate(({ scrollTop }) => scrollTop)) === 0,
        'it begins at its beginning',
      );
      await page.getByRole('treeitem').first().press('Escape');
      // Back and forth, by tenths, errors, phases and messages.
      for (const key of '3e6ee]m1em9E[2e') {
        await tree.press(key);
        await page.getByRole('treeitem').first().waitFor();
      }
    }
  },
  async 'finds a session in the list'(page) {
    await page.getByRole('searchbox').first().fill('accents');
    await options(page).first().click();
    await page.getByRole('heading', { level: 1, name: /ignore accents/i }).waitFor();
  },
  async 'opens the session, row and panel that a copied address names'(page) {
    const row = page.getByRole('treeitem', { name: / Read / }).first();
    await row.click();
    await page.getByRole('tab', { name: 'State' }).click();
    await waitUntil(async () => /panel=/.test(page.url()), 'the address names the panel');
    await page.getByRole('button', { name: 'Copy a link to this moment' }).click();
    const address = page.url();
    assert.doesNotMatch(address, /apply/, 'nobody else may write into the folder');
    const shown = async (each: Page): Promise<unknown[]> => [
      await each.getByRole('heading', { level: 1 }).textContent(),
      await each.locator('[role=treeitem][aria-current=step]').getAttribute('data-row'),
      await each.locator('[role=tab][aria-selected=true]').first().textContent(),
    ];
    const expected = await shown(page);
    const other = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await other.goto(address);
    await other.getByRole('treeitem').first().waitFor();
    await waitUntil(async () => JSON.stringify(await shown(other)) === JSON.stringify(expected), 'the same is shown');
    // Another session by the list, and back by the address.
    await options(other).nth(3).click();
    await waitUntil(async () => (await shown(other))[0] !== expected[0], 'another session is shown');
    await waitUntil(async () => other.url() !== address, 'the address goes along');
    await other.evaluate((to) => window.location.assign(to), address);
    await waitUntil(async () => JSON.stringify(await shown(other)) === JSON.stringify(expected), 'the first is back');
    await other.close();
  },
  async 'keeps the chosen session in the address, and in the history of the browser'() {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await page.goto(url);
    await page.getByRole('treeitem').first().waitFor();
    const heading = page.getByRole('heading', { level: 1 });
    const choose = async (row: number): Promise<string | null> => {
      const before = await heading.textContent();
      await options(page).nth(row).click();
      await waitUntil(async () => (await heading.textContent()) !== before, 'another session is shown');
      return heading.textContent();
    };
    const first = await choose(2);
    const second = await choose(4);
    assert.notEqual(first, second);
    await waitUntil(
      async () => (await page.title()).endsWith('Agent Replay') && !/^Agent/.test(await page.title()),
      'a title',
    );
    // The focus is still in the list.
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.reload();
    await waitUntil(async () => (await heading.textContent()) === second, 'the same session is loaded anew');
    await page.goBack();
    await waitUntil(async () => (await heading.textContent()) === first, 'Back leads to the session before');
    await page.goForward();
    await waitUntil(async () => (await heading.textContent()) === second, 'and Forward to the later one');
    await page.close();
  },
  async 'opens what a link out of an exported file names'(page) {
    const served = join(root, 'examples/studio/dist/sessions');
    const sessions = readdirSync(served)
      .filter((each) => /^\d.*\.json$/.test(each))
      .map((each) => JSON.parse(readFileSync(join(served, each), 'utf8')) as Session);
    const session = sessions.find(({ tool_calls }) => tool_calls.length > 10);
    assert.ok(session);
    const html = [...replayHtml({ session, contents: [] }, pageParts())].join('');
    const folder = mkdtempSync(join(tmpdir(), 'exported-'));
    const files = ['first.html', 'sent to somebody.html'].map((each) => join(folder, each));
    for (const file of files) writeFileSync(file, html);
    const shown = async (each: Page): Promise<unknown[]> => [
      await each.getByRole('heading', { level: 1 }).textContent(),
      await each.locator('[role=treeitem][aria-selected=true]').getAttribute('data-row'),
      await each.locator('[role=tab][aria-selected=true]').first().textContent(),
    ];
    const exported = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const said: string[] = [];
    exported.on('console', (message) => said.push(message.text()));
    await exported.goto(pathToFileURL(files[0] ?? '').href);
    await exported.locator('[role=treeitem][data-kind=item]').nth(3).click();
    await exported.getByRole('tab', { name: 'State' }).click();
    await waitUntil(async () => /panel=/.test(exported.url()), 'the address names the panel');
    assert.deepEqual(said, [], 'the page does nothing that its policy forbids');
    const expected = await shown(exported);
    const { hash } = new URL(exported.url());
    for (const elsewhere of [pathToFileURL(files[1] ?? '').href, page.url()]) {
      await exported.goto('about:blank');
      await exported.goto(new URL(hash, elsewhere).href);
      await waitUntil(async () => JSON.stringify(await shown(exported)) === JSON.stringify(expected), elsewhere);
    }
    await exported.close();
    rmSync(folder, { recursive: true });
  },
  async 'converts and replays a log of each format, without the network'(page) {
    await page.getByRole('searchbox').first().fill('');
    await waitUntil(async () => (await sessionCount(page)) > 50, 'all sessions are listed again');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.context().setOffline(true);
    for (const [folder, pattern] of [
      ['claude-code', /^projects.[^\\/]+.[\da-f-]+\.jsonl$/],
      ['codex-log', /codex-exec-0\.104\.log$/],
      ['codex-rollout', /sessions.*rollout-.*\.jsonl$/],
      ['planner', /^plans\.jsonl$/],
      ['std001', /v1-word-count\.json$/],
    ] as const) {
      const before = await sessionCount(page);
      await page.locator('input[type=file]').setInputFiles(logOf(folder, pattern));
      // The previous session stays chosen until the file is loaded: only a longer list shows that.
      await waitUntil(async () => (await sessionCount(page)) > before, `${folder} is listed`);
      await page.locator('[role=option][aria-selected=true]').waitFor();
      await page.getByRole('treeitem').first().waitFor();
    }
    await page.context().setOffline(false);
    const sent = requests.filter((each) => !each.startsWith('blob:') && !each.startsWith('data:'));
    assert.deepEqual(
      sent.filter((each) => !each.includes('/assets/')),
      [],
      'nothing is asked of a server but the app itself',
    );
  },
  async 'compares two sessions'(page) {
    await page.getByRole('searchbox').first().fill('accents');
    await options(page).first().click();
    await page.getByRole('heading', { level: 1, name: /ignore accents/i }).waitFor();
    await page.getByRole('button', { name: 'Compare with' }).click();
    // A log with a clock.
    await page.getByRole('searchbox').first().fill('bulbs');
    await page.getByRole('option', { name: /bulbs/ }).first().click();
    await page.getByRole('searchbox').first().fill('');
    const comparison = page.getByRole('region', { name: /^Comparison of .*ignore accents.* and / });
    await comparison
      .getByRole('row', { name: /Only in A/ })
      .first()
      .waitFor();
    for (const bar of await comparison.getByRole('slider').all())
      assert.match((await bar.getAttribute('aria-valuetext')) ?? '', /^([\d:]+) of \1/, 'both stand at their ends');
    await comparison.getByRole('button', { name: 'Light' }).waitFor();
    await comparison.getByRole('button', { name: 'Next difference' }).click();
    await comparison.getByText(/^Difference \d+ of \d+$/).waitFor();
    await comparison.locator('[data-row][tabindex="0"]').press('Enter');
    await comparison.getByRole('complementary', { name: 'What differs' }).waitFor();
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await page.getByRole('treeitem').first().waitFor();
  },
  async 'limits a replay to what its search found'(page) {
    const rows = page.getByRole('tree').getByRole('treeitem');
    const before = await rows.count();
    await page.getByRole('tree').press('/');
    const search = page.getByRole('search', { name: 'Search in the session' });
    await search.getByRole('searchbox').fill('tool:nothing-of-that-name');
    await search.getByText('Nothing in this session has all of this.').waitFor();
    await search.getByRole('switch', { name: 'Only matches' }).click();
    await waitUntil(async () => (await rows.count()) === 0, 'nothing is listed');
    await search.getByRole('button', { name: 'Close the search' }).click();
    await waitUntil(async () => (await rows.count()) === before, 'everything is listed again');
  },
  async 'has a page for the list and one for the session in a narrow window'(page) {
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    const list = page.getByRole('searchbox', { name: 'Search sessions' });
    await page.getByRole('tree').waitFor();
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sessions' }).click();
    await list.waitFor();
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    await page.getByRole('tree').waitFor({ state: 'hidden' });
    await options(page).nth(1).click();
    await page.getByRole('tree').waitFor();
    if (viewport !== null) await page.setViewportSize(viewport);
  },
  async 'writes a change into the folder that was named, after asking, and says why it does not'(page) {
    await page.getByText('Changes are applied in repository').waitFor();
    await page.locator('input[type=file]').setInputFiles(logOf('codex-log', /conversation-document\.log$/));
    await page
      .getByRole('treeitem', { name: /docs\/ ?piers\.md/ })
      .first()
      .click();
    const changes = page.getByRole('region', { name: 'Changes' }).or(page.locator('.ark-detail')).first();
    const write = async (): Promise<void> => {
      await changes.getByRole('button', { name: /^(Apply|Could not be written)$/ }).click();
      await changes.getByRole('button', { name: 'Write' }).click();
    };
    const piers = join(repository, 'docs/piers.md');
    await changes.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.screenshot({ path: join(pictures, 'apply-asked.png') });
    const cut = await changes.evaluate((each) =>
      [...each.querySelectorAll('*')].some(
        (part) =>
          part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto' && part.scrollLeft > 0,
      ),
    );
    assert(!cut, 'the question stands in its panel');
    assert.doesNotMatch(
      (await page.locator('.ark').first().textContent()) ?? '',
      /00:00:00 UTC/,
      'no time of day is made up',
    );
    assert.match(readFileSync(piers, 'utf8'), /North Quay/, 'nothing is written before the answer');
    await changes.getByRole('button', { name: 'Cancel' }).click();
    writeFileSync(piers, '# Piers\nNorth Quay: every 30 minutes\nSouth Quay: every hour\nmine\n');
    await write();
    await page.getByRole('alert').getByText('has changes that are not committed').waitFor();
    await page.screenshot({ path: join(pictures, 'apply-refused.png') });
    git('checkout', '-q', '--', '.');
    await write();
    await waitUntil(async () => /Harbour Square/.test(readFileSync(piers, 'utf8')), 'the change is written');
    assert.equal(git('status', '--porcelain'), ' M docs/piers.md\n');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.screenshot({ path: join(pictures, 'applied.png') });
  },
  async 'says why a file is no log'(page) {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'shopping.txt', mimeType: 'text/plain', buffer: Buffer.from('milk') });
    await page.getByText(/shopping\.txt: /).waitFor();
  },
  async 'speaks Chinese and turns light'(page) {
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '浅色' }).click();
    await page.getByText('打开日志，或拖到任意位置').waitFor();
  },
};

const failed = await runSteps({ browser, url: `${url}#apply=${token}`, colorScheme: 'dark', steps, pictures });
await browser.close();
server.close();
rmSync(dirname(repository), { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
