// Tests `agent-replay serve` end to end: the built command over a home folder of its own, used in Chromium as a person would.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright';
import { findBrowser } from './browser.ts';
import { mostWaitMs, runSteps, type Steps } from './runSteps.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'test-results/serve');
mkdirSync(pictures, { recursive: true });
const found = await findBrowser();
if (found === undefined) {
  console.error('No browser found. Get one with: node scripts/browser.ts --install');
  process.exit(1);
}

const home = mkdtempSync(join(tmpdir(), 'serve-'));
const projects = join(home, '.claude/projects/-home-lin-tide-table');
const samples = join(root, 'data/sources/claude-code/projects/-home-lin-tide-table');
const sampleId = 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f';
const lines = readFileSync(join(samples, `${sampleId}.jsonl`), 'utf8')
  .trimEnd()
  .split('\n');
const liveId = 'd27f5a90-6b1c-4e3d-8f42-000000000001';
const live = join(projects, `${liveId}.jsonl`);
/** Lines of the live log, a minute ago and younger than all others. */
const liveLines = lines.map((line) => line.replaceAll(sampleId, liveId).replaceAll(/\d{4}(-\d\d-\d\dT)/g, '2031$1'));

const largeId = 'd27f5a90-6b1c-4e3d-8f42-000000000002';

