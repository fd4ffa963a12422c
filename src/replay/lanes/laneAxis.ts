import type { SessionIndex } from '../sessionIndex.ts';
import { playbackMs, type SessionMs, type TimeAxis } from '../timeAxis.ts';

/**
 * What lanes are laid out along: the playback of the replay, the same as in the scrub bar. A session whose items share one
 * moment has no such length: there each item takes one place.
 */
export interface LaneAxis {
  /** Playback milliseconds, or places; more than 0. */
  readonly total: number;
  readonly unit: 'ms' | 'place';
  /** Where an item begins. */
  startOf(item: number): number;
  /** Where an item ends; a call still in flight at the end of the session. */
  endOf(item: number): number;
  /** Where a moment lies. */
  placeOf(at: SessionMs): number;
  /** The moment at a place. */
  momentAt(place: number): SessionMs;
}

/** Makes the axis of the lanes of a session that is replayed on an axis of its own. */
export function createLaneAxis({ starts, ends, items }: SessionIndex, axis: TimeAxis): LaneAxis {
  const { duration, playbackDuration } = axis;
  const timed = playbackDuration > 0;
  const places = Math.max(1, items.length - 1);
  return {
    total: timed ? playbackDuration : places,
    unit: timed ? 'ms' : 'place',
    startOf: (item) => (timed ? axis.toPlayback(starts[item] as SessionMs) : item),
    endOf: (item) => (timed ? axis.toPlayback(Math.min(ends[item] as number, duration) as SessionMs) : item),
    placeOf: (at) => (timed ? axis.toPlayback(at) : 0),
    momentAt: (place) => (timed ? axis.fromPlayback(playbackMs(place)) : (0 as SessionMs)),
  };
}
