import type { SessionEvent, ToolCall } from '../../session/index.ts';
import { CONTENT_PLACEHOLDER, type ShortenContext, shortenTexts } from './contents.ts';

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
export interface StoredRange {
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
  rangeOf?(seq: number): StoredRange | undefined;
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

/** An item in its final form, readable as an object or as JSON. */
export interface Finished<Each extends Item> {
  item(): Each;
  json(): string;
  range(): StoredRange | undefined;
}

/** Turns a stored item into its final form. */
interface Settling<Each extends Item> {
  settle(stored: Item): Each;
  /** Nothing was added after it was stored, so its JSON can be used unchanged. */
  asStored: boolean;
  /** Folder of the contents, relative to the session file. */
  contentFolder: string;
  /** Marks an item that is not stored yet. */
  provisional?: Each;
}

/** Numbers items, stores finished ones without their long texts, and reads them back. */
export class ItemWriter {
  /** Number of items so far, which is the `seq` of the last one. */
  count = 0;
  private readonly store: ItemStore;
  private readonly contents: ShortenContext;
  private readonly abandoned = new Set<number>();
  private readonly withContents = new Set<number>();

  constructor(store: ItemStore, contents: ShortenContext) {
    this.store = store;
    this.contents = contents;
  }

  /** The `seq` of the next item. */
  next(): number {
    this.count += 1;
    return this.count;
  }

  put(seq: number, whole: Item): void {
    const item = this.shorten(whole);
    if (item.content_refs !== undefined) this.withContents.add(seq);
    this.store.put(seq, item);
  }

  /** Stores an item again. */
  change(seq: number, change: (stored: Item) => Item): void {
    const stored = this.store.get(seq);
    if (stored !== undefined) this.put(seq, change(stored));
  }

  private shorten<Each extends Item>(whole: Each): Each {
    const { item, refs } = shortenTexts(whole, this.contents);
    return refs.length === 0 ? item : { ...item, content_refs: [...(whole.content_refs ?? []), ...refs] };
  }

  /** A stored item; undefined if it is not stored yet, or was left behind. */
  kept(seq: number): Item | undefined {
    return this.abandoned.has(seq) ? undefined : this.store.get(seq);
  }

  abandon(seqs: Iterable<number>): void {
    for (const seq of seqs) this.abandoned.add(seq);
  }

  isAbandoned(seq: number): boolean {
    return this.abandoned.has(seq);
  }

  read<Each extends Item>(seq: number, settling: Settling<Each>): Finished<Each> {
    const { settle, asStored, contentFolder, provisional } = settling;
    const abandoned = this.abandoned.has(seq);
    let whole: Each | undefined;
    const make = (): Each => {
      const stored = provisional === undefined ? this.store.get(seq) : this.shorten(provisional);
      if (stored === undefined) throw new Error(`agent-replay-kit: the store lost item ${seq}.`);
      return withContentFolder(settle(stored), abandoned, contentFolder);
    };
    // What reads an item as an object is often followed by what writes it.
    const item = (): Each => {
      whole ??= make();
      return whole;
    };
    const asText = asStored && !abandoned && provisional === undefined && !this.withContents.has(seq);
    return {
      item,
      json: () => JSON.stringify(item()),
      range: () => (asText ? this.store.rangeOf?.(seq) : undefined),
    };
  }
}

/** An item with the final paths of its contents, and marked if a rewind left it behind. */
export function withContentFolder<Each extends Item>(item: Each, abandoned: boolean, contentFolder: string): Each {
  if (!abandoned && item.content_refs === undefined) return item;
  const refs = item.content_refs?.map((ref) => ({
    ...ref,
    path: ref.path.replace(CONTENT_PLACEHOLDER, `${contentFolder}/`),
  }));
  return {
    ...item,
    ...(abandoned ? { branch: 'abandoned' as const } : {}),
    ...(refs === undefined ? {} : { content_refs: refs }),
  };
}
