// Measures the replay in Chromium on sessions of 1,000, 10,000 and 100,000 calls, beside floors of the same run: JSON.parse of the same
// session, a bare react-window list of as many plain rows, an empty canvas. Run: node benchmarks/view.ts [calls…]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.ts';
import { serveFolder } from '../scripts/serveFolder.ts';
import type { ViewFigures } from './view/page.tsx';

interface Bench {
  measureReplay(calls: number): Promise<ViewFigures>;
  measureList(rows: number): Promise<ViewFigures['scroll']>;
  measureCanvas(): Promise<ViewFigures['scroll']>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
const found = await findBrowser();
if (found === undefined) {
  console.error('No browser found. Get one with: node scripts/browser.ts --install');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'agent-replay-view-'));
await build({
  root: join(import.meta.dirname, 'view'),
  base: './',
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  worker: { format: 'es' },
  build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
});
const { url, server } = await serveFolder(folder);
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'],
});
const rows: string[][] = [];
for (const calls of sizes) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => console.error(error.message));
  page.on('console', (message) => console.error(message.text()));
  await page.goto(url);
  const canvas = await page.evaluate(() => window.bench.measureCanvas());
  const list = await page.evaluate((count) => window.bench.measureList(count), calls);
  const view = await page.evaluate((count) => window.bench.measureReplay(count), calls);
  await page.close();
  const mb = view.bytes / 2 ** 20;
  const of = (value: number, floor: number): string => `${value.toFixed(0)} (${(value / floor).toFixed(2)}×)`;
  rows.push(
    ['calls', calls.toLocaleString('en')],
    ['session, MB', mb.toFixed(1)],
    ['JSON.parse of it, ms', view.jsonParse.toFixed(0)],
    ['first content, ms (of JSON.parse)', of(view.firstContent, view.jsonParse)],
    ['complete, ms (of JSON.parse)', of(view.complete, view.jsonParse)],
    ['longest block, ms', view.longestBlock.toFixed(0)],
    ['DOM nodes', view.nodes.toFixed(0)],
    ['heap, MB (of the session)', of(view.heapMb, mb)],
    ['scroll p50, ms (of the bare list)', of(view.scroll.p50, list.p50)],
    ['scroll p95, ms (of the bare list)', of(view.scroll.p95, list.p95)],
    ['scroll worst, ms (of the bare list)', of(view.scroll.worst, list.worst)],
    [
      'frames with something missing',
      `${(100 * view.scroll.blank).toFixed(0)} % (bare list ${(100 * list.blank).toFixed(0)} %)`,
    ],
    ['playing at 32×, p95, ms (of an empty canvas)', of(view.play.p95, canvas.p95)],
    ['seek, ms of script', view.seek.toFixed(1)],
    ['select, ms of script', view.select.toFixed(1)],
    ['unfold, ms of script', view.expand.toFixed(1)],
    [],
  );
}
await browser.close();
server.close();
rmSync(folder, { recursive: true, force: true });
for (const [name = '', value = ''] of rows) console.log(name === '' ? '' : `${name.padEnd(46)}${value}`);