/** A log so long that its session gets an abridged copy, of outputs too short to lie beside it. */
function largeLines(): string[] {
  const line = (n: number, type: 'user' | 'assistant', content: unknown): string =>
    JSON.stringify({
      parentUuid: n === 0 ? null : `line-${n - 1}`,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/lin/tide-table',
      sessionId: largeId,
      version: '2.0.55',
      type,
      message:
        type === 'user'
          ? { role: 'user', content }
          : { id: `msg-${n}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content },
      uuid: `line-${n}`,
      timestamp: new Date(Date.UTC(2032, 0, 1) + n * 1000).toISOString(),
    });
  const years = Array.from({ length: 1500 }, (_, year) => {
    const output = Array.from({ length: 350 }, (_, tide) => `tide ${tide} of year ${year}.`).join('\n');
    const input = { command: `print-tides ${year}` };
    return [
      line(1 + 2 * year, 'assistant', [{ type: 'tool_use', id: `call-${year}`, name: 'Bash', input }]),
      line(2 + 2 * year, 'user', [{ type: 'tool_result', tool_use_id: `call-${year}`, content: output }]),
    ];
  });
  return [line(0, 'user', 'Print the tides of all years'), ...years.flat()];
}

mkdirSync(projects, { recursive: true });
writeFileSync(join(projects, `${sampleId}.jsonl`), `${lines.join('\n')}\n`);
const command = spawn(
  process.execPath,
  [join(root, 'dist/command/agent-replay.js'), 'serve', '--no-browser', '--json'],
  {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LOCALAPPDATA: join(home, 'AppData/Local') },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const { url, out } = await new Promise<{ url: string; out: string }>((resolve) => {
  let said = '';
  command.stdout.on('data', (text: Buffer) => {
    said += text;
    if (said.trimEnd().endsWith('}')) resolve(JSON.parse(said) as { url: string; out: string });
  });
});
const browser = await chromium.launch({ executablePath: found.path });

const listed = (page: Page): Locator => page.getByRole('listbox').last().getByRole('option');
const rows = (page: Page): Locator => page.getByRole('treeitem');

async function waitUntil(holds: () => Promise<boolean>, what: string): Promise<number> {
  const start = Date.now();
  while (Date.now() - start < mostWaitMs) {
    if (await holds()) return Date.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never came true: ${what}`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function checkAccess(page: Page, where: string): Promise<void> {
  // Colours that pass into others have arrived.
  await waitUntil(
    () => page.evaluate(() => document.getAnimations().every((each) => !(each instanceof CSSTransition))),
    `${where} stands still`,
  );
  // The page runs no script but its own, not even this one; the browser's own tools may.
  const faults = await page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
  assert.deepEqual(faults, [], `axe finds nothing in ${where}`);
}

const steps: Steps = {
  async 'lists what lies in the home folder, and opens the newest'(page) {
    await rows(page).first().waitFor();
    await waitUntil(async () => (await listed(page).count()) === 1, 'it is listed');
    assert.match((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', /\S/);
    await checkAccess(page, 'the replay');
  },
  async 'lists a new session by itself, and opens it with the mouse'(page) {
    writeFileSync(live, `${liveLines.slice(0, 4).join('\n')}\n`);
    await waitUntil(async () => (await listed(page).count()) === 2, 'the new session is listed');
    const before = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    assert.equal(readdirSync(out).filter((name) => name.endsWith('.json')).length, 1, 'it is not converted yet');
    await listed(page).first().click();
    // All of it is in sight, and with it the end.
    await page.getByRole('button', { name: 'Following' }).waitFor();
    await waitUntil(async () => (await listed(page).first().getAttribute('aria-selected')) === 'true', 'it is chosen');
    assert.match(before, /\S/);
  },
  async 'shows what is written within two seconds, and keeps the place of the reader'(page) {
    const [row] = [rows(page).first()];
    const offset = async () => (await row.boundingBox())?.y;
    const [count, top] = [await rows(page).count(), await offset()];
    appendFileSync(live, `${liveLines.slice(4, 14).join('\n')}\n`);
    const tookMs = await waitUntil(async () => (await rows(page).count()) > count, 'rows have come');
    assert(tookMs < 2000, `rows came after ${tookMs} ms`);
    assert.equal(await offset(), top, 'the first row stands where it stood');
  },
  async 'stays at the end when the reader wants that'(page) {
    await page.getByRole('button', { name: 'Following' }).click();
    await page.getByRole('button', { name: 'Live' }).click();
    const value = () => page.getByRole('slider').first().getAttribute('aria-valuetext');
    const before = await value();
    appendFileSync(live, `${liveLines.slice(14).join('\n')}\n`);
    await waitUntil(async () => (await value()) !== before, 'the playhead goes along');
    await page.getByRole('button', { name: 'Following' }).click();
  },
  async 'finds a line in all sessions, and opens its session there'(page) {
    await page.getByRole('searchbox').first().fill('already in use');
    const lines = page.getByRole('region', { name: 'Lines found' });
    await lines
      .getByRole('button')
      .filter({ has: page.locator('mark') })
      .first()
      .waitFor();
    await checkAccess(page, 'the lines found');
    const line = lines
      .getByRole('button')
      .filter({ has: page.locator('mark') })
      .first();
    const [at] = /\d+:\d\d:\d\d/.exec((await line.textContent()) ?? '') ?? assert.fail('the line has a time');
    await line.click();
    const row = page.locator('[role=treeitem][aria-current=step]');
    await row.waitFor();
    assert((await row.textContent())?.includes(at), `the row has the time of the line, ${at}`);
    assert.match(page.url(), /#.*session=/);
    await page.getByRole('searchbox').first().fill('');
  },
  async 'compares two sessions'(page) {
    await page.getByRole('button', { name: 'Compare with…' }).click();
    await listed(page).last().click();
    await page.getByRole('button', { name: 'Stop comparing' }).waitFor();
    await page.locator('.ark-compare, [data-only]').first().waitFor();
    await page.getByRole('button', { name: 'Stop comparing' }).click();
  },
  async 'saves a session as a page'(page) {
    await rows(page).first().waitFor();
    await page.getByText('Save as').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'HTML page' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.html$/);
  },
  async 'prints the report of the session, not the list'(page) {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.locator('.ark-paper').waitFor();
    const paper = await page.locator('.ark-paper').boundingBox();
    assert.ok((paper?.x ?? 99) + (paper?.y ?? 99) < 20, 'the report begins where the paper does');
    assert.ok(await page.getByRole('listbox', { name: 'Sessions' }).isHidden(), 'without the list');
    await page.screenshot({ path: join(pictures, 'print.png'), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  },

  async 'adds up the sessions of the list, and filters it with the mouse'(page) {
    await page.getByRole('button', { name: 'Overview' }).click();
    const overview = page.getByRole('region', { name: 'What the sessions took' });
    const columns = overview.getByRole('button', { name: /^20\d\d[-\d]*: 1$/ });
    await columns.first().waitFor();
    await checkAccess(page, 'the overview');
    const [all, days] = [await listed(page).count(), await columns.count()];
    assert.equal(all, 2);
    await columns.first().click();
    await waitUntil(async () => (await listed(page).count()) === 1, 'the list has the sessions of that day');
    assert.equal(days, 2);
    await page.getByRole('button', { name: 'All sessions' }).click();
    await waitUntil(async () => (await listed(page).count()) === 2, 'the list has all sessions again');
    await waitUntil(
      async () => (await overview.getByRole('button', { name: /claude-code\s*2$/ }).count()) > 0,
      'so has the overview',
    );
    await overview.getByRole('button', { name: /claude-code\s*2$/ }).click();
    assert.equal(await page.getByRole('combobox', { name: 'Format' }).inputValue(), 'claude-code');
    await page.getByRole('button', { name: 'All sessions' }).click();
    await listed(page).last().click();
    await rows(page).first().waitFor();
  },
  async 'opens a large session from its abridged copy, and fetches an output when it is opened'(page) {
    const asked: string[] = [];
    const note = ({ url, method, headers }: { url: string; method: string; headers: Record<string, string> }): void => {
      if (url.includes('/sessions/2032-'))
        asked.push(`${method} ${url.slice(url.lastIndexOf('.'))}${headers.range ? ' part' : ''}`);
    };
    page.on('request', (request) => note({ url: request.url(), method: request.method(), headers: request.headers() }));
    writeFileSync(join(projects, `${largeId}.jsonl`), `${largeLines().join('\n')}\n`);
    await waitUntil(async () => (await listed(page).count()) === 3, 'the large session is listed');
    await listed(page).first().click();
    await page.getByRole('heading', { level: 1, name: /tides of all years/ }).waitFor();
    await waitUntil(async () => asked.includes('GET .gz'), 'its abridged copy is asked for');
    await waitUntil(async () => asked.includes('GET .json part'), 'the session is asked for in parts');
    assert(!asked.includes('GET .json'), 'the session is never asked for as a whole');
    await rows(page).filter({ hasText: 'print-tides 7' }).first().click();
    const last = page.getByText('tide 175 of year 7.', { exact: false });
    assert.equal(await last.count(), 0, 'the middle of the output was left out');
    await page
      .getByRole('button', { name: /^Show all/ })
      .first()
      .click();
    await last.first().waitFor();
  },
  async 'says why it read all of a session whose abridged copy does not fit'(page) {
    const torn = '**/*.abridged.gz';
    await page.route(torn, (route) => route.fulfill({ contentType: 'application/gzip', body: 'torn' }));
    await page.reload();
    await page.getByText('All of the session was read').waitFor();
    await checkAccess(page, 'the note');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('All of the session was read').waitFor({ state: 'detached' });
    await page.unroute(torn);
  },
  async 'speaks Chinese, turns dark, and fits a phone'(page) {
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '深色' }).click();
    await checkAccess(page, 'the dark theme');
    await page.setViewportSize({ width: 360, height: 740 });
    const checkWidth = async (where: string): Promise<void> => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(overflow, 0, `nothing stands out of the window in ${where}`);
    };
    await page.getByTitle('另存为').click();
    const box = await page.getByRole('link', { name: 'HTML 页面' }).boundingBox();
    assert(box !== null && box.x >= 0 && box.x + box.width <= 360, 'the menu of exports lies in the window');
    await page.screenshot({ path: join(pictures, 'exports-on-a-phone.png') });
    await page.getByRole('link', { name: 'HTML 页面' }).press('Escape');
    await checkWidth('the replay');
    await page.getByRole('button', { name: '会话列表' }).first().click();
    await page.getByRole('button', { name: '总览' }).click();
    await page.locator('.ark-overview__column').first().waitFor();
    await checkWidth('the overview');
    await checkAccess(page, 'the overview on a phone');
    await page.screenshot({ path: join(pictures, 'overview-on-a-phone.png') });
    await page.getByRole('button', { name: '会话列表' }).first().click();
    await listed(page).first().waitFor();
    await checkWidth('the list');
  },
  async 'says when the server has ended, and keeps what was read'(page) {
    command.kill('SIGTERM');
    await page.getByText('服务器没有响应').waitFor();
    await listed(page).first().click();
    await rows(page).first().waitFor();
    await checkAccess(page, 'the notice');
    await page.screenshot({ path: join(pictures, 'ended-on-a-phone.png') });
  },
};

const ended = new Promise<number | null>((resolve) => command.once('exit', resolve));

let failed = await runSteps({ browser, url, colorScheme: 'light', steps, pictures });
await browser.close();
command.kill('SIGTERM');
if ((await ended) !== 143) failed += 1;
rmSync(dirname(dirname(dirname(projects))), { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
