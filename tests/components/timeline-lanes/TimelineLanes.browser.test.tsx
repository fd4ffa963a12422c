import { Profiler, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { KitProvider, ReplayProvider, TimelineLanes } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createRedactor, type Redactor } from '../../../src/redaction/index.ts';
import { createManualClock, createReplay, type Replay, sessionMs } from '../../../src/replay/index.ts';
import { manyCalls, nestedSession } from '../../../stories/data/laneSessions.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

function show(element: ReactElement, widthPx = 800): HTMLElement {
  root.host.style.width = `${widthPx}px`;
  root.render(element);
  return root.host;
}

const lanesOf = (replay: Replay, theme: 'light' | 'dark' = 'light'): ReactElement => (
  <KitProvider theme={theme}>
    <ReplayProvider replay={replay}>
      <TimelineLanes />
    </ReplayProvider>
  </KitProvider>
);

function canvasIn(element: HTMLElement): HTMLCanvasElement {
  return element.querySelector('.ark-lanes__canvas') as HTMLCanvasElement;
}

function colours(canvas: HTMLCanvasElement): Set<string> {
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
    0,
    0,
    canvas.width,
    canvas.height,
  );
  const seen = new Set<string>();
  for (let n = 0; n < data.length; n += 4) {
    if (data[n + 3] === 255) seen.add(`${data[n]} ${data[n + 1]} ${data[n + 2]}`);
  }
  return seen;
}

test('of a successful call only what the lanes say of it is masked', async () => {
  const session = structuredClone(nestedSession);
  const [call] = session.tool_calls;
  if (call !== undefined) call.output = { status: 'success', result: { text: 'a line of a file\n'.repeat(5000) } };
  const rules = createRedactor();
  let read = 0;
  const redactor: Redactor = {
    ...rules,
    maskJson: (value, count) => {
      read += JSON.stringify(value)?.length ?? 0;
      return rules.maskJson(value, count);
    },
  };
  const element = show(
    <KitProvider redact={redactor}>
      <ReplayProvider replay={createReplay(session, { clock: createManualClock() })}>
        <TimelineLanes />
      </ReplayProvider>
    </KitProvider>,
  );
  await vi.waitFor(() => expect(element.querySelector('[role=gridcell][aria-label*="coasts.md"]')).not.toBeNull());
  expect(read).toBeLessThan(20_000);
});

test('the canvas has the colours of the theme, and is redrawn when the theme changes', async () => {
  const replay = createReplay(nestedSession, { clock: createManualClock() });
  const element = show(lanesOf(replay));
  await vi.waitFor(() => expect(colours(canvasIn(element))).toContain('12 102 216'));
  show(lanesOf(replay, 'dark'));
  await vi.waitFor(() => expect(colours(canvasIn(element))).toContain('88 166 255'));
  expect(colours(canvasIn(element))).not.toContain('12 102 216');
});

test('a colour changed by the host is redrawn', async () => {
  const element = show(lanesOf(createReplay(nestedSession, { clock: createManualClock() })));
  await vi.waitFor(() => expect(colours(canvasIn(element)).size).toBeGreaterThan(2));
  element.style.setProperty('--ark-category-perception', 'rgb(1, 2, 3)');
  await vi.waitFor(() => expect(colours(canvasIn(element))).toContain('1 2 3'));
});

test('the canvas has one pixel for each pixel of the screen', async () => {
  const replay = createReplay(nestedSession, { clock: createManualClock() });
  const element = show(lanesOf(replay));
  await vi.waitFor(() => expect(canvasIn(element).width).toBe((800 - 152) * window.devicePixelRatio));
  show(lanesOf(replay), 1000);
  await vi.waitFor(() => expect(canvasIn(element).width).toBe((1000 - 152) * window.devicePixelRatio));
});

test('moving the playhead or the view does not render the lanes', async () => {
  const clock = createManualClock();
  const replay = createReplay(manyCalls(1000), { clock, at: sessionMs(10_000), rate: 1 });
  const onRender = vi.fn();
  const element = show(
    <ReplayProvider replay={replay}>
      <Profiler id="lanes" onRender={onRender}>
        <TimelineLanes minimap="hidden" />
      </Profiler>
    </ReplayProvider>,
  );
  await vi.waitFor(() => expect(colours(canvasIn(element)).size).toBeGreaterThan(2));
  const frame = element.querySelector('.ark-lanes__frame') as HTMLElement;
  const zoom = (deltaY: number): boolean =>
    canvasIn(element).dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, ctrlKey: true, clientX: 500, deltaY }),
    );
  const mark = element.querySelector('.ark-lanes__playhead') as HTMLElement;
  const playhead = (): string => mark.style.getPropertyValue('--ark-playhead');
  const span = (): string => frame.style.getPropertyValue('--ark-lanes-span');
  // The first step also wakes the buttons, which is drawn by React: only what comes after it is counted.
  expect(element.querySelectorAll('[aria-disabled=true]').length).toBeGreaterThan(0);
  zoom(-50);
  await vi.waitFor(() => expect(element.querySelectorAll('[aria-disabled=true]')).toHaveLength(0));
  expect(span()).not.toBe('1');
  const [before, view] = [playhead(), span()];
  onRender.mockClear();
  for (let n = 0; n < 10; n += 1) zoom(-20);
  replay.play();
  for (let n = 0; n < 20; n += 1) {
    clock.advance(100);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  expect(playhead()).not.toBe(before);
  expect(span()).not.toBe(view);
  expect(onRender).not.toHaveBeenCalled();
});

test('a growing session keeps the view on the same moments, or on the whole session', async () => {
  const grown = manyCalls(400);
  const begun = { ...grown, tool_calls: grown.tool_calls.slice(0, 150) };
  const replay = createReplay(begun, { clock: createManualClock() });
  const element = show(lanesOf(replay));
  const end = (): string | null | undefined =>
    element.querySelector('[data-edge="to"]')?.getAttribute('aria-valuetext');
  await vi.waitFor(() => expect(end()).toBeTruthy());
  const whole = end();
  replay.update(grown);
  await vi.waitFor(() => expect(end()).not.toBe(whole));
  element.querySelectorAll<HTMLElement>('.ark-lanes__tools button')[2]?.click();
  await vi.waitFor(() =>
    expect(element.querySelector('[data-edge="to"]')).not.toHaveAttribute('aria-valuenow', '1000'),
  );
  const seen = end();
  replay.update({ ...grown, tool_calls: [...grown.tool_calls] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(end()).toBe(seen);
});
