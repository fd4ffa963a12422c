import { layoutLanes, phaseBlocks, type SessionIndex, type TimeAxis } from '../../../replay/index.ts';
import { countUpTo, eachCell, memoize } from '../../../replay/internal.ts';
import type { PhaseType } from '../../../session/index.ts';
import type { LaneFrame, PhaseBands } from './scene.ts';

/** The band of a phase, in pixels. */
interface SeenPhase {
  readonly x: number;
  readonly width: number;
  readonly type: PhaseType;
  readonly again: boolean;
}

/** The phases of a view from left to right. If several share a pixel, the longest is drawn. */
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

/** Lays the phases out, once per axis. */
export const phaseBands = memoize((index: SessionIndex, time: TimeAxis): PhaseBands => {
  const { axis } = layoutLanes(index, time);
  const blocks = phaseBlocks(index).filter(({ empty }) => empty === undefined);
  const from = Float64Array.from(blocks, ({ first }, n) => (n === 0 ? 0 : axis.startOf(first)));
  return {
    from,
    to: Float64Array.from(blocks, (_, n) => from[n + 1] ?? axis.total),
    types: blocks.map(({ type }) => type),
    again: blocks.map(({ attempt }) => attempt.number > 1),
  };
});
