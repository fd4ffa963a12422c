import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

/** Several prompts, for chapters; more than ten minutes, for lanes; phases. */
const session = sessionFromText(
  Array.from({ length: 40 }, (_, minute) =>
    [
      `${minute}:00 user: Tides of day ${minute}`,
      `${minute}:05 Read(tides-${minute}.csv) 3s`,
      `${minute}:20 Edit(day-${minute}.md) 2s`,
    ].join('\n'),
  ).join('\n'),
);

/** Three agents, for lanes below each other; a pause, for the switch that skips it; a phase, for its band. */
const withAgents = sessionFromText(`
  == execute
  0:00 user: Tides of this month
  0:01 Task(read the gauges) 60s as explorer
    0:05 Read(gauges.csv) 3s
  0:02 Task(read the moons) 60s as reader
    0:06 Read(moons.csv) 3s
  90:00 user: Tides of the next month
  90:05 Edit(next.md) 2s`);

beforeEach(async () => {
  await page.viewport(1400, 1200);
});

function boxOf(selector: string): DOMRect {
  const found = root.host.querySelector(selector);
  expect(found, selector).not.toBeNull();
  return (found as Element).getBoundingClientRect();
}

async function show(widthPx: number, heightPx?: number, shown = session): Promise<void> {
  root.host.style.width = `${widthPx}px`;
  root.render(
    <SessionReplay
      session={shown}
      options={{ at: 'start' }}
      style={heightPx === undefined ? {} : { height: heightPx }}
    />,
  );
  await expect.element(page.getByRole('tree', { name: 'Timeline' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
}

const lanesShown = (): string | undefined => root.host.querySelector<HTMLElement>('.ark-replay__grid')?.dataset.lanes;
const listPx = (): number => boxOf('[role="tree"]').height;

/** Presses a button, and returns the box of the panel that it opens. */
async function openPanel(name: string): Promise<DOMRect> {
  await userEvent.click(page.getByRole('button', { name, exact: true }));
  return boxOf('.ark-popover__panel, .ark-keys__panel');
}

test('a replay whose host gives it no height has its least, with a list that scrolls and all of its controls', async () => {
  await show(900);
  const replay = boxOf('.ark-replay');
  expect(replay.height).toBe(480);
  expect(boxOf('.ark-transport').bottom).toBeLessThanOrEqual(replay.bottom);
  const list = root.host.querySelector('[role="tree"]')?.closest('.ark-timeline') as HTMLElement;
  expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(boxOf('.ark-transport').top);
  const menu = await openPanel('Chapters');
  expect(menu.height).toBeGreaterThan(120);
});

test.each([
  { widthPx: 1000, heightPx: 480 },
  { widthPx: 760, heightPx: 560 },
  { widthPx: 735, heightPx: 640 },
  { widthPx: 360, heightPx: 520 },
])('panels of a replay of $widthPx × $heightPx px lie whole inside it', async ({ widthPx, heightPx }) => {
  await show(widthPx, heightPx);
  const replay = boxOf('.ark-replay');
  for (const name of ['Session details', 'View', 'Chapters', 'Keys']) {
    const isThere = page.getByRole('button', { name, exact: true }).query() !== null;
    // On a narrow bar there is no button for the keys.
    expect(isThere || (name === 'Keys' && widthPx < 720), name).toBe(true);
    if (!isThere) continue;
    const panel = await openPanel(name);
    expect(panel.top, name).toBeGreaterThanOrEqual(replay.top);
    expect(panel.bottom, name).toBeLessThanOrEqual(replay.bottom);
    expect(panel.left, name).toBeGreaterThanOrEqual(replay.left);
    expect(panel.right, name).toBeLessThanOrEqual(replay.right);
    await userEvent.keyboard('{Escape}');
  }
});

test.each([
  { widthPx: 400, heightPx: 520 },
  { widthPx: 320, heightPx: 480 },
])(
  'lanes in a replay of $widthPx × $heightPx px leave half of its middle to the list',
  async ({ widthPx, heightPx }) => {
    await show(widthPx, heightPx, withAgents);
    await userEvent.click(page.getByRole('button', { name: 'Lanes' }));
    await expect.poll(() => root.host.querySelector('.ark-lanes__canvas')).not.toBeNull();
    const middlePx = boxOf('.ark-transport').top - boxOf('.ark-session').bottom;
    await expect.poll(() => boxOf('.ark-replay__timeline').height).toBeGreaterThan(middlePx / 2);
    for (const name of ['Earlier', 'Zoom out', 'Zoom in', 'Show the whole session', 'Later']) {
      const { left, right, width, height } = boxOf(`.ark-lanes__tools [aria-label="${name}"]`);
      expect(left, name).toBeGreaterThanOrEqual(boxOf('.ark-lanes__tools').left);
      expect(right, name).toBeLessThanOrEqual(boxOf('.ark-lanes__tools').right);
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(24);
    }
    expect(boxOf('.ark-switch').right).toBeLessThanOrEqual(boxOf('.ark-clock').left);
    await userEvent.click(page.getByRole('button', { name: 'Lanes' }));
    await expect.poll(() => boxOf('.ark-replay__brief').height).toBeGreaterThan(0);
  },
);

test('a low replay shows the minimap at first, and leaves the list room beside lanes and beside a search', async () => {
  await show(1000, 520);
  await vi.waitFor(() => expect(lanesShown()).toBe('map'));
  const lanes = page.getByRole('button', { name: 'Lanes' });
  await userEvent.click(lanes);
  await expect.poll(() => root.host.querySelector('.ark-lanes__canvas')).not.toBeNull();
  expect(listPx()).toBeGreaterThan(140);
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('tides');
  await expect.poll(() => root.host.querySelector('.ark-search mark')).not.toBeNull();
  expect(lanesShown()).toBe('map');
  expect(boxOf('.ark-replay__lanes').bottom).toBeLessThanOrEqual(boxOf('.ark-search').top);
  expect(boxOf('.ark-search').bottom).toBeLessThanOrEqual(boxOf('[role="tree"]').top);
  expect(listPx()).toBeGreaterThan(90);
  await userEvent.click(lanes);
  expect(lanesShown()).toBe('shown');
  expect(root.host.querySelector('.ark-search')).toBeNull();
});
