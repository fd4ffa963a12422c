import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay, type SessionReplayProps } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

// `userEvent` of vitest/browser moves the browser's own mouse and keyboard: down, up, focus and click come as from a hand.

const root = testRoot();
let replay: Replay;

function start(props: Partial<SessionReplayProps> = {}): void {
  replay = createReplay(replaySession, { clock: createManualClock() });
  root.render(
    <KitProvider motion="reduced">
      <input aria-label="Elsewhere" />
      <SessionReplay replay={replay} style={{ width: 1200, height: 700 }} {...(props as object)} />
    </KitProvider>,
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
});

const view = (): Locator => page.getByRole('button', { name: 'View' });
const details = (): Locator => page.getByRole('complementary', { name: 'Details' });
const row = (name: RegExp): Locator => page.getByRole('treeitem', { name }).first();
const shownCall = (): string | undefined => replay.getState().index.items[replay.position().item]?.id;

test('every option of the view menu takes one press, and the menu stays open until a press outside', async () => {
  start();
  await userEvent.click(view());
  const options = page.getByRole('group', { name: 'Show' }).getByRole('checkbox');
  await expect.poll(() => options.elements().length).toBeGreaterThan(3);
  const count = options.elements().length;
  for (let n = 0; n < count; n += 1) {
    const option = options.nth(n);
    const before = (option.element() as HTMLInputElement).checked;
    // On its words, as a hand does.
    await userEvent.click((option.element() as HTMLInputElement).labels?.[0] as HTMLElement);
    await expect.element(option).toHaveProperty('checked', !before);
  }
  await userEvent.click(details());
  await expect.poll(() => options.elements()).toEqual([]);
});

test('pressing a row goes there, and the details then follow the keys', async () => {
  start();
  await userEvent.click(row(/ Read /));
  const first = shownCall();
  expect(replay.getState().selection).toBe(first);
  await userEvent.keyboard('e');
  expect(shownCall()).not.toBe(first);
  expect(replay.getState().selection).toBe(shownCall());
});

test('pinned details stay, name their place, and can be unpinned', async () => {
  start();
  await userEvent.click(row(/ Read /));
  const pinned = shownCall();
  await userEvent.click(page.getByRole('button', { name: 'Pin these details' }));
  await userEvent.click(row(/ Grep /));
  expect(replay.getState().pinned).toBe(pinned);
  await userEvent.click(page.getByRole('button', { name: 'Go to this moment' }));
  expect(shownCall()).toBe(pinned);
  await userEvent.click(page.getByRole('button', { name: 'Let go of these details' }));
  expect(replay.getState().pinned).toBeUndefined();
});

test('Space plays after a press on a row that unfolds', async () => {
  start();
  const foldable = page.getByRole('treeitem', { expanded: false }).getByRole('button').first();
  await userEvent.click(foldable);
  await userEvent.keyboard(' ');
  expect(replay.getState().status).toBe('playing');
});

test('nothing is dimmed before the reader plays or scrubs', async () => {
  start();
  await expect.element(row(/ Read /)).toBeVisible();
  await userEvent.click(row(/ Read /));
  expect(root.host.querySelectorAll('[data-play-state="ahead"]')).toHaveLength(0);
  await userEvent.keyboard(' ');
  await expect.poll(() => root.host.querySelectorAll('[data-play-state="ahead"]').length).toBeGreaterThan(0);
});

test.each([
  ['focus', 'paused'],
  ['page', 'playing'],
] as const)('keys="%s": with the focus elsewhere, Space leaves the replay %s', async (keys, status) => {
  start({ keys });
  await expect.element(row(/ Read /)).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard(' ');
  expect(replay.getState().status).toBe(status);
});

test('a replay that fills the window answers to keys before the first press in it', async () => {
  start();
  await expect.element(row(/ Read /)).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  const first = shownCall();
  await userEvent.keyboard('e');
  expect(shownCall()).not.toBe(first);
  await userEvent.keyboard(' ');
  expect(replay.getState().status).toBe('playing');
});

test('a replay below half the height of the window leaves keys to the page until it has the focus', async () => {
  await page.viewport(1280, 1300);
  start({ style: { width: 1200, height: 600 } });
  await expect.element(row(/Bash|Read|Edit/)).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard(' ');
  expect(replay.getState().status).toBe('paused');
  await userEvent.click(row(/Bash|Read|Edit/));
  await userEvent.keyboard(' ');
  expect(replay.getState().status).toBe('playing');
});

test.each(['a button of the page', 'a dialog over the replay'])('%s keeps the keys', async (what) => {
  start();
  await expect.element(row(/ Read /)).toBeVisible();
  const over = document.createElement('dialog');
  const button = Object.assign(document.createElement('button'), { textContent: 'Other' });
  root.host.append(button, over);
  if (what === 'a button of the page') button.focus();
  else {
    over.append('Nothing in it takes the focus.');
    over.showModal();
    (document.activeElement as HTMLElement | null)?.blur();
  }
  const first = shownCall();
  await userEvent.keyboard('e');
  expect(shownCall()).toBe(first);
  over.close();
});

