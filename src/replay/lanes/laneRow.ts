import { commandOf } from '../../session/facts/callTexts.ts';
import { type CommandPurpose, commandPurpose } from '../../session/facts/commandPurpose.ts';
import { toolFacts } from '../../session/facts/toolFacts.ts';
import type { ToolCall, ToolCategory } from '../../session/index.ts';
import { countBelow, countUpTo } from '../countUpTo.ts';
import { memoizeSteps } from '../memoize.ts';
import type { ReplayRun, SessionIndex } from '../sessionIndex.ts';
import { itemsPerStep } from '../slices.ts';
import { playbackMs, type SessionMs, type TimeAxis } from '../timeAxis.ts';

/** What a call does, as lanes colour it: its category; for a shell command, whether it looks, changes or tests. */
type LaneKind = ToolCategory | 'test';

/** The kinds of calls, in the order in which a row counts them. */
export const laneKinds: readonly LaneKind[] = [
  'perception',
  'action',
  'test',
  'interaction',
  'planning',
  'task_management',
];

const kindOfPurpose: Readonly<Record<CommandPurpose, LaneKind | undefined>> = {
  read: 'perception',
  change: 'action',
  test: 'test',
  other: undefined,
};

/** The kind of a call. `before` is the kind of the shell call before it; a call that only continues that one has the same kind. */
export function laneKindOf(call: ToolCall, before?: LaneKind): LaneKind {
  const { shell, continues, family } = toolFacts(call.tool_name);
  if (continues && family === 'terminal') return before ?? call.tool_category;
  const command = shell ? commandOf(call) : undefined;
  return (command === undefined ? undefined : kindOfPurpose[commandPurpose(command)]) ?? call.tool_category;
}

/** Calls looked at between two pauses. */
const commandsPerStep = 1024;

/** The kind of each call of a session, by item; computed once, because every command has to be parsed. */
export const kindOfItems = memoizeSteps(function* ({ items, runs }: SessionIndex): Generator<undefined, Uint8Array> {
  const kinds = new Uint8Array(items.length);
  for (const { landmarks } of runs) {
    let before: LaneKind | undefined;
    for (const [n, at] of landmarks.call.entries()) {
      if (n % commandsPerStep === commandsPerStep - 1) yield;
      const item = items[at];
      if (item?.is !== 'call') continue;
      const kind = laneKindOf(item.call, before);
      if (toolFacts(item.call.tool_name).shell) before = kind;
      kinds[at] = Math.max(0, laneKinds.indexOf(kind));
    }
  }
  return kinds;
});

/** The kinds of some calls, as positions in `laneKinds`. */
export function kindsOf(index: SessionIndex, calls: Uint32Array): Uint8Array {
  const kinds = kindOfItems(index);
  return Uint8Array.from(calls, (at) => kinds[at] as number);
}

/** Makes a row from some calls, given as positions in the list of all calls; pauses now and then. */
export function* makeRow(calls: Omit<LaneRow, 'tally'>, members: Uint32Array): Generator<undefined, LaneRow> {
  const count = members.length;
  const width = laneKinds.length;
  const items = new Uint32Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const kinds = new Uint8Array(count);
  const tally = new Uint32Array((count + 1) * width);
  for (let n = 0; n < count; n += 1) {
    if (n % itemsPerStep === itemsPerStep - 1) yield;
    const member = members[n] as number;
    items[n] = calls.items[member] as number;
    from[n] = calls.from[member] as number;
    to[n] = calls.to[member] as number;
    const kind = calls.kinds[member] as number;
    kinds[n] = kind;
    for (let at = n * width; at < (n + 1) * width; at += 1) tally[at + width] = tally[at] as number;
    tally[(n + 1) * width + kind] = (tally[(n + 1) * width + kind] as number) + 1;
  }
  return { items, from, to, kinds, tally };
}

/** Number of calls of a kind in part of a row, from one call to another. */
export function countKind({ tally }: LaneRow, kind: number, first: number, last: number): number {
  const width = laneKinds.length;
  return (tally[(last + 1) * width + kind] as number) - (tally[first * width + kind] as number);
}

/** The call of a row at an offset of the axis, or the nearest one within reach; undefined where there is none. */
export function findInRow({ items, from, to }: LaneRow, offset: number, reach: number): number | undefined {
  const before = countUpTo(from, offset) - 1;
  const distance = (n: number): number =>
    n < 0 || n >= items.length
      ? Number.POSITIVE_INFINITY
      : Math.max(0, (from[n] as number) - offset, offset - (to[n] as number));
  const nearest = distance(before) <= distance(before + 1) ? before : before + 1;
  return distance(nearest) <= reach ? items[nearest] : undefined;
}

/** The call of a lane, in any of its rows, that is nearest to an offset of the axis; undefined in a lane without calls. */
export function nearestCall({ rows }: Lane, offset: number): number | undefined {
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const item = findInRow(row, offset, Number.POSITIVE_INFINITY);
    if (item === undefined) continue;
    const n = countUpTo(row.items, item) - 1;
    const distance = Math.max(0, (row.from[n] as number) - offset, offset - (row.to[n] as number));
    if (distance < least) {
      least = distance;
      found = item;
    }
  }
  return found;
}

/**
 * Visits everything that begins inside a range, cell by cell: what begins in one cell is visited together, so that a hundred thousand calls
 * cost no more than the screen has room for. Cells lie on a grid of the axis rather than of the screen, so panning does not regroup them.
 *
 * @param begins ascending.
 * @param first the first entry to visit.
 * @param until end of the range.
 * @param cell length of a cell.
 */
export function eachCell(
  begins: Float64Array,
  first: number,
  until: number,
  cell: number,
  visit: (first: number, last: number) => void,
): void {
  for (let n = first; n < begins.length && (begins[n] as number) <= until; ) {
    const end = (Math.floor((begins[n] as number) / cell) + 1) * cell;
    const next = Math.max(n + 1, seek(begins, n + 1, end));
    visit(n, next - 1);
    n = next;
  }
}

/** Counts the entries that are less than the value, searching from a given entry on: most often the very next entry is not less. */
function seek(begins: Float64Array, from: number, value: number): number {
  let step = 1;
  let low = from;
  while (low + step - 1 < begins.length && (begins[low + step - 1] as number) < value) {
    low += step;
    step *= 2;
  }
  const high = Math.min(begins.length, low + step);
  return low + countBelow(begins.subarray(low, high), value);
}

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
  const steps = Math.max(1, items.length - 1);
  return {
    total: timed ? playbackDuration : steps,
    unit: timed ? 'ms' : 'item',
    startOf: (item) => (timed ? axis.toPlayback(starts[item] as SessionMs) : item),
    endOf: (item) => (timed ? axis.toPlayback(Math.min(ends[item] as number, duration) as SessionMs) : item),
    offsetOf: (at) => (timed ? axis.toPlayback(at) : 0),
    momentAt: (offset) => (timed ? axis.fromPlayback(playbackMs(offset)) : (0 as SessionMs)),
  };
}
