import { scaleLinear, scaleUtc } from 'd3-scale';
import { type LaneAxis, sessionMs, type TimeAxis } from '../../../replay/index.ts';
import type { LaneView } from '../../../replay/internal.ts';
import type { Formatters } from '../../language/formatters.ts';
import { type LaneFrame, type LaneScene, textWidth } from './scene.ts';

/** A tick in pixels; `label` is absent where there is no room for it. */
interface SeenTick {
  readonly x: number;
  readonly label: string | undefined;
}

/** Room for each round time, and least distance between two labels; in pixels. */
const roomPx = 96;
const apartPx = 12;
/** After a gap narrower than this the time gets no label: the gap can hardly be seen. */
const leastGapPx = 8;
/** A label stands to the right of its tick, clear of the playhead's head. */
export const labelOffsetPx = 8;

/** The ticks of a view, with labels where there is room. The canvas must already have the font of the labels. */
export function axisLabels({ lanes, time, formatters, ink }: LaneScene, frame: LaneFrame): SeenTick[] {
  const { context, scale, view, widthPx } = frame;
  const { ticks, step } = axisTicks(lanes.axis, time, view, Math.floor(widthPx / roomPx), leastGapPx / scale.pxPer);
  const seen = ticks.map(({ offset, value }) => ({
    x: scale.x(offset),
    label: labelOf(value, step, lanes.axis, formatters),
  }));
  const candidates = seen.map(({ x, label }, n) => ({
    from: x + labelOffsetPx,
    to: x + labelOffsetPx + textWidth(context, ink, label),
    rank: ticks[n]?.rank === 'round' ? 0 : 1,
  }));
  const taken = new Set(labelsThatFit(candidates, apartPx, { from: 0, to: widthPx }));
  return seen.map(({ x, label }, n) => ({ x, label: taken.has(n) ? label : undefined }));
}

function labelOf(value: number, step: number, { unit }: LaneAxis, formatters: Formatters): string {
  if (unit === 'item') return formatters.number(value);
  const clock = formatters.clock(value);
  return step % 1000 === 0 ? clock : `${clock}.${String(Math.floor(value % 1000)).padStart(3, '0')}`;
}

/** A tick of the axis, before labels are laid out. */
interface AxisTick {
  /** Offset on the axis. */
  readonly offset: number;
  /** Value of the label: milliseconds of the session, or the 1-based number of an item. */
  readonly value: number;
  /** Lower ranks get room first: round times, then the times at which a gap ends. */
  readonly rank: 'round' | 'after a gap';
}

/** The ticks of a view. */
interface AxisTicks {
  readonly ticks: readonly AxisTick[];
  /** Distance between two round values. */
  readonly step: number;
}

/**
 * Round times of a session, roughly `count` of them, ascending. Where idle time is squeezed, the time at the end of each gap is added,
 * because the clock jumps there.
 *
 * @param leastGap shortest gap, in units of the axis, whose end gets a label.
 */
export function axisTicks(axis: LaneAxis, time: TimeAxis, view: LaneView, count: number, leastGap: number): AxisTicks {
  if (axis.unit === 'item') return itemTicks(view, count);
  const round = scaleUtc()
    .domain([0, view.to - view.from])
    .ticks(Math.max(2, count))
    .map(Number);
  const step = Math.max(1, (round[1] ?? view.to) - (round[0] ?? 0));
  const ticks: AxisTick[] = [];
  const [begin, end] = [axis.momentAt(view.from), axis.momentAt(view.to)];
  const addRound = (from: number, to: number): void => {
    for (let value = Math.ceil(from / step) * step; value <= to; value += step) {
      ticks.push({ offset: axis.offsetOf(sessionMs(value)), value, rank: 'round' });
    }
  };
  let from: number = begin;
  for (const gap of time.gaps) {
    if (gap.end <= begin) continue;
    if (gap.start >= end) break;
    addRound(from, Math.min(gap.start, end));
    from = gap.end;
    if (gap.end <= end && gap.squeezedMs >= leastGap)
      ticks.push({ offset: axis.offsetOf(gap.end), value: gap.end, rank: 'after a gap' });
  }
  addRound(from, end);
  return { ticks, step };
}

function itemTicks(view: LaneView, count: number): AxisTicks {
  const round = scaleLinear().domain([view.from, view.to]).ticks(count).filter(Number.isInteger);
  return {
    ticks: round.map((offset) => ({ offset, value: offset + 1, rank: 'round' as const })),
    step: (round[1] ?? 1) - (round[0] ?? 0),
  };
}

/** A label that asks for room, in pixels. */
interface LabelCandidate {
  readonly from: number;
  readonly to: number;
  /** Lower ranks are placed first. */
  readonly rank: number;
}

/**
 * Which labels get room, as ascending positions in the list. Goes rank by rank, from left to right, and takes each label that is inside the
 * width and far enough from all labels taken so far.
 *
 * @param candidates ascending by `from`.
 */
export function labelsThatFit(
  candidates: readonly LabelCandidate[],
  apartPx: number,
  room: { from: number; to: number },
): number[] {
  const ranks = [...new Set(candidates.map(({ rank }) => rank))].sort((a, b) => a - b);
  let taken: number[] = [];
  for (const rank of ranks) taken = addRank(candidates, taken, rank, apartPx, room);
  return taken;
}

/** One pass over the taken labels and the candidates, both in order. */
function addRank(
  candidates: readonly LabelCandidate[],
  taken: readonly number[],
  rank: number,
  apartPx: number,
  room: { from: number; to: number },
): number[] {
  const fitting: number[] = [];
  let next = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [n, candidate] of candidates.entries()) {
    if (taken[next] === n) {
      fitting.push(n);
      until = candidate.to;
      next += 1;
      continue;
    }
    if (candidate.rank !== rank || candidate.from < room.from || candidate.to > room.to) continue;
    const following = taken[next];
    const before = following === undefined ? Number.POSITIVE_INFINITY : (candidates[following] as LabelCandidate).from;
    if (candidate.from - until < apartPx || before - candidate.to < apartPx) continue;
    fitting.push(n);
    until = candidate.to;
  }
  return fitting;
}
