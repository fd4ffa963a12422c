import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let replay: Replay;

function start(): void {
  replay = createReplay(replaySession, { clock: createManualClock() });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  start();
});

afterEach(() => localStorage.clear());

const details = (): Locator => page.getByRole('complementary', { name: 'Details' });
const splitter = (): Locator => page.getByRole('separator', { name: 'Width of the list' });
const widthOf = (locator: Locator): number => locator.element().getBoundingClientRect().width;
const list = (): Locator => page.getByRole('tree', { name: 'Timeline' });

test('the edge of the details can be dragged and moved with arrow keys, and their width is kept', async () => {
  await expect.element(splitter()).toBeVisible();
  await expect.poll(() => widthOf(details())).toBe(384);
  const { left, top, height } = splitter().element().getBoundingClientRect();
  await userEvent.dragAndDrop(splitter(), page.elementLocator(document.body), {
    targetPosition: { x: left + 4 - 100, y: top + height / 2 },
  });
  await expect.poll(() => widthOf(details())).toBeCloseTo(484, -1);
  const dragged = widthOf(details());

  (splitter().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => widthOf(details())).toBe(dragged + 32);
  // It moved the edge, and not the playhead.
  expect(replay.getState().mode).toBe('reading');
  expect(replay.position().item).toBe(0);
  await userEvent.keyboard('{End}');
  await expect.poll(() => widthOf(details())).toBe(280);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => widthOf(list())).toBeGreaterThanOrEqual(300);

  const kept = widthOf(details());
  root.restart();
  start();
  await expect.poll(() => splitter().elements().length).toBe(1);
  await expect.poll(() => widthOf(details())).toBe(kept);
  await userEvent.dblClick(splitter());
  await expect.poll(() => widthOf(details())).toBe(384);
});

test('F shows details over the list, and Esc moves them back without closing them', async () => {
  await userEvent.click(page.getByRole('treeitem', { name: / Read / }).first());
  const chosen = replay.getState().selection;
  expect(chosen).toBeDefined();
  await userEvent.keyboard('f');
  await expect.poll(() => widthOf(details())).toBe(1200);
  // Hidden, and so none for assistive technology either.
  await expect.poll(() => list().elements().length).toBe(0);
  // The keys go on.
  await userEvent.keyboard('.');
  await expect.poll(() => replay.getState().selection).not.toBe(chosen);
  await userEvent.keyboard('{Escape}');
  await expect.element(list()).toBeVisible();
  expect(replay.getState().selection).toBeDefined();
});

test('a double press on a call shows its details over the list, and a button moves them back', async () => {
  await userEvent.dblClick(page.getByRole('treeitem', { name: / Read / }).first());
  await expect.poll(() => widthOf(details())).toBe(1200);
  await userEvent.click(page.getByRole('button', { name: /^Beside the list/ }));
  await expect.poll(() => widthOf(details())).toBe(384);
});

test('the tabs show brief, item, state and run, one at a time', async () => {
  await expect.element(page.getByRole('tab', { name: 'Brief' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('region', { name: 'Brief of the session' })).toBeVisible();
  await userEvent.click(page.getByRole('tab', { name: 'State' }));
  await expect.element(page.getByRole('heading', { name: /^State at/ })).toBeVisible();
  expect(details().element().querySelector('.ark-detail')).toBeNull();
  const before = replay.position();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Run' })).toHaveFocus();
  await expect.element(page.getByRole('article', { name: 'Import report' })).toBeVisible();
  expect(replay.position()).toEqual(before);
  await userEvent.click(page.getByRole('tab', { name: 'Details' }));
  await expect.poll(() => details().element().querySelector('.ark-detail')).not.toBeNull();
});

test('the brief is shown until an item is chosen; its lines lead to their items, and its tab leads back', async () => {
  await expect.element(page.getByRole('region', { name: 'Brief of the session' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^The October table for/ }));
  await expect.element(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => replay.getState().selection).toBeDefined();
  await userEvent.click(page.getByRole('tab', { name: 'Brief' }));
  await expect.element(page.getByRole('region', { name: 'Brief of the session' })).toBeVisible();
  replay.step('item', 'forward');
  await expect.element(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
});
