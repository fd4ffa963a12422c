import { expect, onTestFinished, test, vi } from 'vitest';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, sessionMs } from '../../../src/replay/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const frames = async (): Promise<void> => {
  for (let n = 0; n < 6; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const list = (): HTMLElement => root.host.querySelector('[role="tree"]') as HTMLElement;

/** How far down the view the row of the playhead stands, as a share; undefined where it is not drawn. */
function playheadShare(): number | undefined {
  const row = list().querySelector('[aria-current="step"]')?.getBoundingClientRect();
  const view = list().getBoundingClientRect();
  return row === undefined ? undefined : (row.top - view.top) / view.height;
}

async function open(css: string): Promise<HTMLStyleElement> {
  const style = document.createElement('style');
  style.textContent = css;
  document.body.append(style);
  onTestFinished(() => style.remove());
  root.host.style.width = '1200px';
  const replay = createReplay(replaySession, { clock: createManualClock(), at: sessionMs(826_000) });
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay replay={replay} lanesPanel="hidden" style={{ height: 560 }} />
    </KitProvider>,
  );
  await vi.waitUntil(() => root.host.querySelectorAll('[data-row]').length > 5);
  await frames();
  return style;
}

test.each([
  ['the kit itself', ''],
  ['a larger prose', '.ark-prose { font-size: 16px; line-height: 25px; }'],
  ['rows of twice the height', '.ark-row__line { min-height: 56px; } .ark-prose { line-height: 60px; }'],
  ['rows far taller', '.ark .ark-row__line { min-height: 160px; }'],
])('the playhead is in view at first with %s', async (_, css) => {
  await open(css);
  expect(playheadShare()).toBeGreaterThanOrEqual(0);
  expect(playheadShare()).toBeLessThan(0.9);
});

test('rows that grow by themselves do not push the playhead out of view', async () => {
  const style = await open('');
  const before = playheadShare();
  style.textContent = '.ark .ark-row__line { min-height: 90px; }';
  await frames();
  expect(playheadShare()).toBeCloseTo(before ?? Number.NaN, 1);
});

test("the row under the reader's pointer stays in place, even if the playhead leaves the view", async () => {
  const style = await open('');
  const rows = [...list().querySelectorAll<HTMLElement>('[data-row]')];
  const seen = rows.find((row) => row.getBoundingClientRect().top >= list().getBoundingClientRect().top);
  seen?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const before = seen?.getBoundingClientRect().top ?? Number.NaN;
  style.textContent = `.ark [data-row="${seen?.dataset.row}"] .ark-row__line { min-height: 200px; }`;
  await frames();
  expect(seen?.getBoundingClientRect().height).toBeGreaterThan(190);
  expect(Math.abs((seen?.getBoundingClientRect().top ?? Number.NaN) - before)).toBeLessThan(2);
});
