import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionCompare } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const run = (file: string): ReturnType<typeof sessionFromText> =>
  sessionFromText(
    Array.from({ length: 300 }, (_, n) => `0:${String(n % 60).padStart(2, '0')} Read(${file}-${n}.csv) 1s`).join('\n'),
  );

test('a comparison whose host gives it no height has its least, and draws the rows in sight', async () => {
  await page.viewport(1400, 900);
  root.host.style.width = '1000px';
  root.render(<SessionCompare left={run('tides')} right={run('ebbs')} />);
  await expect.poll(() => root.host.querySelectorAll('[data-row]').length).toBeGreaterThan(0);
  expect(root.host.getBoundingClientRect().height).toBe(480);
  expect(root.host.querySelectorAll('[data-row]').length).toBeLessThan(100);
  const [bars] = [...root.host.querySelectorAll('.ark-transport')].map((bar) => bar.getBoundingClientRect());
  expect(bars?.bottom).toBeLessThanOrEqual(root.host.getBoundingClientRect().bottom);
});
