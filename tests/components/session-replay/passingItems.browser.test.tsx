import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let replay: Replay;
let now: number;

function editing() {
  const edits = Array.from({ length: 9 }, (_, n) => `0:0${n} Edit(src/tide.ts) 1s`);
  const drawn = sessionFromText(['0:00 user: Change the tide', ...edits].join('\n'));
  const tool_calls = drawn.tool_calls.map((call, n) => ({
    ...call,
    input: {
      ...call.input,
      params: { ...call.input.params, old_string: `const tide = ${n};`, new_string: `const tide = ${n + 1};` },
    },
  }));
  return { ...drawn, tool_calls };
}

beforeEach(async () => {
  await page.viewport(1400, 900);
  localStorage.clear();
  replay = createReplay(editing(), { clock: createManualClock(), at: 'start' });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} style={{ width: 1380, height: 800 }} />
    </KitProvider>,
  );
  await vi.waitUntil(() => itemTab() !== null, { timeout: 10_000 });
  itemTab()?.click();
  now = performance.now();
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const itemTab = () => root.host.querySelector<HTMLElement>('[role=tab][id$=item]');
const panel = () => root.host.querySelector('[role=tabpanel]') as Element;
const areWordsCompared = () => panel().querySelector('.ark-diff--library:not([hidden])') !== null;

async function shown(item: number): Promise<void> {
  replay.seekToItem(item);
  await vi.waitUntil(() => panel().textContent?.includes(`tide = ${item};`), { timeout: 5000 });
}

test('the words of a change that only passes are not compared, and are once it stays', async () => {
  await shown(2);
  await vi.waitUntil(areWordsCompared, { timeout: 10_000 });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const rests: (() => void)[] = [];
  const later = window.setTimeout.bind(window);
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 150) return later(run, ms);
    rests.push(run);
    return 0;
  }) as typeof setTimeout);
  for (const item of [3, 4, 5]) {
    await shown(item);
    await new Promise((resolve) => later(resolve, 100));
    // The first follows one that stayed, as far as this clock knows.
    if (item > 3) expect(panel().querySelector('.ark-diff--library')).toBeNull();
  }
  for (const run of rests) run();
  await vi.waitUntil(areWordsCompared, { timeout: 10_000 });
  expect(panel().textContent).toContain('tide = 5;');
});

test('a press that leads to the next call keeps the focus, and nothing of the state of the call before', async () => {
  await shown(2);
  const unfolds = () => panel().querySelector<HTMLElement>('[data-section=input] [aria-expanded]');
  unfolds()?.click();
  await vi.waitUntil(() => unfolds()?.getAttribute('aria-expanded') === 'true', { timeout: 5000 });
  const quote = () => panel().querySelector<HTMLElement>('.ark-replay__actions .ark-copy button');
  quote()?.click();
  await vi.waitUntil(() => panel().querySelector('.ark-replay__actions [role=status]')?.textContent !== '');
  const next = panel().querySelector<HTMLElement>('.ark-detail__steps button:last-of-type');
  next?.focus();
  next?.click();
  await vi.waitUntil(() => panel().textContent?.includes('tide = 3;'), { timeout: 5000 });
  expect(document.activeElement).toBe(next);
  expect(unfolds()?.getAttribute('aria-expanded')).toBe('false');
  expect(panel().querySelector('.ark-replay__actions [role=status]')?.textContent).toBe('');
});
