import { paceOf } from './pace.ts';
import { type Position, positionAt } from './position.ts';
import { nextEndOfCall } from './selectors.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { playbackMs, sessionMs, type TimeAxis } from './timeAxis.ts';
import type { Playback } from './transition.ts';

/** Where and how a replay moves, and over what. */
export type Moving = Playback & { readonly index: SessionIndex };

/** The axis a replay runs on: squeezed where idle is skipped. */
export function axisOf({ index, skipIdle }: Pick<Moving, 'index' | 'skipIdle'>): TimeAxis {
  return skipIdle ? index.axes.squeezed : index.axes.full;
}

/** Where a replay is at a time of its clock. */
export function playheadAt(replay: Moving, now: number): Position {
  const { status, position, anchoredAt, rate, index } = replay;
  if (status !== 'playing' || now <= anchoredAt) return position;
  if (replay.playback === 'paced') {
    const pace = paceOf(index);
    return pace.positionAt(pace.timeOf(position) + (now - anchoredAt) * rate);
  }
  const axis = axisOf(replay);
  return positionAt(index, axis.fromPlayback(playbackMs(axis.toPlayback(position.at) + (now - anchoredAt) * rate)));
}

/**
 * Clock milliseconds from the anchor until something visible changes: the next item is reached, a running call ends, or the session does.
 */
export function delayToNextChange(replay: Moving): number {
  const { position, rate, index } = replay;
  if (replay.playback === 'paced') {
    const pace = paceOf(index);
    const time = pace.timeOf(position);
    return (pace.nextChange(time) - time) / rate;
  }
  const nextStart = index.starts[position.item + 1] ?? Number.POSITIVE_INFINITY;
  const next = Math.min(nextStart, nextEndOfCall(index, position), index.axes.full.duration);
  const axis = axisOf(replay);
  return (axis.toPlayback(sessionMs(next)) - axis.toPlayback(position.at)) / rate;
}
