import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { KitProvider, ReplayProvider, SessionReplay, TimelineLanes } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { nestedSession } from '../../../stories/data/laneSessions.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

afterEach(() => localStorage.clear());

function show(element: ReactElement, widthPx: number, heightPx = 700): HTMLElement {
  root.host.style.cssText = `width: ${widthPx}px; height: ${heightPx}px`;
  root.render(<KitProvider theme="light">{element}</KitProvider>);
  return root.host;
}

function showLanes(session: Session, widthPx = 800): { element: HTMLElement; replay: Replay } {
  const replay = createReplay(session, { clock: createManualClock() });
  const lanes = (
    <ReplayProvider replay={replay}>
      <TimelineLanes />
    </ReplayProvider>
  );
  return { element: show(lanes, widthPx), replay };
}

async function canvasOf(element: HTMLElement): Promise<HTMLCanvasElement> {
  await vi.waitFor(() => expect(element.querySelector('.ark-lanes__canvas')?.clientHeight).toBeGreaterThan(0));
  return element.querySelector('.ark-lanes__canvas') as HTMLCanvasElement;
}

/** Colours of some columns of the canvas, in pixels of the page, as `r g b`. */
function coloursIn(canvas: HTMLCanvasElement, fromPx: number, toPx: number): Set<string> {
  const density = canvas.width / canvas.clientWidth;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const { data } = context.getImageData(fromPx * density, 0, (toPx - fromPx) * density, canvas.height);
  const seen = new Set<string>();
  for (let n = 0; n < data.length; n += 4) seen.add(`${data[n]} ${data[n + 1]} ${data[n + 2]}`);
  return seen;
}

const blue = '12 102 216';
const orange = '173 78 10';
const pink = '189 44 126';

test('a bar is not painted over by a mark that begins at the same time', async () => {
  const text = '0:00 Read(x) 2ms\n0:00.010 SendMessage(wait) 95s\n2:00 Read(b) 1ms';
  const canvas = await canvasOf(showLanes(sessionFromText(text)).element);
  await vi.waitFor(() => expect(coloursIn(canvas, 6, 14)).toContain(blue));
  expect(coloursIn(canvas, 40, 400)).not.toContain(blue);
});

test('a merged mark has the colour of each kind, and shell calls have that of what they do', async () => {
  const text = '0:00 Bash(rg x) 1ms\n0:00.002 Bash(rm x) 1ms\n0:00.004 Bash(npm test) 1ms\n5:00 Read(b) 1ms';
  const canvas = await canvasOf(showLanes(sessionFromText(text)).element);
  await vi.waitFor(() => {
    const seen = coloursIn(canvas, 6, 14);
    for (const colour of [blue, orange, pink]) expect(seen).toContain(colour);
  });
});

test('pressing beside all calls moves the playhead there, and hovering shows the moment', async () => {
  const { element, replay } = showLanes(sessionFromText('0:00 Read(a) 1s\n0:20 Read(b) 1s\n0:40 Read(c) 1s'));
  const canvas = await canvasOf(element);
  const position = { x: canvas.clientWidth / 4, y: canvas.clientHeight - 6 };
  await userEvent.hover(canvas, { position });
  await vi.waitFor(() =>
    expect(element.querySelector('.ark-lanes__hover-time')?.textContent).toMatch(/^0:0?0?:?(09|10)/),
  );
  await userEvent.click(canvas, { position });
  expect(replay.getState().position.at).toBeGreaterThan(8000);
  expect(replay.getState().position.at).toBeLessThan(12_000);
});

test('a zoomed view follows the playhead when it jumps', async () => {
  const { element, replay } = showLanes(sessionFromText('0:00 Read(a) 1s\n0:20 Read(b) 1s\n0:40 Read(c) 1s'));
  await canvasOf(element);
  for (let n = 0; n < 4; n += 1)
    await userEvent.click(element.querySelector('.ark-lanes__tools button:nth-child(3)') as Element);
  const from = (): number =>
    Number((element.querySelector('.ark-lanes__frame') as HTMLElement).style.getPropertyValue('--ark-lanes-from'));
  expect(from()).toBeLessThan(0.2);
  replay.seekToItem(2);
  await vi.waitFor(() => expect(from()).toBeGreaterThan(0.5));
});

test('the lower edge moves with keys, lane by lane, and is remembered', async () => {
  const first = showLanes(nestedSession);
  await canvasOf(first.element);
  const heightOf = (element: HTMLElement): number => element.querySelector('.ark-lanes__scroller')?.clientHeight ?? 0;
  const edge = await vi.waitFor(() => {
    const found = first.element.querySelector<HTMLElement>('[role=separator]');
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });
  edge.focus();
  await userEvent.keyboard('{Home}');
  const least = heightOf(first.element);
  await userEvent.keyboard('{ArrowDown}');
  const chosen = heightOf(first.element);
  expect(chosen).toBeGreaterThan(least);
  root.restart();
  const again = showLanes(nestedSession);
  await canvasOf(again.element);
  await vi.waitFor(() => expect(heightOf(again.element)).toBe(chosen));
});

test.each([
  { has: 'agents and room', session: nestedSession, widthPx: 1000, shown: 'shown' },
  { has: 'agents and little room', session: nestedSession, widthPx: 400, shown: 'map' },
  {
    has: 'neither agents nor ten minutes',
    session: sessionFromText('0:00 Read(a) 1s\n0:20 Read(b) 1s'),
    widthPx: 1000,
    shown: 'hidden',
  },
  { has: 'ten minutes', session: sessionFromText('0:00 Read(a) 1s\n12:00 Read(b) 1s'), widthPx: 1000, shown: 'shown' },
])('a replay with $has has its lanes $shown', async ({ session, widthPx, shown }) => {
  const element = show(<SessionReplay session={session} />, widthPx);
  await vi.waitFor(() => expect(element.querySelector('.ark-replay__grid')?.getAttribute('data-lanes')).toBe(shown));
  await vi.waitFor(() => expect(element.querySelector('.ark-lanes') !== null).toBe(shown !== 'hidden'));
  expect(element.querySelector('.ark-lanes__canvas') !== null).toBe(shown === 'shown');
});

test('a drag over the lanes leaves the details unchanged, and Z then zooms to the range', async () => {
  const element = show(<SessionReplay session={nestedSession} />, 1200);
  const canvas = await canvasOf(element);
  const details = (): string => element.querySelector('.ark-replay__tab-panel')?.textContent ?? '';
  await vi.waitFor(() => expect(details()).toContain('Check the tables'));
  const before = details();
  const y = canvas.clientHeight - 6;
  await userEvent.dragAndDrop(canvas, canvas, {
    sourcePosition: { x: canvas.clientWidth * 0.5, y },
    targetPosition: { x: canvas.clientWidth * 0.7, y },
  });
  await vi.waitFor(() => expect(element.querySelector('.ark-lanes__said')?.textContent).toContain('Zoom to it'));
  expect(details()).toBe(before);
  const shareInView = (): number =>
    Number((element.querySelector('.ark-lanes__frame') as HTMLElement).style.getPropertyValue('--ark-lanes-span'));
  expect(shareInView()).toBeGreaterThan(0.9);
  await userEvent.keyboard('z');
  await vi.waitFor(() => expect(shareInView()).toBeLessThan(0.3));
  // The other keys are still those of the replay.
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(element.querySelector('.ark-lanes__said')?.textContent).toBe(''));
});
