import { isError, isPrompt, kindOf, type ReplayItem } from './replayItem.ts';
import type { Landmark, Landmarks } from './sessionIndex.ts';

/** No annotation covers the item. */
export const NO_PHASE = -1;

/** The first item of each phase block, from ascending items. */
export function phaseStarts(among: Uint32Array, phaseOf: Int32Array, own: (item: number) => boolean): Uint32Array {
  let phase = NO_PHASE;
  return among.filter((item) => {
    if (!own(item)) return false;
    const before = phase;
    phase = phaseOf[item] as number;
    return phase !== before && phase !== NO_PHASE;
  });
}

/** One bit per kind of landmark; an item can be several. */
export const landmarkBit: Readonly<Record<Exclude<Landmark, 'phase'>, number>> = {
  call: 1,
  message: 2,
  error: 4,
  prompt: 8,
  compaction: 16,
};

/** The landmarks that an item is, as bits of `landmarkBit`. */
export function landmarkBits(item: ReplayItem): number {
  const kind = kindOf(item);
  const isCompaction = item.is === 'event' && item.event.type === 'notice' && item.event.kind === 'compaction';
  return (
    (kind === 'call' || kind === 'message' ? landmarkBit[kind] : 0) |
    (isError(item) ? landmarkBit.error : 0) |
    (isPrompt(item) ? landmarkBit.prompt : 0) |
    (isCompaction ? landmarkBit.compaction : 0)
  );
}

/** Minimum number of items that makes pauses worthwhile: finding landmarks among them takes milliseconds. */
const pausesFrom = 16_384;

/**
 * Finds the landmarks among some items; pauses now and then.
 * @param among ascending.
 * @param own whether an item belongs to the session's own run: only there do phases begin.
 */
export function* findLandmarks(
  among: Uint32Array,
  bitsOf: Uint8Array,
  phaseOf: Int32Array,
  own: (item: number) => boolean,
): Generator<undefined, Landmarks> {
  const pick = (bit: number): Uint32Array => {
    const found = new Uint32Array(among.length);
    let count = 0;
    for (let n = 0; n < among.length; n += 1) {
      const item = among[n] as number;
      if (((bitsOf[item] as number) & bit) === 0) continue;
      found[count] = item;
      count += 1;
    }
    return found.slice(0, count);
  };
  const isLong = among.length >= pausesFrom;
  const call = pick(landmarkBit.call);
  const message = pick(landmarkBit.message);
  const error = pick(landmarkBit.error);
  const prompt = pick(landmarkBit.prompt);
  const compaction = pick(landmarkBit.compaction);
  if (isLong) yield;
  const phase = phaseStarts(among, phaseOf, own);
  if (isLong) yield;
  return { call, message, error, prompt, phase, compaction };
}
