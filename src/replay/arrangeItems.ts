import type { PhaseAnnotation } from '../session/index.ts';
import { countBelow } from './countUpTo.ts';
import type { DraftedItems } from './draftItems.ts';
import { landmarkBit, NO_PHASE } from './landmarks.ts';
import { beginsSession, type CallItem, type ReplayItem } from './replayItem.ts';
import type { Draft, RunDraft } from './runs.ts';

/** Items in the order of the replay, with their times since the session began; items from before that are at 0. */
export interface Arranged {
  readonly items: readonly Draft<ReplayItem>[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly bits: Uint8Array;
  /** The items in reading order, by their position in the replay. */
  readonly outline: Uint32Array;
  /** For each run its items, ascending. */
  readonly itemsOfRuns: readonly Uint32Array[];
  /** Wall time of the first thing that someone said or did, else of the first item; undefined where there is none. */
  readonly origin: number | undefined;
}

/** Items placed between two pauses: some milliseconds of work. */
const arrangedAtOnce = 32_768;

/**
 * Gives drafted items their positions in the replay: by time, and at the same time in reading order. Rests now and then.
 * @param drafted with starts that ascend within each run.
 * @param reading the drafted items in reading order.
 */
export function* arrangeItems(
  { runs, items, bits: draftedBits, ...wall }: DraftedItems,
  reading: Uint32Array,
): Generator<undefined, Arranged> {
  const order = runs.length === 1 ? reading : byStart(reading, wall.starts);
  yield;
  const zero = order.find((at) => beginsSession(items[at] as ReplayItem)) ?? order[0];
  const origin = zero === undefined ? undefined : (wall.starts[zero] as number);
  const arranged: Draft<ReplayItem>[] = [];
  const starts = new Float64Array(order.length);
  const ends = new Float64Array(order.length);
  const bits = new Uint8Array(order.length);
  const itemsOfRuns = runs.map(({ count }) => new Uint32Array(count));
  const filled = new Uint32Array(runs.length);
  for (let index = 0; index < order.length; index += 1) {
    const at = order[index] as number;
    const item = items[at] as Draft<ReplayItem>;
    const { run } = item;
    item.index = index;
    item.depth = runs[run]?.depth ?? 0;
    arranged.push(item);
    const start = Math.max(0, (wall.starts[at] as number) - (origin ?? 0));
    starts[index] = start;
    ends[index] = start + (wall.lengths[at] as number);
    bits[index] = draftedBits[at] as number;
    const ofRun = itemsOfRuns[run] as Uint32Array;
    ofRun[filled[run] as number] = index;
    filled[run] = (filled[run] as number) + 1;
    if (index % arrangedAtOnce === 0) yield;
  }
  yield;
  const outline = reading.map((at) => (items[at] as ReplayItem).index);
  return { items: arranged, starts, ends, bits, outline, itemsOfRuns, origin };
}

/** Each run is sorted already, so sorting them all is cheap. */
function byStart(reading: Uint32Array, starts: Float64Array): Uint32Array {
  return reading.toSorted((a, b) => (starts[a] as number) - (starts[b] as number));
}

/**
 * The annotation of each item, or -1. Annotations name calls of the session itself. Of two that cover one call the first counts; one that
 * names a call that does not exist covers nothing. Events before a call belong to the call's phase, back to the prompt (or prompts in a
 * row) that led to it; events after the last call of a request belong to that call's phase. A subagent's items belong to the phase of the
 * call that started it. Rests now and then.
 *
 * @param parentsFirst the runs, each after its parent.
 */
export function* phaseOfItems(
  { items, bits, itemsOfRuns }: Arranged,
  annotations: readonly PhaseAnnotation[],
  callById: (id: string) => CallItem | undefined,
  parentsFirst: readonly RunDraft[],
): Generator<undefined, Int32Array> {
  const phaseOf = new Int32Array(items.length).fill(NO_PHASE);
  const own = itemsOfRuns[0];
  if (annotations.length === 0 || own === undefined) return phaseOf;
  coverCalls(phaseOf, own, annotations, callById);
  yield;
  coverEvents(phaseOf, own, bits);
  yield;
  for (const { index, trigger } of parentsFirst) {
    if (trigger === undefined) continue;
    const phase = phaseOf[trigger.index] ?? NO_PHASE;
    for (const item of itemsOfRuns[index] ?? []) phaseOf[item] = phase;
  }
  return phaseOf;
}

function coverCalls(
  phaseOf: Int32Array,
  own: Uint32Array,
  annotations: readonly PhaseAnnotation[],
  callById: (id: string) => CallItem | undefined,
): void {
  const nextFree = createNextFree(own.length);
  for (const [phase, { tool_call_range }] of annotations.entries()) {
    const one = callById(tool_call_range.start_call_id);
    const other = callById(tool_call_range.end_call_id);
    if (one?.run !== 0 || other?.run !== 0) continue;
    const last = countBelow(own, Math.max(one.index, other.index));
    const first = countBelow(own, Math.min(one.index, other.index));
    for (let at = nextFree.from(first); at <= last; at = nextFree.from(at)) {
      phaseOf[own[at] as number] = phase;
      nextFree.take(at);
    }
  }
}

/** Finds the next position that is not taken yet, in practically constant time: a file may hold thousands of overlapping ranges. */
function createNextFree(count: number): { from(start: number): number; take(at: number): void } {
  const ahead = new Uint32Array(count + 1);
  for (let at = 0; at <= count; at += 1) ahead[at] = at;
  return {
    from(start) {
      let at = start;
      while (ahead[at] !== at) {
        ahead[at] = ahead[ahead[at] as number] as number;
        at = ahead[at] as number;
      }
      return at;
    },
    take(at) {
      ahead[at] = at + 1;
    },
  };
}

/** Corrects events that a range covers by their position: each takes the phase that it leads to or follows instead. */
function coverEvents(phaseOf: Int32Array, own: Uint32Array, bits: Uint8Array): void {
  let before = NO_PHASE;
  for (const item of own) {
    if (has(bits, item, landmarkBit.call)) before = phaseOf[item] as number;
    else phaseOf[item] = before;
  }
  let ahead: number | undefined;
  for (let n = own.length - 1; n >= 0; n -= 1) {
    const item = own[n] as number;
    if (has(bits, item, landmarkBit.call)) ahead = phaseOf[item];
    else if (ahead !== undefined) phaseOf[item] = ahead;
    const prompted = n > 0 && has(bits, own[n - 1] as number, landmarkBit.prompt);
    if (has(bits, item, landmarkBit.prompt) && !prompted) ahead = undefined;
  }
}

function has(bits: Uint8Array, item: number, bit: number): boolean {
  return ((bits[item] as number) & bit) !== 0;
}
