import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Item, ItemStore } from '../../src/adapters/index.ts';
import { NumberColumn } from '../../src/session/numberColumn.ts';
import { ItemNotes, NotedRange } from './itemNotes.ts';

/** Size of a block of items of one kind, which is written at once; the first is smaller, which is enough for most logs. */
const FIRST_BLOCK_BYTES = 16 * 1024;
const BLOCK_BYTES = 256 * 1024;

/** Maximum number of stores that hold blocks: a database has thousands of sessions, but they are converted one after the other. */
const MOST_FILLING = 16;

/** How much is read at once when items are read in order; scattered items are read one by one. */
const READ_BYTES = 1024 * 1024;

/** Separator after each item, as in the session: a comma and a line feed. */
const SEPARATOR = [0x2c, 0x0a] as const;

/** Item stores in one file on disk: only the position of each item is in memory, and the items of the stores used last. */
export interface DiskItems {
  createStore(): ItemStore;
  /** Closes the file and keeps it. */
  close(): void;
  /** Removes the file. */
  remove(): void;
}

/** A part of the file that is being filled. */
interface Block {
  /** Its position in the file. */
  start: number;
  bytes: Buffer;
  filled: number;
  /** How many of its bytes are written. */
  written: number;
}

/** Reads a file of items; what was read last is kept, and overwritten by the next read. */
class ItemReader {
  private window = { start: 0, length: 0, bytes: Buffer.alloc(0) };
  private alone = Buffer.alloc(0);
  /** End of the last item that was read. */
  private next = 0;
  private readonly openFile: () => number;

  constructor(openFile: () => number) {
    this.openFile = openFile;
  }

  /** `end` is that of the file. */
  read(start: number, length: number, end: number): Buffer {
    const { window, next } = this;
    const isInOrder = start >= next && start < next + READ_BYTES;
    this.next = start + length;
    if (start >= window.start && this.next <= window.start + window.length)
      return window.bytes.subarray(start - window.start, this.next - window.start);
    if (!isInOrder) {
      if (this.alone.length < length) this.alone = Buffer.allocUnsafe(length);
      return this.alone.subarray(0, readAt(this.openFile(), start, this.alone.subarray(0, length)));
    }
    const wanted = Math.max(length, Math.min(READ_BYTES, end));
    if (window.bytes.length < wanted) window.bytes = Buffer.allocUnsafe(wanted);
    window.start = start;
    window.length = readAt(this.openFile(), start, window.bytes);
    return window.bytes.subarray(0, length);
  }

  /** Forgets what was read, because a gap in it was written. */
  forget(): void {
    this.window.length = 0;
  }
}

/** Calls and events of a store have separate blocks: in a session they do not mix. */
export function createDiskItems(path: string): DiskItems {
  const file = new BlockFile(path);
  return {
    createStore: () => createItemStore(file),
    close: () => file.close(),
    remove: () => rmSync(path, { force: true }),
  };
}

/** A file of blocks. It is created when a block is first written: the items of a short session stay in memory. */
class BlockFile {
  readonly path: string;
  private opened: number | undefined;
  private end = 0;
  private readonly reader = new ItemReader(() => this.open());
  /** What makes each store that holds blocks give them up, the one used longest ago first. */
  private readonly filling = new Set<() => void>();
  private usedLast: (() => void) | undefined;
  /** Buffers given up: new ones would pile up, because memory outside the heap hardly triggers garbage collection. */
  private readonly spare: Buffer[] = [];

  constructor(path: string) {
    this.path = path;
  }

  private open(): number {
    this.opened ??= openSync(this.path, 'wx+');
    return this.opened;
  }

  close(): void {
    if (this.opened !== undefined) closeSync(this.opened);
  }

  read(start: number, length: number): Buffer {
    return this.reader.read(start, length, this.end);
  }

  /** Writes what a block holds. */
  flush(block: Block): void {
    if (block.written < block.filled) this.reader.forget();
    while (block.written < block.filled) {
      const { bytes, filled, written, start } = block;
      block.written += writeSync(this.open(), bytes, written, filled - written, start + written);
    }
  }

