import type { SessionEvent, ToolCall } from '../../session/index.ts';

export type Item = ToolCall | SessionEvent;

/** A file that holds the JSON of items. */
interface ItemFile {
  readonly path: string;
  /** Bytes of it; valid until the next call. */
  read(start: number, length: number): Uint8Array;
}

/**
 * Where the JSON of an item lies, in bytes of UTF-8. `,` and a line feed stand behind it, so that items that lie one behind
 * the other can be copied as one.
 */
export interface ItemPlace {
  readonly file: ItemFile;
  readonly start: number;
  readonly length: number;
}

/**
 * Where finished items of one run go. The assembly does not keep them, so a store on disk makes its memory flat.
 * Items are put in order of completion and read in order of `seq`.
 */
export interface ItemStore {
  put(seq: number, item: Item): void;
  get(seq: number): Item | undefined;
  /** Where the item's JSON lies, where the store holds it in a file: writing it then needs no parsing. */
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
 * Keeps items in memory as JSON. For large sources: an item as an object holds on to the text around each short one that was
 * cut out of it, which in the end is all of the file.
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