test('of two replays the keys go to the one of which more is in sight, then to the one used last', async () => {
  await page.viewport(1600, 800);
  const [left, right] = [0, 1].map(() => createReplay(replaySession, { clock: createManualClock() }));
  if (left === undefined || right === undefined) throw new Error('There are two.');
  root.render(
    <KitProvider motion="reduced">
      <div style={{ display: 'flex' }}>
        <SessionReplay replay={left} style={{ width: 780, height: 700 }} />
        <SessionReplay replay={right} style={{ width: 780, height: 740 }} />
      </div>
    </KitProvider>,
  );
  const list = page.getByRole('tree');
  await expect.poll(() => list.elements().length).toBe(2);
  const statuses = () => [left, right].map((each) => each.getState().status);
  await userEvent.keyboard(' ');
  expect(statuses()).toEqual(['paused', 'playing']);
  await userEvent.keyboard(' ');
  expect(statuses()).toEqual(['paused', 'paused']);
  await userEvent.click(list.first());
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard(' ');
  expect(statuses()).toEqual(['playing', 'paused']);
});

test('pressing the number of failures shows only those calls, and pressing again shows all', async () => {
  start({ style: { width: 1500, height: 700 } });
  await page.viewport(1600, 800);
  const failed = (): Locator => page.getByRole('button', { name: /Only calls that failed/ });
  await expect.element(failed()).toHaveAttribute('aria-pressed', 'false');
  const calls = (): number => page.getByRole('treeitem').elements().length;
  await expect.poll(calls).toBeGreaterThan(6);
  await userEvent.click(failed());
  await expect.poll(calls).toBeLessThan(6);
  (failed().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(calls).toBeGreaterThan(6);
});

test('pressing the name of a lane shows the card of its run and its rows', async () => {
  start();
  const { runs } = replay.getState().index;
  const sub = runs[1];
  const name = page.getByTitle(/^Show what .+ was asked, did and answered$/).first();
  await expect.element(name).toBeVisible();
  // Another tab gives way to the card.
  await userEvent.click(page.getByRole('tab', { name: 'Files' }));
  const header = name.element().parentElement;
  // Below its name, where its calls are counted.
  const { height = 0 } = header?.getBoundingClientRect() ?? {};
  await userEvent.click(header as HTMLElement, { position: { x: 30, y: height - 6 } });
  expect(shownCall()).toBe(sub?.trigger?.id);
  expect(replay.getState().expanded.has(sub?.trigger?.id ?? '')).toBe(true);
  await expect.poll(() => details().element().textContent).toContain('Subagent');
});

test('the panel of keys leaves the list visible, and closes by Esc and by a press outside', async () => {
  start();
  const panel = page.getByRole('dialog', { name: 'Keys' });
  const button = page.getByRole('button', { name: 'Keys' });
  await userEvent.click(button);
  await expect.element(panel).toBeVisible();
  expect(panel.element().getBoundingClientRect().width).toBeLessThan(460);
  await userEvent.click(button);
  await expect.poll(() => panel.elements()).toEqual([]);
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => panel.elements()).toEqual([]);
  await userEvent.click(button);
  await userEvent.click(row(/Bash|Read|Edit/));
  await expect.poll(() => panel.elements()).toEqual([]);
});

test('an item chosen by the host scrolls into view, even after the reader scrolled away', async () => {
  start();
  const list = (): HTMLElement => page.getByRole('tree').element() as HTMLElement;
  await expect.poll(() => page.getByRole('treeitem').elements().length).toBeGreaterThan(3);
  await userEvent.wheel(list(), { delta: { y: 4000 } });
  const { items, runs } = replay.getState().index;
  const last = items[runs[0]?.items.at(-1) ?? 0];
  const inView = (): boolean => {
    const box = list().querySelector('[aria-selected=true]')?.getBoundingClientRect();
    const { top, bottom } = list().getBoundingClientRect();
    return box !== undefined && box.top >= top - 1 && box.bottom <= bottom + 1;
  };
  for (const id of [items[runs[0]?.items[1] ?? 0]?.id, last?.id, items[runs[0]?.items[1] ?? 0]?.id]) {
    await userEvent.wheel(list(), { delta: { y: id === last?.id ? -4000 : 4000 } });
    replay.select(id);
    await expect.poll(inView).toBe(true);
  }
});

const search = (): Locator => page.getByRole('search');

test('one Esc undoes a press on the count of failures, with or without a row chosen before', async () => {
  start({ style: { width: 1500, height: 700 } });
  await page.viewport(1600, 800);
  const failed = page.getByRole('button', { name: /Only calls that failed/ });
  await userEvent.click(failed);
  await expect.element(search()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => search().elements()).toEqual([]);
  await userEvent.click(row(/ Read /));
  const chosen = replay.getState().selection;
  await userEvent.click(failed);
  await expect.element(search()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => search().elements()).toEqual([]);
  expect(replay.getState().selection).toBe(chosen);
});

