import { type ReactElement, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createReplay, createSystemClock, type Replay } from '../../../src/replay/index.ts';
import { type PlayheadMotion, playheadProperty, ReplayContext, usePlayhead } from '../../../src/replay/react/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let replay: Replay;

function Bar({ motion }: { motion: PlayheadMotion }): ReactElement {
  const bar = useRef<HTMLDivElement>(null);
  usePlayhead(bar, { motion });
  return <div ref={bar} data-bar="" />;
}

async function play(motion: PlayheadMotion): Promise<HTMLElement> {
  replay = createReplay(sessionFromText('0:00 user: a\n9:00 user: b'), { clock: createSystemClock(), skipIdle: false });
  root.render(
    <ReplayContext.Provider value={replay}>
      <Bar motion={motion} />
    </ReplayContext.Provider>,
  );
  const bar = await vi.waitUntil(() => document.querySelector<HTMLElement>('[data-bar]'));
  await vi.waitUntil(() => bar.style.getPropertyValue(playheadProperty) !== '');
  replay.setRate(32);
  replay.play();
  return bar;
}

const progress = (bar: HTMLElement): number => Number(bar.style.getPropertyValue(playheadProperty));

async function frames(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

afterEach(() => replay.pause());

test('moves the playhead between two items if everything may move', async () => {
  const bar = await play('full');
  await vi.waitUntil(() => progress(bar) > 0);
  expect(progress(bar)).toBeLessThan(1);
});

test('keeps the playhead still until the next item if motion is reduced, whatever the system setting', async () => {
  const bar = await play('reduced');
  await frames(10);
  expect(replay.position().at).toBeGreaterThan(0);
  expect(progress(bar)).toBe(0);
});
