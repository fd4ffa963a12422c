import type { SessionIndex } from '../../replay/index.ts';

/** Milliseconds of a session in which something happened: all of it but the idle stretches. */
export function activeTime({ axes }: SessionIndex): number {
  const { duration, gaps } = axes.squeezed;
  return gaps.reduce<number>((rest, { start, end }) => rest - (end - start), duration);
}
