import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

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

let root: Root;
let host: HTMLElement;
let replay: Replay;

beforeEach(async () => {
  await page.viewport(1280, 800);
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  replay = createReplay(session, { clock: createManualClock() });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
  await expect.element(page.getByRole('treeitem').first()).toBeVisible();
});

afterEach(() => {
  root.unmount();
  host.remove();
});

const list = (): HTMLElement => host.querySelector('.ark-timeline__scroller') as HTMLElement;

test('a session opens at the top of its list, even where what happened first stands at the end', async () => {
  const first = replay.getState().index.items[replay.getState().position.item];
  expect(first?.depth).toBe(1);
  await expect.element(page.getByText('Fix it').first()).toBeVisible();
  expect(list().scrollHeight).toBeGreaterThan(2 * list().clientHeight);
  expect(list().scrollTop).toBe(0);
});

test('once the reader steps, the list follows, and back at the start it stands at its top again', async () => {
  for (let n = 0; n < 40; n += 1) replay.step('call', 'forward');
  await expect.poll(() => list().scrollTop).toBeGreaterThan(0);
  replay.toStart();
  await expect.poll(() => list().scrollTop).toBe(0);
});
