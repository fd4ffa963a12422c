import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { playbackMs, type SessionMs, type TimeAxis } from '../timeAxis.ts';

/**
 * The lane of one agent. Runs of the same agent that its parent starts one after the other share a lane; those that go on at
 * once have one each.
 */
export interface Lane {
  /** The id of its first run. */
  readonly id: string;
  /** Position in `Lanes.lanes`. */
  readonly index: number;
  /** The lane it stands below; undefined for that of the session itself. */
  readonly parent: number | undefined;
  readonly depth: number;
  /** What its agent is called; undefined for the session itself and where the source is silent. */
  readonly agent: string | undefined;
  /** Which of the lanes of agents of this name below the same parent it is, 1 for the first. */
  readonly number: number;
  /** In order of time, none over another. */
  readonly runs: readonly ReplayRun[];
  /** Its calls, as ascending positions in `SessionIndex.items`. */
  readonly calls: Uint32Array;
  /** Its calls side by side: none lies over another of its row. At least one row. */
  readonly rows: readonly LaneRow[];
  /** How many of its calls failed. `errors` are more: denied calls, and errors of the model's API. */
  readonly failed: number;
  readonly errors: LaneMarks;
  readonly compactions: LaneMarks;
  /** How many lanes stand below it, at any depth: the ones right after it. */
  readonly below: number;
}

/** Calls of a lane that follow each other. */
export interface LaneRow {
  /** Positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  /** Where each begins and ends on the axis of the lanes; both ascend. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** What each does, as a position in `laneKinds`. */
  readonly kinds: Uint8Array;
  /** How many calls of each kind come before each call, and one more at the end: a line of `laneKinds` a call. */
  readonly tally: Uint32Array;
}

/** Moments of a lane that are marked. */
export interface LaneMarks {
  readonly items: Uint32Array;
  /** Where they lie on the axis of the lanes, ascending. */
  readonly from: Float64Array;
  /** The row of the call that each is, or 0. */
  readonly rows: Uint32Array;
}

/**
 * What lanes are laid out along: the playback of the replay, the same as in the scrub bar. A session whose items share one
 * moment has no such length: there each item takes one place.
 */
export interface LaneAxis {
  /** Playback milliseconds, or places; more than 0. */
  readonly total: number;
  readonly unit: 'ms' | 'item';
  /** Where an item begins. */
  startOf(item: number): number;
  /** Where an item ends; a call still in flight at the end of the session. */
  endOf(item: number): number;
  /** Where a moment lies. */
  offsetOf(at: SessionMs): number;
  /** The moment at a place. */
  momentAt(offset: number): SessionMs;
}

/** Makes the axis of the lanes of a session that is replayed on an axis of its own. */
export function createLaneAxis({ starts, ends, items }: SessionIndex, axis: TimeAxis): LaneAxis {
  const { duration, playbackDuration } = axis;
  const timed = playbackDuration > 0;
  const places = Math.max(1, items.length - 1);
  return {
    total: timed ? playbackDuration : places,
    unit: timed ? 'ms' : 'item',
    startOf: (item) => (timed ? axis.toPlayback(starts[item] as SessionMs) : item),
    endOf: (item) => (timed ? axis.toPlayback(Math.min(ends[item] as number, duration) as SessionMs) : item),
    offsetOf: (at) => (timed ? axis.toPlayback(at) : 0),
    momentAt: (offset) => (timed ? axis.fromPlayback(playbackMs(offset)) : (0 as SessionMs)),
  };
}
