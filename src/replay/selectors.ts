import type { PhaseAnnotation } from '../session/index.ts';
import { type SessionTotals, hasClock as sessionHasClock, totalsOf } from '../session/internal.ts';
import { countUpTo } from './countUpTo.ts';
import { noFilters, type ReplayFilters } from './filters.ts';
import { memoize } from './memoize.ts';
import { paceOf } from './pace.ts';
import type { Position } from './position.ts';
import type { ReplayItem } from './replayItem.ts';
import { rowsOf } from './rows.ts';
import type { Landmark, SessionIndex } from './sessionIndex.ts';
import { type SessionMs, sessionMs, type TimeAxis } from './timeAxis.ts';
import type { ReplayState } from './transition.ts';

/** Number of items of each kind that have been reached, and of errors. */
export type Counts = Readonly<Record<Landmark, number>>;

/** Counts what has been reached by a position, in one run or in all: `call 79 of 131` is `call` of run 0. */
export function countsAt(index: SessionIndex, { item }: Position, run?: number): Counts {
  const landmarks = run === undefined ? index.landmarks : index.runs[run]?.landmarks;
  const count = (kind: Landmark): number => (landmarks === undefined ? 0 : countUpTo(landmarks[kind], item));
  return {
    call: count('call'),
    message: count('message'),
    error: count('error'),
    prompt: count('prompt'),
    phase: count('phase'),
    compaction: count('compaction'),
  };
}

/** Whether the log of a session has a clock, as `hasClock` of the session layer says; computed once. */
export function hasClock(index: SessionIndex): boolean {
  return clockOf(index).known;
}

/** The totals of the session, as `totalsOf` gives them; computed once. */
export const totalsOfIndex = memoize(({ session }: SessionIndex): SessionTotals => totalsOf(session));

const clockOf = memoize(({ session }: SessionIndex): { readonly known: boolean } => {
  return { known: sessionHasClock(session) };
});

/** The last item reached; undefined in a session without items. */
export function currentItem(index: SessionIndex, position: Position): ReplayItem | undefined {
  return index.items[position.item];
}

/** The annotation that covers an item; undefined where none does. */
export function phaseOfItem(index: SessionIndex, item: number): PhaseAnnotation | undefined {
  return index.phases[index.phaseOf[item] ?? -1];
}

/** The annotation that covers the current item; undefined where none does. */
export function phaseAt(index: SessionIndex, position: Position): PhaseAnnotation | undefined {
  return phaseOfItem(index, position.item);
}

/** Whether a call is in flight at a position: reached, and not ended. */
export function isRunning(index: SessionIndex, item: number, position: Position): boolean {
  if (position.itemIsOver && item === position.item) return false;
  return item <= position.item && (index.ends[item] as number) > position.at;
}

/** A mark on the scrub bar. Its time is a session time: where it lies depends on the axis in use, squeezed or not. */
export interface Marker {
  readonly is: Extract<Landmark, 'error' | 'prompt' | 'phase' | 'compaction'>;
  readonly item: number;
  readonly at: SessionMs;
}

/** The marks of a session, ascending; computed once. */
export const markersOf = memoize((index: SessionIndex): readonly Marker[] => {
  const { landmarks, starts } = index;
  return (['phase', 'prompt', 'compaction', 'error'] as const)
    .flatMap((is) => Array.from(landmarks[is], (item) => ({ is, item, at: sessionMs(starts[item] as number) })))
    .sort((a, b) => a.item - b.item);
});

/**
 * The share of the replay that lies behind a position, 0…1, on the axis that the replay runs on. Where all items share one moment, the
 * share of items reached; 0 in a session without items.
 */
export function progressAt(index: SessionIndex, axis: TimeAxis, { at, item }: Position): number {
  if (axis.playbackDuration > 0) return Math.min(1, axis.toPlayback(at) / axis.playbackDuration);
  const steps = index.items.length - 1;
  return steps > 0 ? item / steps : index.items.length;
}

/** The calls in flight at a position, in every run, ascending. A call runs from its start up to, but not including, its end. */
export function runningCalls(index: SessionIndex, { at, item }: Position): number[] {
  const found: number[] = [];
  latestEnds(index).collect(item, at, found);
  return found;
}

