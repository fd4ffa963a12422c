import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { longSession } from '../../../stories/data/longSession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const whole = longSession(900);
const upTo = (calls: number): Session => {
  const last = whole.tool_calls[calls - 1]?.seq ?? 0;
  return {
    ...whole,
    tool_calls: whole.tool_calls.slice(0, calls),
    events: whole.events.filter(({ seq }) => seq <= last),
  };
};

const root = testRoot();
let replay: Replay;

function start(options: { follow?: boolean; at?: 'start' | 'end' }): void {
  replay = createReplay(upTo(400), { clock: createManualClock(), ...options });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ height: 800 }} />
    </KitProvider>,
  );
}

beforeEach(() => {
  root.host.style.width = '1200px';
});

const frames = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const list = (): HTMLElement => root.host.querySelector('[role="tree"]') as HTMLElement;
const selected = (): string | undefined =>
  root.host.querySelector('[role="treeitem"][aria-selected="true"]')?.textContent ?? undefined;

/** The row in the middle of the list, and where it stands. */
function read(): string {
  const { left, top } = list().getBoundingClientRect();
  const row = document.elementFromPoint(left + 100, top + 250)?.closest('[data-row]');
  return `${row?.textContent} ${row?.getBoundingClientRect().top}`;
}

/** Markdown comes in later than the rows: waits until what is read stays for twenty frames. */
async function settle(): Promise<void> {
  let before = '';
  for (let steady = 0; steady < 20; steady += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = read();
    if (now !== before) steady = 0;
    before = now;
  }
}

test('a growing session keeps position, selection and scroll position', async () => {
  start({ at: 'start' });
  await vi.waitFor(() => expect(root.host.querySelectorAll('[data-row]').length).toBeGreaterThan(5));
  replay.seekToItem(100);
  replay.select('tool-060');
  // The list brings the chosen row into view first.
  await vi.waitFor(() => expect(root.host.querySelector('[role="treeitem"][aria-selected="true"]')).not.toBeNull());
  await settle();
  list().scrollTop = 9000;
  await settle();
  list().scrollTop = 9000;
  await settle();
  const before = { read: read(), at: replay.position(), scroll: list().scrollTop };
  // Rows above that were measured in between may have moved the scroll by a little, to keep the text where it was.
  expect(Math.abs(before.scroll - 9000)).toBeLessThan(100);

  replay.update(upTo(600));
  await settle();
  expect(replay.getState().index.session.tool_calls).toHaveLength(600);
  expect({ read: read(), at: replay.position(), scroll: list().scrollTop }).toEqual(before);
  expect(replay.getState().selection).toBe('tool-060');
});

test('a watched session is followed live while the playhead is at its end', async () => {
  start({ follow: true });
  await vi.waitFor(() => expect(root.host.querySelector('[aria-current="step"]')).not.toBeNull());
  replay.update(upTo(600));
  await frames();
  expect(replay.getState().status).toBe('following');
  const current = root.host.querySelector('[aria-current="step"]');
  expect(current?.getAttribute('aria-posinset')).toBe(current?.getAttribute('aria-setsize'));
  const { bottom } = list().getBoundingClientRect();
  expect(current?.getBoundingClientRect().top).toBeLessThan(bottom);
});

test('a row keeps the focus when it is scrolled out of sight', async () => {
  start({ at: 'start' });
  await vi.waitFor(() => expect(root.host.querySelectorAll('[data-row]').length).toBeGreaterThan(5));
  const row = root.host.querySelector<HTMLElement>('[data-row="3"]');
  row?.focus();
  list().scrollTop = 20_000;
  await frames();
  expect(document.activeElement).toBe(row);
  await userEvent.keyboard('{Enter}');
  await frames();
  expect(selected()).toBe(row?.textContent);
});

test('live regions announce what the reader does, but not what passes during playback', async () => {
  start({ at: 'start' });
  const said = (): string =>
    root.host.querySelector('.ark-replay__grid > .ark-unseen[role="status"]')?.textContent ?? '';
  await vi.waitFor(() => expect(root.host.querySelectorAll('[data-row]').length).toBeGreaterThan(5));
  replay.step('call', 'forward');
  await vi.waitFor(() => expect(said()).toMatch(/^(?:Bash|Edit|Read) /));
  replay.play();
  await vi.waitFor(() => expect(said()).toBe('Playing'));
  replay.seekToItem(50);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(said()).toBe('Playing');
  replay.pause();
  await vi.waitFor(() => expect(said()).toMatch(/^Paused at 0:/));
  replay.toEnd();
  await vi.waitFor(() => expect(said()).toBe('End of the session'));
});
