import type { PhaseAnnotation, Session, SubSession } from '../session/index.ts';
import type { CallItem, ReplayItem } from './replayItem.ts';
import type { SessionMs, TimeAxis } from './timeAxis.ts';

/** The run of one agent: the session itself, or a sub-session. */
export interface ReplayRun {
  /** The id of the session or sub-session. */
  readonly id: string;
  /** Position in `SessionIndex.runs`. */
  readonly index: number;
  /** The run that started it; undefined for the session itself. */
  readonly parent: number | undefined;
  /** The call that started it, where one is known. */
  readonly trigger: CallItem | undefined;
  readonly depth: number;
  /** The type of its agent, else the agent's id; undefined for the session itself and where the source names none. */
  readonly agent: string | undefined;
  readonly subSession: SubSession | undefined;
  /** Its items, ascending. */
  readonly items: Uint32Array;
  readonly landmarks: Landmarks;
  /** When its first item starts and its last one ends; both 0 in a run without items. */
  readonly start: SessionMs;
  readonly end: SessionMs;
}

/** Items worth stepping to, as ascending positions in `SessionIndex.items`. */
export interface Landmarks {
  readonly call: Uint32Array;
  readonly message: Uint32Array;
  /** Items where something went wrong: see `isError`. */
  readonly error: Uint32Array;
  /** Prompts of a person: see `isPrompt`. */
  readonly prompt: Uint32Array;
  /** The first item of each phase block, in the session's own run. */
  readonly phase: Uint32Array;
  readonly compaction: Uint32Array;
}

export type Landmark = keyof Landmarks;

/**
 * A session made ready for replay: built once, in linear time, and never changed. Questions about a position are answered by binary search.
 */
export interface SessionIndex {
  readonly session: Session;
  /** Every call and event of every run, in the order in which the replay reaches them. */
  readonly items: readonly ReplayItem[];
  /** The session itself, then its sub-sessions in the order of the file. */
  readonly runs: readonly ReplayRun[];
  /**
   * `SessionMs` at which each item is reached, ascending. Where the log's clock runs backwards, these are the nearest ascending times; the
   * items keep the recorded ones.
   */
  readonly starts: Float64Array;
  /** `SessionMs` at which each item ends; an event ends where it starts, a call still in flight at Infinity. */
  readonly ends: Float64Array;
  readonly phases: readonly PhaseAnnotation[];
  /** For each item the position of its annotation in `phases`, or -1. */
  readonly phaseOf: Int32Array;
  readonly landmarks: Landmarks;
  /** Every item in reading order: a run follows the call that started it. */
  readonly outline: Uint32Array;
  readonly axes: {
    /** The axis on which idle ranges over the threshold have a fixed length. */
    readonly squeezed: TimeAxis;
    /** The axis on which playback time is session time. */
    readonly full: TimeAxis;
  };
  /** The call with this id; undefined where there is none. */
  callById(callId: string): CallItem | undefined;
  /** The item that is this event, or is paired with it; undefined where there is none. */
  itemByEventId(eventId: string): ReplayItem | undefined;
  /** The item with this id, as in `ReplayItem.id`. */
  itemById(id: string): ReplayItem | undefined;
}
