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

/**
 * Calls and events of a store have separate blocks: in a session they do not mix. The file is created when a block is first written: the
 * items of a short session stay in memory.
 */
export function createDiskItems(path: string): DiskItems {
  let opened: number | undefined;
  const openFile = (): number => {
    opened ??= openSync(path, 'wx+');
    return opened;
  };
  const reader = new ItemReader(openFile);
  let end = 0;
  /** Where each store that holds blocks gives them up, the one used longest ago first. */
  const filling = new Set<() => void>();
  let usedLast: (() => void) | undefined;

  const flush = (block: Block): void => {
    if (block.written < block.filled) reader.forget();
    while (block.written < block.filled) {
      const { bytes, filled, written, start } = block;
      block.written += writeSync(openFile(), bytes, written, filled - written, start + written);
    }
  };

  /** Buffers given up: new ones would pile up, because memory outside the heap hardly triggers garbage collection. */
  const spare: Buffer[] = [];
  const giveUp = (block: Block): void => {
    if (block.bytes.length > 0 && block.bytes.length <= BLOCK_BYTES && spare.length < MOST_FILLING)
      spare.push(block.bytes);
    block.bytes = Buffer.alloc(0);
  };

  const renew = (block: Block, atLeast: number): void => {
    flush(block);
    const least = Math.max(block.bytes.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES, atLeast);
    if (block.bytes.length < least) {
      giveUp(block);
      const found = spare.findLastIndex(({ length }) => length >= least);
      block.bytes = (found === -1 ? undefined : spare.splice(found, 1)[0]) ?? Buffer.allocUnsafe(least);
    }
    block.start = end;
    block.filled = 0;
    block.written = 0;
    end += block.bytes.length;
  };

  const release = (block: Block): void => {
    flush(block);
    if (block.start + block.bytes.length === end) end = block.start + block.filled;
    giveUp(block);
    block.filled = 0;
    block.written = 0;
  };

  function createStore(): ItemStore {
    const offsets = new NumberColumn('wide');
    /** 0 stands for no item. */
    const lengths = new NumberColumn();
    const notes = new ItemNotes();
    const calls: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
    const events: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
    const releaseBoth = (): void => {
      release(events);
      release(calls);
    };

    const hold = (): void => {
      if (usedLast === releaseBoth) return;
      usedLast = releaseBoth;
      filling.delete(releaseBoth);
      filling.add(releaseBoth);
      const [longestAgo] = filling;
      if (filling.size <= MOST_FILLING || longestAgo === undefined) return;
      filling.delete(longestAgo);
      longestAgo();
    };

    /** The last item is read most: for a result in two parts, or a call that is amended. */
    const waitingAt = (offset: number): Block | undefined =>
      [calls, events].find(({ start, filled, written }) => offset >= start + written && offset < start + filled);

    const bytesOf = (seq: number): Buffer | undefined => {
      const offset = offsets.get(seq);
      const length = lengths.get(seq);
      if (length === 0) return undefined;
      const block = waitingAt(offset);
      return (
        block?.bytes.subarray(offset - block.start, offset - block.start + length) ?? reader.read(offset, length, end)
      );
    };

    const stored = {
      /** Once it is asked for, the file holds everything of this store. */
      get path() {
        flush(calls);
        flush(events);
        return path;
      },
      read(start: number, length: number): Buffer {
        const block = waitingAt(start);
        if (block !== undefined) return block.bytes.subarray(start - block.start, start - block.start + length);
        // The end of what was written may lie directly before what was not.
        const waiting = waitingAt(start + length - 1);
        if (waiting !== undefined) flush(waiting);
        return reader.read(start, length, end);
      },
    };

    return {
      put(seq, item) {
        const json = JSON.stringify(item);
        const block = 'tool_name' in item ? calls : events;
        // UTF-8 takes at most three bytes for each UTF-16 unit.
        const most = json.length * 3 + SEPARATOR.length;
        hold();
        if (block.filled + most > block.bytes.length) renew(block, most);
        const length = block.bytes.write(json, block.filled, 'utf8');
        offsets.set(seq, block.start + block.filled);
        lengths.set(seq, length);
        notes.put(seq, item);
        block.filled += length;
        for (const byte of SEPARATOR) block.bytes[block.filled++] = byte;
      },
      get(seq) {
        const json = bytesOf(seq);
        return json === undefined ? undefined : (JSON.parse(json.toString('utf8')) as Item);
      },
      rangeOf(seq) {
        const start = offsets.get(seq);
        const length = lengths.get(seq);
        if (length === 0) return undefined;
        return new NotedRange({ file: stored, start, length }, seq, notes);
      },
    };
  }

  return {
    createStore,
    close: () => {
      if (opened !== undefined) closeSync(opened);
    },
    remove: () => rmSync(path, { force: true }),
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
