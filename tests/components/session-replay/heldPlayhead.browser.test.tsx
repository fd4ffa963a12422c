import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type ManualClock, type Replay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let clock: ManualClock;
let replay: Replay;

const edits = Array.from({ length: 60 }, (_, n) => `0:${String(n).padStart(2, '0')} Edit(src/tide.ts) 1s`);

beforeEach(async () => {
  await page.viewport(1400, 800);
  localStorage.clear();
  clock = createManualClock();
  replay = createReplay(sessionFromText(['0:00 user: Change the tide', ...edits].join('\n')), { clock, at: 'start' });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1380, height: 700 }} />
    </KitProvider>,
  );
  await expect.element(page.getByRole('tab', { name: 'Files' })).toBeVisible();
});
afterEach(() => {
  localStorage.clear();
});

const slider = () => page.getByRole('slider', { name: 'Position' });
const step = () => root.host.querySelector('.ark-files__steps')?.textContent ?? '';
const panel = () => root.host.querySelector('[role=tabpanel]')?.textContent ?? '';
const currentRow = () => root.host.querySelector('.ark-timeline [aria-current]')?.getAttribute('data-row');
/** The number of the call whose details are open. */
const detailed = () => /(\d+) \/ 60/.exec(panel())?.[1];

async function openFileBesideList(): Promise<void> {
  await userEvent.click(page.getByRole('tab', { name: 'Files' }));
  await vi.waitUntil(() => root.host.querySelector('.ark-files__file') !== null);
  await userEvent.click(root.host.querySelector('.ark-files__file') as Element);
  await userEvent.click(page.getByRole('button', { name: 'Beside the list (F)' }));
  replay.seekToItem(5);
  await expect.poll(currentRow).toBe('5');
}

test('while the playhead is dragged, the files follow it and the list beside them follows once it rests', async () => {
  await openFileBesideList();
  replay.hold(true);
  for (const item of [10, 30, 50]) {
    replay.seekToItem(item);
    await vi.waitUntil(() => step().startsWith(`Step ${item} of 60`));
    expect(currentRow()).toBe('5');
  }
  clock.advance(100);
  await expect.poll(currentRow).toBe('50');
  replay.seekToItem(20);
  replay.hold(false);
  await expect.poll(currentRow).toBe('20');
});

test('while the playhead is dragged, the list follows it and the details beside it follow once it rests', async () => {
  await userEvent.click(page.getByRole('tab', { name: 'Details' }));
  replay.seekToItem(5);
  await expect.poll(detailed).toBe('5');
  replay.hold(true);
  for (const item of [10, 30, 50]) {
    replay.seekToItem(item);
    await expect.poll(currentRow).toBe(String(item));
    expect(detailed()).toBe('5');
  }
  clock.advance(100);
  await expect.poll(detailed).toBe('50');
});

test('keys that step show each row, and its details, at once', async () => {
  await userEvent.click(page.getByRole('tab', { name: 'Details' }));
  await userEvent.click(slider());
  replay.seekToItem(5);
  for (const item of [6, 7, 8]) {
    await userEvent.keyboard('.');
    await expect.poll(currentRow).toBe(String(item));
    await expect.poll(detailed).toBe(String(item));
  }
});

test('a drag by mouse holds the playhead from its press until it ends', async () => {
  const held = vi.spyOn(replay, 'hold');
  await userEvent.dragAndDrop(slider(), slider(), {
    sourcePosition: { x: 100, y: 10 },
    targetPosition: { x: 600, y: 10 },
    steps: 5,
  });
  expect(held.mock.calls).toEqual([[true], [false]]);
  expect(replay.settled.getState()).toBe(replay.getState());
});

test('a replay that leaves the page while it is dragged is not held any more', async () => {
  const bar = slider().element();
  const { left, top } = bar.getBoundingClientRect();
  vi.spyOn(bar, 'setPointerCapture').mockReturnValue(undefined);
  const at = { bubbles: true, button: 0, pointerId: 1, clientX: left + 100, clientY: top + 5 };
  bar.dispatchEvent(new PointerEvent('pointerdown', at));
  replay.seekToItem(9);
  expect(replay.settled.getState()).not.toBe(replay.getState());
  root.render(<p>Elsewhere</p>);
  await vi.waitFor(() => expect(replay.settled.getState()).toBe(replay.getState()));
  replay.seekToItem(12);
  expect(replay.settled.getState()).toBe(replay.getState());
});
