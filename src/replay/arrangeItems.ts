import type { DraftedItems } from './draftItems.ts';
import { beginsSession } from './judgeItem.ts';
import type { ReplayItem } from './replayItem.ts';
import type { Draft } from './runs.ts';

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

/** Items placed between two rests: some milliseconds of work. */
const placedAtOnce = 32_768;

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
  const zero = order.find((place) => beginsSession(items[place] as ReplayItem)) ?? order[0];
  const origin = zero === undefined ? undefined : (wall.starts[zero] as number);
  const arranged: Draft<ReplayItem>[] = [];
  const starts = new Float64Array(order.length);
  const ends = new Float64Array(order.length);
  const bits = new Uint8Array(order.length);
  const itemsOfRuns = runs.map(({ count }) => new Uint32Array(count));
  const filled = new Uint32Array(runs.length);
  for (let index = 0; index < order.length; index += 1) {
    const place = order[index] as number;
    const item = items[place] as Draft<ReplayItem>;
    const { run } = item;
    item.index = index;
    item.depth = runs[run]?.depth ?? 0;
    arranged.push(item);
    const start = Math.max(0, (wall.starts[place] as number) - (origin ?? 0));
    starts[index] = start;
    ends[index] = start + (wall.lengths[place] as number);
    bits[index] = draftedBits[place] as number;
    const ofRun = itemsOfRuns[run] as Uint32Array;
    ofRun[filled[run] as number] = index;
    filled[run] = (filled[run] as number) + 1;
    if (index % placedAtOnce === 0) yield;
  }
  yield;
  const outline = reading.map((place) => (items[place] as ReplayItem).index);
  return { items: arranged, starts, ends, bits, outline, itemsOfRuns, origin };
}

/** Each run is sorted already, so sorting them all is cheap. */
function byStart(reading: Uint32Array, starts: Float64Array): Uint32Array {
  return reading.toSorted((a, b) => (starts[a] as number) - (starts[b] as number));
}