test('showing only matches reuses the main list instead of a second one, and ArrowDown moves into it', async () => {
  start();
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('tool:bash');
  const matches = page.getByRole('listbox');
  await expect.element(matches).toBeVisible();
  await userEvent.click(page.getByRole('switch', { name: 'Only matches' }));
  await expect.poll(() => matches.elements()).toEqual([]);
  await userEvent.click(page.getByRole('searchbox'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('role')).toBe('treeitem');
});

test('Esc closes the search, whatever was typed, and returns the focus to the replay', async () => {
  start();
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('tool:bash{Escape}');
  await expect.poll(() => search().elements()).toEqual([]);
  await userEvent.keyboard('e');
  await expect.poll(() => shownCall()).not.toBeUndefined();
});

const agents = sessionFromText(`
  0:00 user: Build it
  0:01 Task(write tests) 20s as writer
    0:02 Read(a.ts) 10ms
  0:30 Task(review) 20s as critic
    0:31 Read(b.ts) 10ms
  1:00 Task(write more tests) 20s as writer
    1:01 Read(c.ts) 10ms
`);

test('the runs of agents are listed in the order in which they began', async () => {
  replay = createReplay({ ...agents, sub_sessions: agents.sub_sessions.toReversed() }, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />);
  await userEvent.click(page.getByRole('tab', { name: 'Run' }));
  const runs = details().getByRole('button', { name: /^(?:writer|critic)/ });
  await expect
    .poll(() => runs.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringContaining('write tests'),
      expect.stringContaining('review'),
      expect.stringContaining('write more tests'),
    ]);
});

test("the brief links to each agent's run, in the order in which they began", async () => {
  replay = createReplay({ ...agents, sub_sessions: agents.sub_sessions.toReversed() }, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />);
  await userEvent.click(page.getByRole('button', { name: /^writer, run 2 of 2/ }));
  const { index, selection } = replay.getState();
  expect(index.starts[index.itemById(selection ?? '')?.index ?? -1]).toBe(60_000);
});

test('a run with a match is unfolded in the filtered list', async () => {
  replay = createReplay(agents, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />);
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('file:b.ts');
  await userEvent.click(page.getByRole('switch', { name: 'Only matches' }));
  await expect.poll(() => page.getByRole('treeitem', { name: / Read / }).elements().length).toBe(1);
  await expect.element(row(/ Task /)).toHaveAttribute('aria-expanded', 'true');
});

const searched = sessionFromText(`
  0:00 user: Where does the kelp grow?
  0:01 Bash(ls kelp) 10ms
  0:02 Bash(cat notes.md) 10ms
  0:03 Read(shore.md) 10ms
`);
const [, notes] = searched.tool_calls;
if (notes !== undefined) notes.output.result = { text: `${'sand\n'.repeat(40)}the Kelp grows by the pier\nmore sand` };

/** The words that the browser marks in an element. */
function markedIn(element: Element): string[] {
  return [...(CSS.highlights.get('ark-found') ?? [])]
    .filter(({ startContainer }) => element.contains(startContainer))
    .map(String);
}

test('the details of a match mark what was found, in what they draw later, too', async () => {
  replay = createReplay(searched, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />);
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('kelp{Enter}{Enter}{Enter}');
  const panel = page.getByRole('tabpanel');
  const marked = () => markedIn(panel.element());
  await expect.poll(marked).toContain('Kelp');
  await userEvent.keyboard('{Escape}');
  await expect.poll(marked).toEqual([]);
});

test('the rows of matches show what was found, under them where they do not say it themselves', async () => {
  replay = createReplay(searched, { clock: createManualClock() });
  root.render(<SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />);
  await userEvent.click(page.getByRole('button', { name: 'Search in the session' }));
  await userEvent.keyboard('kelp');
  await userEvent.click(page.getByRole('switch', { name: 'Only matches' }));
  const rows = page.getByRole('treeitem');
  await expect.poll(() => rows.elements().length).toBe(3);
  const marked = () =>
    rows.elements().map((each) => [...each.querySelectorAll('mark')].map((mark) => mark.textContent));
  await expect.poll(marked).toEqual([[], [], ['Kelp']]);
  expect(rows.elements()[2]?.textContent).toContain('grows by the pier');
  // Words that the rows show are marked by the browser, where it can.
  const list = page.getByRole('tree').element();
  await expect.poll(() => markedIn(list).map((each) => each.toLowerCase())).toEqual(['kelp', 'kelp']);
  const [, , last] = rows.elements().map((each) => each.getBoundingClientRect());
  expect(last?.height).toBeGreaterThan(46);
  await userEvent.click(page.getByRole('switch', { name: 'Only matches' }));
  await expect.poll(() => root.host.querySelectorAll('[role="treeitem"] mark').length).toBe(0);
});
