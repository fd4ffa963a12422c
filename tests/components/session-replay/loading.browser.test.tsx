import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { replaySession as whole } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
const begun: Session = { ...whole, tool_calls: whole.tool_calls.slice(0, 6), events: [], sub_sessions: [] };

const textOf = (selector: string): string => root.host.querySelector(selector)?.textContent ?? '';
const topOf = (selector: string): number | undefined => root.host.querySelector(selector)?.getBoundingClientRect().top;

test.each([1200, 390])(
  'at %d px no part states a figure before the session is whole, nor moves when it is',
  async (widthPx) => {
    await page.viewport(1280, 900);
    root.host.style.width = `${widthPx}px`;
    const replay = createReplay(begun, { clock: createManualClock(), at: 'start' });
    const draw = (loading: boolean): void =>
      root.render(
        <KitProvider motion="reduced">
          <SessionReplay replay={replay} loading={loading} lanesPanel="hidden" style={{ height: 800 }} />
        </KitProvider>,
      );
    draw(true);
    const briefs = widthPx < 720 ? '.ark-replay__brief' : '.ark-brief';
    await vi.waitFor(() => expect(textOf(briefs)).toContain('being worked out'));
    await vi.waitFor(() => expect(textOf('.ark-clock__quiet')).toBe('/ …'));
    expect(textOf(briefs)).not.toMatch(/\d|not in the log|nothing/);
    expect(textOf('[data-fact="calls"] dd')).toBe('…');
    expect(textOf('.ark-phases')).toBe('');
    const tops = [topOf('.ark-replay__timeline'), topOf('.ark-brief__fact')];

    replay.update(whole);
    draw(true);
    expect(textOf(briefs)).not.toMatch(/\d/);
    draw(false);
    await vi.waitFor(() => expect(textOf(briefs)).toMatch(/\d+ prompt/));
    await vi.waitFor(() => expect(textOf('.ark-phases')).toMatch(/\d/));
    expect(textOf('[data-fact="calls"] dd')).toMatch(/^\d/);
    expect([topOf('.ark-replay__timeline'), topOf('.ark-brief__fact')]).toEqual(tops);
  },
);

test('lanes and the scrub bar say that the session is still being read, and count nothing', async () => {
  await page.viewport(1280, 900);
  root.host.style.width = '1200px';
  const replay = createReplay(begun, { clock: createManualClock(), at: 'start' });
  const draw = (loading: boolean): void =>
    root.render(
      <KitProvider motion="reduced">
        <SessionReplay replay={replay} loading={loading} lanesPanel="shown" style={{ height: 800 }} />
      </KitProvider>,
    );
  const lane = (): string => root.host.querySelector('.ark-lanes__header')?.getAttribute('aria-label') ?? '';
  const scrub = (): string => root.host.querySelector('.ark-scrub')?.getAttribute('aria-valuetext') ?? '';
  draw(true);
  await vi.waitFor(() => expect(lane()).toMatch(/, still being read$/));
  expect(textOf('.ark-lanes__facts')).toBe('…');
  expect(scrub()).toBe('0:00:00, still being read');
  replay.update(whole);
  draw(false);
  await vi.waitFor(() => expect(lane()).toMatch(/, \d+ calls/));
  expect(scrub()).toMatch(/^0:00:00 of \d.*, call 0 of \d+$/i);
});

test('tabs that count the session say that they wait for it', async () => {
  await page.viewport(1280, 900);
  root.host.style.width = '1200px';
  const replay = createReplay(begun, { clock: createManualClock(), at: 'start' });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} loading style={{ height: 800 }} />
    </KitProvider>,
  );
  for (const name of ['Files', 'State', 'Profile', 'Run']) {
    await userEvent.click(page.getByRole('tab', { name }));
    await vi.waitFor(() => expect(textOf('[role="tabpanel"]')).toContain('still being read'));
  }
});
