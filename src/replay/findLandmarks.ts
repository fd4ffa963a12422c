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
  const found: Record<keyof typeof landmarkBit, number[]> = {
    call: [],
    message: [],
    error: [],
    prompt: [],
    compaction: [],
  };
  for (const item of among) {
    const itemBits = bitsOf[item] as number;
    if ((itemBits & landmarkBit.call) !== 0) found.call.push(item);
    if ((itemBits & landmarkBit.message) !== 0) found.message.push(item);
    if ((itemBits & landmarkBit.error) !== 0) found.error.push(item);
    if ((itemBits & landmarkBit.prompt) !== 0) found.prompt.push(item);
    if ((itemBits & landmarkBit.compaction) !== 0) found.compaction.push(item);
  }
  return {
    call: new Uint32Array(found.call),
    message: new Uint32Array(found.message),
    error: new Uint32Array(found.error),
    prompt: new Uint32Array(found.prompt),
    phase: phaseStarts(among, phaseOf, own),
    compaction: new Uint32Array(found.compaction),
  };
}
