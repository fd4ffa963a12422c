import type { Session } from '../session/index.ts';
import { type Arranged, arrangeItems, phaseOfItems } from './arrangeItems.ts';
import { type DraftedItems, draftItems, identifyItems } from './draftItems.ts';
import { findLandmarks } from './landmarks.ts';
import { beginsSession, isPrompt, outcomeOf, type ReplayItem } from './replayItem.ts';
import { linkRuns, outlineRuns, type RunDraft } from './runs.ts';
import type { Landmarks, ReplayRun, SessionIndex } from './sessionIndex.ts';
import { rest, runInSlices } from './slices.ts';
import { createTimeAxis, type Gap, sessionMs, wallTimeMs } from './timeAxis.ts';
import { parseTime, steadyTimes } from './times.ts';

/** Which ranges are idle, and how long they take in a replay that skips idle time. */
export interface IdleOptions {
  /** Minimum silence that makes a gap, in milliseconds. Default: 60,000. */
  readonly thresholdMs: number;
  /** Milliseconds that a gap takes in replay. Default: 15,000; never longer than the gap itself. */
  readonly squeezedMs: number;
}

/** Defaults for hosts that set nothing; `docs/decisions/0004-replay.md` gives the reasons. */
export const defaultIdle: IdleOptions = { thresholdMs: 60_000, squeezedMs: 15_000 };

/** Makes a session ready for replay. Takes linear time; sorts only what a log has out of order. */
export function indexSession(session: Session, idle: Partial<IdleOptions> = {}): SessionIndex {
  const steps = indexSteps(session, idle);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does the same as {@link indexSession}, step by step. Each step takes some milliseconds even for a session of 100,000 calls, so that a
 * page stays responsive.
 */
export function* indexSteps(session: Session, idle: Partial<IdleOptions> = {}): Generator<undefined, SessionIndex> {
  const drafted = yield* draftItems(session);
  const { runs } = drafted;
  const lookup = identifyItems(drafted);
  yield;
  const parentsFirst = linkRuns(session, runs, lookup.callById);
  const created = parseTime(session.created_at);
  const begun = Number.isNaN(created) ? 0 : created;
  timeRuns(drafted, parentsFirst, begun);
  yield;
  const reading = outlineRuns(drafted.items, runs);
  yield;
  const arranged = yield* arrangeItems(drafted, reading);
  yield;
  const { items, starts, ends, bits, outline } = arranged;
  const axis = { origin: wallTimeMs(arranged.origin ?? begun), duration: sessionMs(latest(arranged)) };
  markOpenCalls(arranged, runs, session);

  const phases = session.phase_annotations ?? [];
  const phaseOf = yield* phaseOfItems(arranged, phases, lookup.callById, parentsFirst);
  yield;
  const landmarks = (among: Uint32Array): Generator<undefined, Landmarks> =>
    findLandmarks(among, bits, phaseOf, (item) => items[item]?.run === 0);
  const all = yield* landmarks(everyItem(items));
  yield;
  const finished: ReplayRun[] = [];
  for (const run of runs) {
    finished.push(yield* finishRun(run, arranged, axis.duration, landmarks));
    // Most items are in the session's own run; the other runs follow it.
    if (run.index % 100 === 0) yield;
  }
  yield;
  const gaps = findGaps(starts, ends, { ...defaultIdle, ...idle });
  return {
    session,
    items,
    runs: finished,
    starts,
    ends,
    phases,
    phaseOf,
    landmarks: all,
    outline,
    axes: {
      squeezed: createTimeAxis({ ...axis, gaps }),
      full: createTimeAxis({ ...axis, gaps: [] }),
    },
    ...lookup,
  };
}

function everyItem({ length }: readonly ReplayItem[]): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let n = 0; n < length; n += 1) numbers[n] = n;
  return numbers;
}

function latest({ starts, ends }: Arranged): number {
  return ends.reduce((last, end) => Math.max(last, end), starts.at(-1) ?? 0);
}

