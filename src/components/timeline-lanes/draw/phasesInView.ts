import { countUpTo } from '../../../replay/countUpTo.ts';
import { eachCell } from '../../../replay/lanes/eachCell.ts';
import type { PhaseType } from '../../../session/index.ts';
import type { PhaseBands } from '../phaseBands.ts';
import type { LaneFrame } from './scene.ts';

/** A phase as it is seen, in pixels. */
export interface SeenPhase {
  readonly x: number;
  readonly width: number;
  readonly type: PhaseType;
  readonly again: boolean;
}

/** The phases of a view from left to right; of those that share a pixel, the longest stands for all. */
export function phasesInView({ from, to, types, again }: PhaseBands, { view, scale }: LaneFrame): SeenPhase[] {
  const seen: SeenPhase[] = [];
  const first = Math.max(0, countUpTo(from, view.from) - 1);
  eachCell(from, first, view.to, 1 / scale.pxPer, (start, last) => {
    let longest = start;
    for (let n = start + 1; n <= last; n += 1) if (length(n) > length(longest)) longest = n;
    const x = scale.x(from[start] as number);
    seen.push({
      x,
      width: scale.x(to[last] as number) - x,
      type: types[longest] ?? 'unclassified',
      again: again[longest] ?? false,
    });
  });
  return seen;

  function length(n: number): number {
    return (to[n] as number) - (from[n] as number);
  }
}
