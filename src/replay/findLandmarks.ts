import { isError, isPrompt } from './judgeItem.ts';
import { phaseStarts } from './phaseStarts.ts';
import { kindOf, type ReplayItem } from './replayItem.ts';
import type { Landmark, Landmarks } from './sessionIndex.ts';

/** One bit a kind of landmark; an item can be several. */
export const landmarkBit: Readonly<Record<Exclude<Landmark, 'phase'>, number>> = {
  call: 1,
  message: 2,
  error: 4,
  prompt: 8,
  compaction: 16,
};

/** Which landmarks an item is, as landmarkBit. */
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

/**
 * Finds the landmarks among some items.
 *
 * @param among ascending.
 * @param own whether an item belongs to the session's own run: phases begin there alone.
 */
export function findLandmarks(
  among: Uint32Array,
  bitsOf: Uint8Array,
  phaseOf: Int32Array,
  own: (item: number) => boolean,
): Landmarks {
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
  return {
    call: pick(landmarkBit.call),
    message: pick(landmarkBit.message),
    error: pick(landmarkBit.error),
    prompt: pick(landmarkBit.prompt),
    phase: phaseStarts(among, phaseOf, own),
    compaction: pick(landmarkBit.compaction),
  };
}
