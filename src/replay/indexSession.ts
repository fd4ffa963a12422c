import type { Session } from '../session/index.ts';
import { type Arranged, arrangeItems } from './arrangeItems.ts';
import { draftItems } from './draftItems.ts';
import { findGaps } from './findGaps.ts';
import { findLandmarks } from './findLandmarks.ts';
import { identifyItems } from './identifyItems.ts';
import { linkRuns, type RunDraft } from './linkRuns.ts';
import { markOpenCalls } from './markOpenCalls.ts';
import { outlineRuns } from './outlineRuns.ts';
import { parseTime } from './parseTime.ts';
import { phaseOfItems } from './phaseOfItems.ts';
import type { ReplayItem } from './replayItem.ts';
import type { Landmarks, ReplayRun, SessionIndex } from './sessionIndex.ts';
import { createTimeAxis, sessionMs, wallTimeMs } from './timeAxis.ts';
import { timeRuns } from './timeRuns.ts';

/** Which stretches are idle, and how long they take in replay where idle is skipped. */
export interface IdleOptions {
  /** Milliseconds of silence from which on a stretch is a gap. Default: 60,000. */
  readonly thresholdMs: number;
  /** Milliseconds that a gap takes in replay. Default: 15,000; never longer than the gap itself. */
  readonly squeezedMs: number;
}

/** What is squeezed unless the host says otherwise; `docs/decisions/0004-replay.md` says why. */
export const defaultIdle: IdleOptions = { thresholdMs: 60_000, squeezedMs: 15_000 };

/** Makes a session ready for replay. Linear in its items; sorts only what a log has out of order. */
export function indexSession(session: Session, idle: Partial<IdleOptions> = {}): SessionIndex {
  const steps = indexSteps(session, idle);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, step by step: each takes some milliseconds even of a session of 100,000 calls, so that a page stays alive. */
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
    // The session's own run has most of the items; many runs come after it.
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