  /** Writes what a block holds, and lets it go on at the end of the file. */
  renew(block: Block, atLeast: number): void {
    this.flush(block);
    const least = Math.max(block.bytes.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES, atLeast);
    if (block.bytes.length < least) {
      this.giveUp(block);
      const found = this.spare.findLastIndex(({ length }) => length >= least);
      block.bytes = (found === -1 ? undefined : this.spare.splice(found, 1)[0]) ?? Buffer.allocUnsafe(least);
    }
    block.start = this.end;
    block.filled = 0;
    block.written = 0;
    this.end += block.bytes.length;
  }

  /** Writes what a block holds, and frees its memory, and its room at the end of the file. */
  release(block: Block): void {
    this.flush(block);
    if (block.start + block.bytes.length === this.end) this.end = block.start + block.filled;
    this.giveUp(block);
    block.filled = 0;
    block.written = 0;
  }

  /** To be called by a store that fills blocks, with what makes it give them up; the store used longest ago may have to. */
  hold(release: () => void): void {
    const { filling } = this;
    if (this.usedLast === release) return;
    this.usedLast = release;
    filling.delete(release);
    filling.add(release);
    const [longestAgo] = filling;
    if (filling.size <= MOST_FILLING || longestAgo === undefined) return;
    filling.delete(longestAgo);
    longestAgo();
  }

  private giveUp(block: Block): void {
    if (block.bytes.length > 0 && block.bytes.length <= BLOCK_BYTES && this.spare.length < MOST_FILLING)
      this.spare.push(block.bytes);
    block.bytes = Buffer.alloc(0);
  }
}

function createItemStore(file: BlockFile): ItemStore {
  const offsets = new NumberColumn('wide');
  /** 0 stands for no item. */
  const lengths = new NumberColumn();
  const notes = new ItemNotes();
  const calls: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
  const events: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
  const releaseBoth = (): void => {
    file.release(events);
    file.release(calls);
  };

  /** The last item is read most: for a result in two parts, or a call that is amended. */
  const waitingAt = (offset: number): Block | undefined =>
    [calls, events].find(({ start, filled, written }) => offset >= start + written && offset < start + filled);

  const readNow = (start: number, length: number): Buffer => {
    const block = waitingAt(start);
    return block?.bytes.subarray(start - block.start, start - block.start + length) ?? file.read(start, length);
  };

  const stored = {
    /** Once it is asked for, the file holds everything of this store. */
    get path() {
      file.flush(calls);
      file.flush(events);
      return file.path;
    },
    read(start: number, length: number): Buffer {
      // The end of what was written may lie directly before what was not.
      const waiting = waitingAt(start) === undefined ? waitingAt(start + length - 1) : undefined;
      if (waiting !== undefined) file.flush(waiting);
      return readNow(start, length);
    },
  };

  return {
    put(seq, item) {
      const json = JSON.stringify(item);
      const block = 'tool_name' in item ? calls : events;
      // UTF-8 takes at most three bytes for each UTF-16 unit.
      const most = json.length * 3 + SEPARATOR.length;
      file.hold(releaseBoth);
      if (block.filled + most > block.bytes.length) file.renew(block, most);
      const length = block.bytes.write(json, block.filled, 'utf8');
      offsets.set(seq, block.start + block.filled);
      lengths.set(seq, length);
      notes.put(seq, item);
      block.filled += length;
      for (const byte of SEPARATOR) block.bytes[block.filled++] = byte;
    },
    get(seq) {
      const length = lengths.get(seq);
      if (length === 0) return undefined;
      return JSON.parse(readNow(offsets.get(seq), length).toString('utf8')) as Item;
    },
    rangeOf(seq) {
      const start = offsets.get(seq);
      const length = lengths.get(seq);
      if (length === 0) return undefined;
      return new NotedRange({ file: stored, start, length }, seq, notes);
    },
  };
}

/** Fills a buffer up to the end of the file; returns the number of bytes. */
export function readAt(file: number, offset: number, bytes: Buffer): number {
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(file, bytes, filled, bytes.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
