import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build, type Plugin } from 'vite';
import { findBrowser } from '../scripts/browser.ts';
import { type ServeOptions, serveFolder } from '../scripts/serveFolder.ts';
import { workerCpu } from './workerCpu.ts';

/** A page of a benchmark, built for production, in the browser of the tests. */
export interface Bench {
  /** Opens the page afresh, without earlier state. Errors in it are printed. */
  open(): Promise<Page>;
  /** CPU milliseconds of the workers of open pages since they began, by the system's clocks; NaN where it does not tell them. */
  workerCpu(): Promise<number>;
  close(): Promise<void>;
}

/** Options of {@link openBench}. */
export interface BenchOptions extends Pick<ServeOptions, 'over'> {
  /** Keeps function names, for profiles. Default: false. */
  readonly named?: boolean;
  /** A checkout whose kit is measured in place of this one, with the same page. */
  readonly checkout?: string | undefined;
}

/** Builds the page in a folder beside this file, and starts a browser for it. Ends the process where there is no browser. */
export async function openBench(name: string, { named = false, over, checkout }: BenchOptions = {}): Promise<Bench> {
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
    plugins: [react(), kitOf(checkout)],
    worker: { format: 'es', plugins: () => [kitOf(checkout)] },
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
    workerCpu: () => workerCpu(browser),
    async close() {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the modules of `src` from another checkout, and its packages from this one. */
function kitOf(checkout: string | undefined): Plugin {
  const own = join(import.meta.dirname, '..', 'src', sep);
  return {
    name: 'kit-of-checkout',
    enforce: 'pre',
    resolveId(id, importer) {
      if (checkout === undefined || importer === undefined) return undefined;
      const [path = '', query] = id.split('?');
      if (!path.startsWith('.')) {
        if (!importer.startsWith(resolve(checkout)) || isAbsolute(path)) return undefined;
        return this.resolve(id, join(own, 'index.ts'), { skipSelf: true });
      }
      const file = resolve(dirname(importer), path);
      if (!file.startsWith(own)) return undefined;
      return join(resolve(checkout), 'src', file.slice(own.length)) + (query === undefined ? '' : `?${query}`);
    },
  };
}
