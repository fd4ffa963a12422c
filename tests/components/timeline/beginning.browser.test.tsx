import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { type MountedReplay, mountReplay } from './mountReplay.tsx';

const lines = Array.from({ length: 60 }, (_, n) => `  0:${String(n + 10)} Bash(step ${n}) 1s`);
const drawn = sessionFromText(`
  0:05 user: Fix it
${lines.join('\n')}
  1:20 Agent(explorer) 5s
    1:21 assistant: Ready.
  1:30 assistant: Done.
`);

/** The subagent speaks before everything else, and no call started it, so its rows stand last. */
const session: Session = {
  ...drawn,
  tool_calls: drawn.tool_calls.map(({ subagent_info: _, ...call }) => call),
  sub_sessions: drawn.sub_sessions.map(({ triggered_by_call_id: _, ...run }) => ({
    ...run,
    started_at: drawn.created_at,
    events: run.events.map((event) => ({ ...event, at: drawn.created_at })),
  })),
};

let mounted: MountedReplay;

beforeEach(async () => {
  mounted = await mountReplay(session);
  await expect.element(page.getByRole('treeitem').first()).toBeVisible();
});

afterEach(() => mounted.unmount());

const list = (): HTMLElement => mounted.host.querySelector('.ark-timeline__scroller') as HTMLElement;

test('a session opens at the top of its list, even where what happened first stands at the end', async () => {
  const first = mounted.replay.getState().index.items[mounted.replay.getState().position.item];
  expect(first?.depth).toBe(1);
  await expect.element(page.getByText('Fix it').first()).toBeVisible();
  expect(list().scrollHeight).toBeGreaterThan(2 * list().clientHeight);
  expect(list().scrollTop).toBe(0);
});

test('while the playhead moves on among rows in sight, nothing of the list is read from the page', async () => {
  const current = (): string | null | undefined =>
    list().querySelector('[aria-current=step]')?.getAttribute('data-row');
  const step = async (): Promise<void> => {
    const before = current();
    mounted.replay.step('call', 'forward');
    await expect.poll(current).not.toBe(before);
  };
  for (let n = 0; n < 3; n += 1) await step();
  const reads: string[] = [];
  const forget = [
    watched(HTMLElement.prototype, 'offsetHeight', (of) => reads.push(`offsetHeight of ${of.className}`)),
    watched(Element.prototype, 'scrollTop', (of) => reads.push(`scrollTop of ${of.className}`)),
    watched(Element.prototype, 'clientHeight', (of) => reads.push(`clientHeight of ${of.className}`)),
  ];
  try {
    for (let n = 0; n < 3; n += 1) await step();
    expect(reads.filter((read) => /timeline|row/.test(read))).toEqual([]);
  } finally {
    for (const each of forget) each();
  }
});

test('once the reader steps, the list follows, and back at the start it stands at its top again', async () => {
  for (let n = 0; n < 40; n += 1) mounted.replay.step('call', 'forward');
  await expect.poll(() => list().scrollTop).toBeGreaterThan(0);
  mounted.replay.toStart();
  await expect.poll(() => list().scrollTop).toBe(0);
});

/** Reports every reading of a property until the returned function is called. */
function watched(prototype: Element, name: string, onRead: (of: Element) => void): () => void {
  const known = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
  Object.defineProperty(prototype, name, {
    ...known,
    get(this: Element): unknown {
      onRead(this);
      return known.get?.call(this);
    },
  });
  return () => Object.defineProperty(prototype, name, known);
}
