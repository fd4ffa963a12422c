import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { playbackMs, type SessionMs, type TimeAxis } from '../timeAxis.ts';

/**
 * The lane of one agent. Runs of the same agent that its parent starts one after the other share a lane; runs that overlap in time have one
 * lane each.
 */
export interface Lane {
  /** The id of its first run. */
  readonly id: string;
  /** Position in `Lanes.lanes`. */
  readonly index: number;
  /** The parent lane; undefined for the session's own lane. */
  readonly parent: number | undefined;
  readonly depth: number;
  /** The name of its agent; undefined for the session's own lane and where the source names none. */
  readonly agent: string | undefined;
  /** Its number among the lanes with this agent name below the same parent, from 1. */
  readonly number: number;
  /** Its runs in order of time; none overlaps another. */
  readonly runs: readonly ReplayRun[];
  /** Its calls, as ascending positions in `SessionIndex.items`. */
  readonly calls: Uint32Array;
  /** Its calls in rows, so that no two calls of a row overlap. At least one row. */
  readonly rows: readonly LaneRow[];
  /** Number of failed calls. `errors` also counts denied calls and errors of the model's API. */
  readonly failed: number;
  readonly errors: LaneMarks;
  readonly compactions: LaneMarks;
  /** Number of lanes below it, at any depth: they follow it directly. */
  readonly below: number;
}

/** Calls of a lane that do not overlap. */
export interface LaneRow {
  /** Positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  /** Where each begins and ends on the axis of the lanes; both ascend. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The kind of each call, as a position in `laneKinds`. */
  readonly kinds: Uint8Array;
  /** How many calls of each kind come before each call: `laneKinds.length` numbers per call, and one more set at the end. */
  readonly tally: Uint32Array;
}

/** Marked moments of a lane. */
export interface LaneMarks {
  readonly items: Uint32Array;
  /** Where they lie on the axis of the lanes, ascending. */
  readonly from: Float64Array;
  /** The row of the call that each moment belongs to, or 0. */
  readonly rows: Uint32Array;
}

/**
 * The axis that lanes are laid out along: playback time, as in the scrub bar. In a session whose items all share one moment, each item
 * takes one place instead.
 */
export interface LaneAxis {
  /** Playback milliseconds, or places; more than 0. */
  readonly total: number;
  readonly unit: 'ms' | 'item';
  /** Where an item begins. */
  startOf(item: number): number;
  /** Where an item ends; a call still in flight at the end of the session. */
  endOf(item: number): number;
  /** Offset of a moment. */
  offsetOf(at: SessionMs): number;
  /** The moment at an offset. */
  momentAt(offset: number): SessionMs;
}

/** Makes the lanes' axis of a session from its replay's axis. */
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