/** The earliest moment after `at` at which a running call ends; Infinity where none does. */
export function nextEndOfCall(index: SessionIndex, position: Position): number {
  return runningCalls(index, position).reduce(
    (first, item) => Math.min(first, index.ends[item] as number),
    Number.POSITIVE_INFINITY,
  );
}

interface LatestEnds {
  /** Adds to `found`, ascending, the items up to `last` that end after `at`. */
  collect(last: number, at: number, found: number[]): void;
}

/**
 * A binary tree over the items in which every node knows the latest end below it. Whole ranges of ended items are skipped, so the calls in
 * flight are found in log n each, however long one of them has been running.
 */
const latestEnds = memoize(({ ends }: SessionIndex): LatestEnds => {
  let width = 1;
  while (width < ends.length) width *= 2;
  const tree = new Float64Array(2 * width).fill(Number.NEGATIVE_INFINITY);
  tree.set(ends, width);
  for (let node = width - 1; node > 0; node -= 1) {
    tree[node] = Math.max(tree[2 * node] as number, tree[2 * node + 1] as number);
  }
  const collect = (node: number, first: number, size: number, last: number, at: number, found: number[]): void => {
    if (first > last || (tree[node] as number) <= at) return;
    if (size === 1) {
      found.push(first);
      return;
    }
    collect(2 * node, first, size / 2, last, at, found);
    collect(2 * node + 1, first + size / 2, size / 2, last, at, found);
  };
  return { collect: (last, at, found) => collect(1, 0, width, last, at, found) };
});

/** The item whose row the playhead is at: the last item reached, or the call whose folded run contains it. */
export function itemAtPlayhead({
  index,
  position,
  filters,
  expanded,
}: Pick<ReplayState, 'index' | 'position' | 'filters' | 'expanded'>): ReplayItem | undefined {
  const { items, rowOf } = rowsOf(index, filters, expanded);
  return index.items[items[rowOf[position.item] ?? -1] ?? -1];
}

/**
 * The item whose details follow the playhead: that of its row. While a replay goes by what the session holds, the item shown at that time,
 * whether it has a row or not.
 */
export function itemPlayed(state: ReplayState): ReplayItem | undefined {
  if (state.playback !== 'paced' || state.status !== 'playing') return itemAtPlayhead(state);
  const { index, position } = state;
  const shown = paceOf(index)
    .beatAt(position.item)
    ?.items.findLast((at) => at <= position.item);
  return index.items[shown ?? -1] ?? itemAtPlayhead(state);
}

/**
 * The item whose details are shown: the pinned one, else the selected one, else that of the row at the playhead. If all rows left by a
 * search or a range are still ahead, the item at the playhead without those filters.
 */
export function shownItem(state: ReplayState): ReplayItem | undefined {
  const { index, pinned, selection, filters } = state;
  const held = index.itemById(pinned ?? '') ?? index.itemById(selection ?? '');
  return held ?? itemPlayed(state) ?? itemAtPlayhead({ ...state, filters: onlyHidden(filters) });
}

/** The filters reduced to what they hide, without conditions; the same object for the same filters, so that rows are computed once. */
const onlyHidden = memoize(({ hidden, level }: ReplayFilters): ReplayFilters => ({ ...noFilters, hidden, level }));

/**
 * The position as a view shows it. Someone who moves a replay to a call and stops there wants to see its result, so the call counts as
 * over, however long it took. While the replay plays, a call takes its time; a call without an end stays open.
 */
export function shownPosition({
  index,
  position,
  status,
}: Pick<ReplayState, 'index' | 'position' | 'status'>): Position {
  const { at, item } = position;
  const broughtHere = status === 'paused' && at === index.starts[item];
  return broughtHere && Number.isFinite(index.ends[item]) ? withItemOver(position) : position;
}

// Returns the same object for the same position, so that views do not draw again.
const withItemOver = memoize((position: Position): Position => ({ ...position, itemIsOver: true }));

/** The axis a replay runs on: squeezed where idle is skipped. */
export function axisOf({ index, skipIdle }: Pick<ReplayState, 'index' | 'skipIdle'>): TimeAxis {
  return skipIdle ? index.axes.squeezed : index.axes.full;
}
