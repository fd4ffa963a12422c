import { beforeEach, expect, test, vi } from 'vitest';
import { SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, indexSession, knownBrief } from '../../../src/replay/index.ts';
import { finish } from '../../../src/replay/internal.ts';
import type { Session } from '../../../src/session/index.ts';
import { longSession } from '../../../stories/data/longSession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const whole = longSession(900);
const begun: Session = { ...whole, tool_calls: whole.tool_calls.slice(0, 6), events: [], sub_sessions: [] };

const root = testRoot();
beforeEach(() => {
  root.host.style.width = '1200px';
});

const heightOfList = (): number => root.host.querySelector('[role="tree"]')?.scrollHeight ?? 0;
const brief = (): string | null | undefined => root.host.querySelector('.ark-brief')?.textContent;
const lanes = (): Element | null => root.host.querySelector('.ark-lanes');

test('when a session has grown, its list is drawn in a task of its own, without the brief and the lanes', async () => {
  const replay = createReplay(begun, { clock: createManualClock(), at: 'start' });
  root.render(<SessionReplay replay={replay} style={{ height: 800 }} />);
  await vi.waitFor(() => expect(brief()).toMatch(/\w/));
  expect(lanes()).toBeNull();
  const [height, said] = [heightOfList(), brief()];

  const index = indexSession(whole);
  finish(replay.prepare(index));
  expect(knownBrief(index)).toBeUndefined();
  replay.update(index);
  // React draws what a store reports in a microtask.
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  expect(heightOfList()).toBeGreaterThan(height);
  expect(brief()).toBe(said);
  expect(lanes()).toBeNull();

  await vi.waitFor(() => expect(lanes()).not.toBeNull());
  await vi.waitFor(() => expect(brief()).not.toBe(said));
});
