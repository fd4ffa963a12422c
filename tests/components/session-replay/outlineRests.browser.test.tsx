import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const chapters = 30;
const session = sessionFromText(
  Array.from({ length: chapters }, (_, n) => [
    `${n * 10}:00 user: Task ${n + 1}`,
    ...Array.from({ length: 12 }, (_, call) => `${n * 10}:${call + 10} Edit(${call}.ts) 1s`),
  ])
    .flat()
    .join('\n'),
);

const root = testRoot();

beforeEach(async () => {
  await page.viewport(1400, 900);
  const replay = createReplay(session, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} lanesPanel="hidden" style={{ width: 1380, height: 800 }} />);
});

afterEach(() => {
  vi.useRealTimers();
});

async function frames(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function until(isThere: () => boolean): Promise<void> {
  for (let n = 0; n < 300 && !isThere(); n += 1) await frames(1);
  expect(isThere()).toBe(true);
}

test('the outline is not drawn while the list is scrolled, and marks the chapter in view once it rests', async () => {
  const marked = () => root.host.querySelector('.ark-outline [aria-current="step"]');
  const list = () => root.host.querySelector<HTMLElement>('[role=tree]');
  await vi.waitFor(() => {
    expect(marked()).not.toBeNull();
    expect(list()?.scrollHeight).toBeGreaterThan(4000);
  });
  await frames(10);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const before = marked()?.textContent;
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  const outline = root.host.querySelector('.ark-outline') as HTMLElement;
  observer.observe(outline, { subtree: true, childList: true, attributes: true, characterData: true });
  const scroller = list() as HTMLElement;
  for (let n = 1; n <= 6; n += 1) {
    scroller.scrollTop = n * 600;
    await frames(2);
  }
  expect(changes).toBe(0);
  expect(marked()?.textContent).toBe(before);

  vi.advanceTimersByTime(1000);
  await until(() => marked()?.textContent !== before);
  observer.disconnect();
  expect(root.host.querySelector('.ark-timeline__sticky')?.textContent).toContain(
    marked()?.querySelector('.ark-outline__title')?.textContent,
  );
});
