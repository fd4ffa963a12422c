import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let replay: Replay;

const edits = Array.from({ length: 60 }, (_, n) => `0:${String(n).padStart(2, '0')} Edit(src/tide.ts) 1s`);

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  replay = createReplay(sessionFromText(['0:00 user: Change the tide', ...edits].join('\n')), {
    clock: createManualClock(),
    at: 'start',
  });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
  await userEvent.click(page.getByRole('tab', { name: 'Files' }));
  await vi.waitUntil(() => root.host.querySelector('.ark-files__file') !== null);
  await userEvent.click(root.host.querySelector('.ark-files__file') as Element);
  await vi.waitUntil(() => step() !== undefined);
});
afterEach(() => {
  localStorage.clear();
});

const step = () => root.host.querySelector('.ark-files__steps')?.textContent;
const current = () => root.host.querySelector('.ark-timeline [aria-current]');

test('a list that files cover is not redrawn, and stands at the playhead once it is uncovered', async () => {
  await expect.poll(() => page.getByRole('tree', { name: 'Timeline' }).query()).toBeNull();
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  observer.observe(root.host.querySelector('.ark-timeline') as Element, {
    subtree: true,
    childList: true,
    attributes: true,
  });
  for (const item of [10, 30, 50]) {
    replay.seekToItem(item);
    await vi.waitUntil(() => step()?.startsWith(`Step ${item} of 60`));
  }
  expect(changes).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Beside the list (F)' }));
  await expect.poll(() => current()?.getAttribute('data-row')).toBe('50');
  const { top, bottom } = (current() as Element).getBoundingClientRect();
  const list = root.host.querySelector('.ark-timeline') as Element;
  expect(top).toBeGreaterThanOrEqual(list.getBoundingClientRect().top);
  expect(bottom).toBeLessThanOrEqual(list.getBoundingClientRect().bottom);
  observer.disconnect();
});

test('a sheet over the list that is closed by its grip leaves the list in sight', async () => {
  const frame = root.host.querySelector('.ark-replay') as HTMLElement;
  frame.style.width = '380px';
  replay.select(replay.getState().index.items[5]?.id);
  await vi.waitUntil(() => root.host.querySelector('.ark-replay__grip')?.checkVisibility());
  await userEvent.click(root.host.querySelector('.ark-replay__grip') as Element);
  await expect.element(page.getByRole('tree', { name: 'Timeline' })).toBeVisible();
});
