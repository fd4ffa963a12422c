import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Draw, useCanvas } from '../../../src/components/timeline-lanes/useCanvas.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const unchanging: readonly [] = [];
const root = testRoot();

afterEach(() => {
  vi.restoreAllMocks();
});

function Canvas({ draw }: { draw: Draw }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useCanvas(canvas, draw, unchanging);
  return <canvas ref={canvas} style={{ display: 'block', width: '100%', height: 20 }} />;
}

/** Times of the frames in which canvases were drawn, one for each drawing, which takes `ms` by a clock that only drawing moves. */
function drawings(ms: number): { times: number[]; draw: Draw } {
  const times: number[] = [];
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  return {
    times,
    draw() {
      times.push(Number(document.timeline.currentTime));
      clock += ms;
    },
  };
}

const most = (times: readonly number[]): number =>
  Math.max(...times.map((time) => times.filter((other) => other === time).length));

it('draws new canvases in turns of 8 ms a frame', async () => {
  const { times, draw } = drawings(5);
  root.render([0, 1, 2, 3, 4, 5].map((each) => <Canvas key={each} draw={draw} />));
  await vi.waitFor(() => expect(times).toHaveLength(6));
  expect(most(times)).toBe(2);
});

it('draws canvases that were drawn before at once where their size changes', async () => {
  const { times, draw } = drawings(5);
  root.render([0, 1, 2, 3].map((each) => <Canvas key={each} draw={draw} />));
  await vi.waitFor(() => expect(times).toHaveLength(4));
  times.length = 0;
  root.host.style.width = '300px';
  await vi.waitFor(() => expect(times).toHaveLength(4));
  expect(most(times)).toBe(4);
});
