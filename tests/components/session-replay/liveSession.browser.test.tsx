import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay, type SeenMark } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

function ofCalls(count: number): Session {
  const two = (n: number): string => String(n).padStart(2, '0');
  const lines = Array.from(
    { length: count },
    (_, n) => `${Math.floor(n / 60)}:${two(n % 60)} Edit(file-${n}.ts) 100ms`,
  );
  return sessionFromText(['0:00 user: Mend all files', ...lines].join('\n'));
}

interface Given {
  live?: boolean;
  seen?: SeenMark;
  follow?: boolean;
}

async function draw({ live = true, seen, follow = false }: Given = {}) {
  await page.viewport(1280, 800);
  const marks: SeenMark[] = [];
  const replay = createReplay(ofCalls(60), { clock: createManualClock(), follow });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay
        {...{ replay, live }}
        {...(seen === undefined ? {} : { seen })}
        onSeenChange={(mark) => marks.push(mark)}
        lanesPanel="hidden"
        style={{ width: 1200, height: 700 }}
      />
    </KitProvider>,
  );
  await vi.waitFor(() => expect(list().scrollHeight).toBeGreaterThan(1500));
  await vi.waitFor(() => expect(root.host.querySelector('.ark-transport')).not.toBeNull());
  return { replay, marks };
}

const list = (): HTMLElement => root.host.querySelector('[role="tree"]') as HTMLElement;
const pill = (): string => root.host.querySelector('[data-to]')?.textContent ?? '';
const line = (): HTMLElement | null => root.host.querySelector('.ark-timeline__new');
const live = (): HTMLElement => root.host.querySelector('.ark-live') as HTMLElement;
const restPx = (): number => list().scrollHeight - list().scrollTop - list().clientHeight;
const lastRow = (): string => [...list().querySelectorAll('[role="treeitem"]')].at(-1)?.textContent ?? '';

async function scrollTo(top: number): Promise<void> {
  list().scrollTop = top;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

function grow(replay: Replay, count: number): Promise<void> {
  replay.update(ofCalls(count));
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function setVisible(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a list at its end stays there as the session grows, until the reader scrolls, and again at the end', async () => {
  const { replay } = await draw();
  await scrollTo(99_999);
  await vi.waitFor(() => expect(live().ariaPressed).toBe('true'));
  await grow(replay, 70);
  await vi.waitFor(() => expect(restPx()).toBeLessThan(30));
  expect(lastRow()).toContain('file-69');
  expect(pill()).toBe('');
  await scrollTo(300);
  await vi.waitFor(() => expect(live().ariaPressed).toBe('false'));
  await grow(replay, 82);
  expect(list().scrollTop).toBe(300);
  await vi.waitFor(() => expect(pill()).toBe('12 new'));
  await scrollTo(99_999);
  await vi.waitFor(() => expect(live().ariaPressed).toBe('true'));
  await grow(replay, 90);
  await vi.waitFor(() => expect(restPx()).toBeLessThan(30));
});

test('U leads to the line above what is new, then to the end, and says where nothing is new', async () => {
  const { replay } = await draw();
  await userEvent.click(root.host.querySelector('[role="treeitem"]') as HTMLElement);
  await userEvent.keyboard('u');
  await vi.waitFor(() => expect(root.host.querySelector('.ark-replay__said')?.textContent).toMatch(/^Nothing new/));
  await grow(replay, 120);
  expect(line()).toBeNull();
  await userEvent.keyboard('u');
  await vi.waitFor(() => expect(line()?.textContent).toMatch(/^60 new since you looked/));
  await vi.waitFor(() =>
    expect(line()?.getBoundingClientRect().top).toBeCloseTo(list().getBoundingClientRect().top, -1),
  );
  expect(document.activeElement?.contains(line())).toBe(true);
  expect(pill()).toBe('To the end');
  await userEvent.keyboard('u');
  await vi.waitFor(() => expect(restPx()).toBeLessThan(30));
  expect(lastRow()).toContain('file-119');
});

test('what comes while the page is hidden is read on from where it was left', async () => {
  const { replay } = await draw({ follow: true });
  await vi.waitFor(() => expect(live().ariaPressed).toBe('true'));
  setVisible(false);
  await grow(replay, 90);
  await grow(replay, 160);
  setVisible(true);
  await vi.waitFor(() => expect(line()?.textContent).toMatch(/^100 new since you looked/));
  const top = line()?.getBoundingClientRect().top ?? 0;
  expect(top).toBeGreaterThanOrEqual(list().getBoundingClientRect().top - 1);
  expect(top).toBeLessThan(list().getBoundingClientRect().bottom);
  const said = [...root.host.querySelectorAll('.ark-replay__timeline [role="status"]')].map((each) => each.textContent);
  expect(said.join()).toMatch(/100 new since you looked/);
  await grow(replay, 170);
  expect(line()?.getBoundingClientRect().top).toBe(top);
  expect(document.querySelector('.ark-replay__timeline [role="status"]')?.textContent).toBe(said[0]);
  await userEvent.click(live());
  await vi.waitFor(() => expect(restPx()).toBeLessThan(30));
  vi.restoreAllMocks();
});

test('a host that keeps what was seen has it marked when the page is opened again', async () => {
  const { replay, marks } = await draw();
  await scrollTo(99_999);
  await vi.waitFor(() => expect(live().ariaPressed).toBe('true'));
  await grow(replay, 65);
  await vi.waitFor(() => expect(marks.at(-1)?.item).toBe('tool-065'));
  await scrollTo(0);
  await grow(replay, 80);
  expect(marks.at(-1)?.item).toBe('tool-065');
  root.render(null);
  await draw({ seen: { item: 'tool-050', at: Date.now() - 7_200_000 } });
  await vi.waitFor(() => expect(pill()).toBe('10 new'));
  expect(root.host.querySelector('[data-to]')?.getAttribute('title')).toContain('2 h ago');
});

test('a press on Live lets go of the end', async () => {
  const { replay } = await draw({ follow: true });
  await vi.waitFor(() => expect(live().ariaPressed).toBe('true'));
  await userEvent.click(live());
  expect(live().ariaPressed).toBe('false');
  const top = list().scrollTop;
  await grow(replay, 75);
  expect(list().scrollTop).toBe(top);
  await vi.waitFor(() => expect(pill()).toBe('15 new'));
});

test('a session of which the host does not say that it grows has neither', async () => {
  await page.viewport(1280, 800);
  const replay = createReplay(ofCalls(60), { clock: createManualClock() });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} lanesPanel="hidden" style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
  await vi.waitFor(() => expect(list().scrollHeight).toBeGreaterThan(1500));
  await scrollTo(99_999);
  await grow(replay, 90);
  expect(restPx()).toBeGreaterThan(500);
  expect([root.host.querySelector('.ark-live'), line(), pill()]).toEqual([null, null, '']);
});
