import type { SessionEvent, ToolCall } from '../../session/index.ts';

/** A finished item on its way into a session. */
export type StoredItem = { is: 'call'; call: ToolCall } | { is: 'event'; event: SessionEvent };

/**
 * Where finished items of one run go. The assembly does not keep them, so a store on disk makes its memory flat.
 * Items are put in order of completion and read in order of `seq`.
 */
export interface ItemStore {
  put(seq: number, item: StoredItem): void;
  get(seq: number): StoredItem | undefined;
}

/** Keeps items in memory. */
export function createMemoryItems(): ItemStore {
  const items: StoredItem[] = [];
  return {
    put: (seq, item) => {
      items[seq] = item;
    },
    get: (seq) => items[seq],
  };
}
