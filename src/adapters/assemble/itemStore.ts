import type { SessionEvent, ToolCall } from '../../session/index.ts';

export type Item = ToolCall | SessionEvent;

/** A file that contains the JSON of items. */
interface ItemFile {
  readonly path: string;
  /** Reads bytes of it; valid until the next call. */
  read(start: number, length: number): Uint8Array;
}

/**
 * Where the JSON of an item lies, in bytes of UTF-8. It is followed by `,` and a line feed, so that adjacent items can be copied as one.
 */
export interface ItemPlace {
  readonly file: ItemFile;
  readonly start: number;
  readonly length: number;
}

/**
 * Where the finished items of one run are stored. The assembly does not keep them, so a store on disk keeps memory use constant. Items are
 * added in order of completion and read in order of `seq`.
 */
export interface ItemStore {
  put(seq: number, item: Item): void;
  get(seq: number): Item | undefined;
  /** Where the item's JSON lies, if the store keeps it in a file: it can then be written without parsing. */
  place?(seq: number): ItemPlace | undefined;
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

/**
 * Keeps items in memory as JSON. For large sources: an item object retains the text around each short string cut out of it, in the end the
 * whole file.
 */
export function createMemoryJson(): ItemStore {
  const items: string[] = [];
  return {
    put: (seq, item) => {
      items[seq] = JSON.stringify(item);
    },
    get: (seq) => {
      const json = items[seq];
      return json === undefined ? undefined : (JSON.parse(json) as Item);
    },
  };
}
