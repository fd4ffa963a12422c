import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.ts';
import { type ServeOptions, serveFolder } from '../scripts/serveFolder.ts';

/** A page of a benchmark, built for production, in the browser of the tests. */
export interface Bench {
  /** Opens the page afresh, without earlier state. Errors in it are printed. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

/** Options of {@link openBench}. */
export interface BenchOptions extends Pick<ServeOptions, 'over'> {
  /** Keeps function names, for profiles. Default: false. */
  readonly named?: boolean;
}

/** Builds the page in a folder beside this file, and starts a browser for it. Ends the process where there is no browser. */
export async function openBench(name: string, { named = false, over }: BenchOptions = {}): Promise<Bench> {
  const found = await findBrowser();
  if (found === undefined) {
    console.error('No browser found. Get one with: node scripts/browser.ts --install');
    process.exit(1);
  }
  const folder = mkdtempSync(join(tmpdir(), `agent-replay-${name}-`));
  await build({
    root: join(import.meta.dirname, name),
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000, minify: !named },
  });
  const { url, server } = await serveFolder(folder, 0, { over });
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  return {
    async open() {
      const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
      page.setDefaultTimeout(120_000);
      page.on('pageerror', (error) => console.error(error.message));
      page.on('console', (message) => console.error(message.text()));
      await page.goto(url);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
