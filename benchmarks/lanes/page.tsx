import { createRoot } from 'react-dom/client';
import { ReplayProvider, TimelineLanes } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createReplay, createSystemClock, indexSession, layoutLanes } from '../../src/replay/index.ts';
import { bigSession } from '../bigSession.ts';
import { block, painted } from '../view/meters.ts';
import { stepLanes } from './stepLanes.ts';
import { type Step, stepped } from './stepped.ts';
import { techniques } from './techniques.ts';

/** Results of the benchmark, in milliseconds unless stated otherwise. */
export interface LaneFigures {
  index: number;
  layout: number;
  mount: number;
  nodes: number;
  steps: Record<string, Step>;
  drawn: Record<string, Step>;
}

const root = document.getElementById('root') as HTMLElement;

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
  const steps = await stepLanes();
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
