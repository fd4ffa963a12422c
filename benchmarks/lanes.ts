// Measures the lanes in Chromium: layout, first drawing, zoom, pan, and the ways to draw their marks beside each other.
// Run: node benchmarks/lanes.ts [calls…]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.ts';
import { serveFolder } from '../scripts/serveFolder.ts';
import type { LaneFigures } from './lanes/page.tsx';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
const found = await findBrowser();
if (found === undefined) {
  console.error('No browser found. Get one with: node scripts/browser.ts --install');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'agent-replay-lanes-'));
await build({
  root: join(import.meta.dirname, 'lanes'),
  base: './',
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  worker: { format: 'es' },
  build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
});
const { url, server } = await serveFolder(folder);
const browser = await chromium.launch({ executablePath: found.path });
for (const calls of sizes) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(url);
  const figures = await page.evaluate(
    (count) => (window as unknown as { measureLanes(count: number): Promise<LaneFigures> }).measureLanes(count),
    calls,
  );
  await page.close();
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const say = (name: string, value: string): void => console.log(`${name.padEnd(42)}${value}`);
  console.log(`${calls.toLocaleString('en')} calls`);
  say('  layout (of indexing)', `${ms(figures.layout)} (${(figures.layout / figures.index).toFixed(2)}×)`);
  say('  until drawn at first', ms(figures.mount));
  say('  DOM nodes', String(figures.nodes));
  for (const [name, { script, p95, worst, painted }] of Object.entries({ ...figures.steps, ...figures.drawn }))
    say(`  ${name}`, `script ${ms(script)}, p95 ${ms(p95)}, worst ${ms(worst)}, painted after ${ms(painted)}`);
}
await browser.close();
server.close();
rmSync(folder, { recursive: true, force: true });
