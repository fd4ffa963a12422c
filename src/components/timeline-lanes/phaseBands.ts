import { layoutLanes, phaseBlocks, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';
import type { PhaseType } from '../../session/index.ts';

/** The phases of a session along the axis of its lanes: each reaches to the next one. */
export interface PhaseBands {
  /** Ascending. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly types: readonly PhaseType[];
  /** Whether each tries again what was tried before. */
  readonly again: readonly boolean[];
}

/** Lays the phases out, once for each axis. */
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
