import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from './browser.ts';
import { serveFolder } from './serveFolder.ts';

/** A built Storybook that is served, and a browser to look at it. */
export interface OpenedStorybook {
  /** Where it is served, with a slash at the end. */
  url: string;
  browser: Browser;
  close(): Promise<void>;
}

/** Opens the Storybook built into `root`. Ends the process, saying what to run, where there is none or no browser. */
export async function openStorybook(root: string): Promise<OpenedStorybook> {
  if (!existsSync(join(root, 'index.json'))) end(`There is no ${root}/. Make it with: pnpm build:storybook`);
  const found = await findBrowser();
  if (found === undefined) end('No browser found. Get one with: node scripts/browser.ts --install');
  const { url, server } = await serveFolder(root);
  const browser = await chromium.launch({ executablePath: found.path });
  const close = async (): Promise<void> => {
    await browser.close();
    server.close();
  };
  return { url, browser, close };
}

function end(message: string): never {
  console.error(message);
  process.exit(1);
}
