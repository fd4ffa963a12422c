import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { errorText } from '../src/session/text/errorText.ts';

export type Steps = Readonly<Record<string, (page: Page) => Promise<void>>>;

/** The longest that a step waits for one thing: far more than it takes, so that a busy machine fails no step. */
export const mostWaitMs = 60_000;

export interface RunStepsOptions {
  browser: Browser;
  url: string;
  colorScheme: 'dark' | 'light';
  steps: Steps;
  /** The folder for a picture of the page after each step. */
  pictures: string;
}

/** Runs steps one after another in one page, and prints how each ended; gives how many failed. A step in which the page throws fails, too. */
export async function runSteps({ browser, url, colorScheme, steps, pictures }: RunStepsOptions): Promise<number> {
  let failed = 0;
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US', colorScheme });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(mostWaitMs);
  await page.goto(url);
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step(page);
      assert.deepEqual(errors, [], 'the page throws nothing');
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${errorText(error)}`);
    }
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`) });
  }
  return failed;
}
