import { createRoot } from 'react-dom/client';
import { ReplayProvider, TimelineLanes } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createReplay, createSystemClock, indexSession, layoutLanes } from '../../src/replay/index.ts';
import { bigSession } from '../bigSession.ts';
import { block, painted } from '../view/meters.ts';
import { techniques } from './techniques.ts';

/** Script of a step and the time until it is painted, in milliseconds. */
interface Step {
  script: number;
  p95: number;
  worst: number;
  painted: number;
}

/** What a run of the benchmark found, in milliseconds unless it says otherwise. */
export interface LaneFigures {
  index: number;
  layout: number;
  mount: number;
  nodes: number;
  steps: Record<string, Step>;
  drawn: Record<string, Step>;
}

const root = document.getElementById('root') as HTMLElement;
const middle = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** Script of an event and of the frame after it; a canvas is drawn between the two callbacks. */
async function stepped(count: number, act: (n: number) => void): Promise<Step> {
  const scripts: number[] = [];
  const paints: number[] = [];
  for (let n = 0; n < count; n += 1) {
    let begun = 0;
    const framed = new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        begun = performance.now();
      });
      const event = block(() => act(n));
      requestAnimationFrame(() => resolve(event + performance.now() - begun));
    });
    const start = performance.now();
    scripts.push(await framed);
    await painted();
    paints.push(performance.now() - start);
  }
  return {
    script: middle(scripts),
    p95: scripts[Math.floor(0.95 * scripts.length)] ?? 0,
    worst: scripts.at(-1) ?? 0,
    painted: middle(paints),
  };
}

async function measureLanes(calls: number): Promise<LaneFigures> {
  const session = bigSession(calls);
  let index = indexSession(session);
  const indexed = block(() => {
    index = indexSession(session);
  });
  const layout = block(() => layoutLanes(index, index.axes.squeezed));
  const replay = createReplay(index, { clock: createSystemClock() });
  const app = createRoot(root);
  const begun = performance.now();
  app.render(
    <ReplayProvider replay={replay}>
      <TimelineLanes />
    </ReplayProvider>,
  );
  await painted();
  await painted();
  const mount = performance.now() - begun;

  const plot = document.querySelector('.ark-lanes__canvas') as HTMLElement;
  const { left, top, width } = plot.getBoundingClientRect();
  const turn = (init: WheelEventInit): boolean =>
    plot.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: left + width / 2,
        clientY: top + 20,
        ...init,
      }),
    );
  const whole = (): void => document.querySelectorAll<HTMLElement>('.ark-lanes__tools button')[3]?.click();
  const steps: LaneFigures['steps'] = {};
  // Near the whole, where most is seen, and all the way down.
  steps['zoom, near the whole'] = await stepped(40, (n) => turn({ deltaY: n % 2 === 0 ? -40 : 40, ctrlKey: true }));
  steps['zoom, all the way in'] = await stepped(40, () => turn({ deltaY: -120, ctrlKey: true }));
  whole();
  turn({ deltaY: -230, ctrlKey: true });
  steps['pan, half of the session seen'] = await stepped(40, (n) =>
    turn({ deltaY: n % 20 < 10 ? 40 : -40, shiftKey: true }),
  );
  steps['point at a call'] = await stepped(40, (n) =>
    plot.dispatchEvent(
      new PointerEvent('pointermove', {
        bubbles: true,
        clientX: left + 20 + ((n * 37) % (width - 40)),
        clientY: top + 18,
      }),
    ),
  );
  const nodes = document.querySelectorAll('.ark-lanes *').length;
  app.unmount();

  const drawn: LaneFigures['drawn'] = {};
  const lanes = layoutLanes(index, index.axes.squeezed);
  const heightPx = lanes.lanes.reduce((sum, { rows }) => sum + rows.length * 13, 0);
  for (const [name, draw] of Object.entries(techniques)) {
    const surface = name.startsWith('canvas')
      ? document.createElement('canvas')
      : document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    surface.setAttribute('width', '1400');
    surface.setAttribute('height', String(heightPx));
    root.replaceChildren(surface);
    const paint = draw as (on: typeof lanes, widthPx: number, surface: Element) => void;
    drawn[name] = await stepped(5, (n) => paint(lanes, 1400 + n, surface));
  }
  const empty = document.createElement('canvas');
  empty.width = 1400;
  empty.height = heightPx;
  root.replaceChildren(empty);
  drawn['canvas, nothing'] = await stepped(5, () => empty.getContext('2d')?.clearRect(0, 0, 1400, heightPx));
  return { index: indexed, layout, mount, nodes, steps, drawn };
}

Object.assign(window, { measureLanes });
