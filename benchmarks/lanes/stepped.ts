import { block, painted } from '../view/meters.ts';

/** Script time of a step (95th percentile and worst) and the time until one is painted, in milliseconds. */
export interface Step {
  script: number;
  p95: number;
  worst: number;
  painted: number;
}

const middle = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** Repeats a step many times, and measures it with the frame after it; a canvas is drawn between the two callbacks. */
export async function stepped(count: number, act: (n: number) => void): Promise<Step> {
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
