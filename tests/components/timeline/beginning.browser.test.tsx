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

test('once the reader steps, the list follows, and back at the start it stands at its top again', async () => {
  for (let n = 0; n < 40; n += 1) mounted.replay.step('call', 'forward');
  await expect.poll(() => list().scrollTop).toBeGreaterThan(0);
  mounted.replay.toStart();
  await expect.poll(() => list().scrollTop).toBe(0);
});
