import type { SessionEvent, ToolCall } from '../../session/index.ts';

export type Item = ToolCall | SessionEvent;

/**
 * Where finished items of one run go. The assembly does not keep them, so a store on disk makes its memory flat.
 * Items are put in order of completion and read in order of `seq`.
 */
export interface ItemStore {
  put(seq: number, item: Item): void;
  get(seq: number): Item | undefined;
  /** The item's JSON in UTF-8, where the store holds it so: writing it then needs no parsing. Valid until the next call. */
  bytes?(seq: number): Uint8Array | undefined;
}

/** Keeps items in memory. */
export function createMemoryItems(): ItemStore {
  const items: Item[] = [];
  return {
    put: (seq, item) => {
      items[seq] = item;
    },
    get: (seq) => items[seq],
  };
}
