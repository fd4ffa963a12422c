import { scaleLinear, scaleUtc } from 'd3-scale';
import type { LaneAxis, TimeAxis } from '../../replay/index.ts';
import { sessionMs } from '../../replay/index.ts';
import type { LaneView } from '../../replay/lanes/laneView.ts';

/** A place of the axis that has a label. */
export interface AxisTick {
  /** Where it is on the axis. */
  readonly place: number;
  /** What it says: milliseconds of the session, or the number of a place, from 1. */
  readonly value: number;
  /** Round times come before those at which the time goes on after a gap. */
  readonly rank: 'round' | 'after a gap';
}

/** The ticks of a view. */
export interface AxisTicks {
  readonly ticks: readonly AxisTick[];
  /** From one round value to the next. */
  readonly step: number;
}

/**
 * Round times of a session, about as many as a count; where idle is squeezed also the time at which it ends, because the
 * clock jumps there. Ascending.
 *
 * @param leastGap how long a gap takes, at least, on the axis for its end to be told.
 */
export function axisTicks(axis: LaneAxis, time: TimeAxis, view: LaneView, count: number, leastGap: number): AxisTicks {
  if (axis.unit === 'place') return placeTicks(view, count);
  const round = scaleUtc()
    .domain([0, view.to - view.from])
    .ticks(Math.max(2, count))
    .map(Number);
  const step = Math.max(1, (round[1] ?? view.to) - (round[0] ?? 0));
  const ticks: AxisTick[] = [];
  const [begin, end] = [axis.momentAt(view.from), axis.momentAt(view.to)];
  const addRound = (from: number, to: number): void => {
    for (let value = Math.ceil(from / step) * step; value <= to; value += step) {
      ticks.push({ place: axis.placeOf(sessionMs(value)), value, rank: 'round' });
    }
  };
  let from: number = begin;
  for (const gap of time.gaps) {
    if (gap.end <= begin) continue;
    if (gap.start >= end) break;
    addRound(from, Math.min(gap.start, end));
    from = gap.end;
    if (gap.end <= end && gap.squeezedMs >= leastGap)
      ticks.push({ place: axis.placeOf(gap.end), value: gap.end, rank: 'after a gap' });
  }
  addRound(from, end);
  return { ticks, step };
}

function placeTicks(view: LaneView, count: number): AxisTicks {
  const round = scaleLinear().domain([view.from, view.to]).ticks(count).filter(Number.isInteger);
  return {
    ticks: round.map((place) => ({ place, value: place + 1, rank: 'round' as const })),
    step: (round[1] ?? 1) - (round[0] ?? 0),
  };
}