function* finishRun(
  { index, id, parent, trigger, depth, subSession }: RunDraft,
  { itemsOfRuns, starts, ends }: Arranged,
  duration: number,
  landmarks: (among: Uint32Array) => Generator<undefined, Landmarks>,
): Generator<undefined, ReplayRun> {
  const items = itemsOfRuns[index] ?? new Uint32Array();
  const start = starts[items[0] ?? -1] ?? 0;
  const end = items.reduce((last, item) => Math.max(last, ends[item] as number), start);
  return {
    index,
    id,
    parent,
    trigger,
    depth,
    agent: subSession?.agent.agent_type ?? subSession?.agent.agent_id,
    subSession,
    items,
    landmarks: yield* landmarks(items),
    start: sessionMs(start),
    end: sessionMs(Math.min(end, duration)),
  };
}

/**
 * Moves the starts of drafted items, in place, so that they ascend within each run, and no item of a subagent comes before the call that
 * started it. A call whose start is moved keeps its length; that of a subagent whose clock is another one lasts no longer than the call
 * that started it.
 * @param parentsFirst the runs, each after its parent.
 * @param fallback start of a run whose items have no time at all.
 */
function timeRuns({ items, starts, lengths }: DraftedItems, parentsFirst: readonly RunDraft[], fallback: number): void {
  for (const run of parentsFirst) {
    const own = starts.subarray(run.first, run.first + run.count);
    const floor = run.trigger === undefined ? undefined : starts[run.trigger.index];
    const begun = parseTime(run.subSession?.started_at ?? '');
    const isAside = (at: number): boolean => !beginsSession(items[run.first + at] as ReplayItem);
    steadyTimes(own, Number.isNaN(begun) ? (floor ?? fallback) : begun, isAside);
    if (run.trigger === undefined || floor === undefined) continue;
    const longest = lengths[run.trigger.index] || Number.POSITIVE_INFINITY;
    for (let i = 0; (own[i] as number) < floor; i += 1) {
      own[i] = floor;
      const at = run.first + i;
      lengths[at] = Math.min(lengths[at] as number, longest);
    }
  }
}

/**
 * Makes an unanswered call open: it ends at Infinity if its run is still going on and no prompt came after it. After a prompt the call is
 * known to be lost.
 */
function markOpenCalls({ ends, items, itemsOfRuns }: Arranged, runs: readonly RunDraft[], session: Session): void {
  if (session.status !== 'in_progress') return;
  for (const run of runs) {
    if ((run.subSession ?? session).status !== 'in_progress') continue;
    for (const index of (itemsOfRuns[run.index] as Uint32Array).toReversed()) {
      const item = items[index] as ReplayItem;
      if (isPrompt(item)) break;
      if (isOpen(item)) ends[index] = Number.POSITIVE_INFINITY;
    }
  }
}

function isOpen(item: ReplayItem): boolean {
  return item.is === 'call' && item.call.branch === undefined && outcomeOf(item.call) === 'unanswered';
}

/**
 * The ranges longer than `thresholdMs` in which nothing starts and no call is in flight, in any run.
 * @param starts ascending.
 * @param ends where each item ends.
 * @param squeezedMs how long such a range takes in replay.
 */
function findGaps(
  starts: Float64Array,
  ends: Float64Array,
  { thresholdMs, squeezedMs }: { thresholdMs: number; squeezedMs: number },
): Gap[] {
  const gaps: Gap[] = [];
  let busyUntil = Number.POSITIVE_INFINITY;
  for (let i = 0; i < starts.length; i += 1) {
    const start = starts[i] as number;
    const end = ends[i] as number;
    if (start - busyUntil > thresholdMs) {
      gaps.push({
        start: sessionMs(busyUntil),
        end: sessionMs(start),
        squeezedMs: Math.min(squeezedMs, start - busyUntil),
      });
    }
    busyUntil = i === 0 ? end : Math.max(busyUntil, end);
  }
  return gaps;
}

/** Options of {@link indexInSlices}. */
export interface SliceOptions {
  readonly idle?: Partial<IdleOptions>;
  readonly signal?: AbortSignal;
  /** Milliseconds of work between two pauses. Default: 8, half a frame. */
  readonly budgetMs?: number;
}

/** Makes a session ready for replay without blocking the page: works in slices, with pauses between them. Rejects only on abort. */
export async function indexInSlices(session: Session, { idle, ...slices }: SliceOptions = {}): Promise<SessionIndex> {
  // Rests at both ends: the caller has work to finish before, and work to do with the index after.
  const restOnce = async (): Promise<void> => {
    await rest();
    slices.signal?.throwIfAborted();
  };
  await restOnce();
  const index = await runInSlices(indexSteps(session, idle), slices);
  await restOnce();
  return index;
}
