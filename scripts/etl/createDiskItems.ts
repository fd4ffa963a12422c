import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Item, ItemStore } from '../../src/adapters/index.ts';
import { NumberColumn } from '../../src/session/numberColumn.ts';

/** Size of a block of items of one kind, which is written at once; the first is smaller, which is enough for most logs. */
const FIRST_BLOCK_BYTES = 16 * 1024;
const BLOCK_BYTES = 256 * 1024;

/** How much is read at once when items are read in order; scattered items are read one by one. */
const READ_BYTES = 1024 * 1024;

/** Separator after each item, as in the session. */
const SEPARATOR = ',\n';

/** An item store on disk: only the position of each item is in memory. */
export interface DiskItems extends ItemStore {
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

/**
 * Calls and events have separate blocks: in a session they do not mix. The file is created when a block is first written: the items of a
 * short session stay in memory.
 */
export function createDiskItems(path: string): DiskItems {
  let opened: number | undefined;
  const openFile = (): number => {
    opened ??= openSync(path, 'wx+');
    return opened;
  };
  const offsets = new NumberColumn('wide');
  /** 0 stands for no item. */
  const lengths = new NumberColumn();
  const calls: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
  const events: Block = { start: 0, bytes: Buffer.alloc(0), filled: 0, written: 0 };
  let end = 0;
  /** The last sequential read, and the last single one: the next read overwrites them. */
  const window = { start: 0, length: 0, bytes: Buffer.alloc(0) };
  let alone = Buffer.alloc(0);
  /** End of the last item that was read. */
  let next = 0;

  const flush = (block: Block): void => {
    // The window may have a gap where this block goes.
    if (block.written < block.filled) window.length = 0;
    while (block.written < block.filled) {
      const { bytes, filled, written, start } = block;
      block.written += writeSync(openFile(), bytes, written, filled - written, start + written);
    }
  };

  const renew = (block: Block, atLeast: number): void => {
    flush(block);
    const least = block.bytes.length === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES;
    if (block.bytes.length < Math.max(least, atLeast)) block.bytes = Buffer.allocUnsafe(Math.max(least, atLeast));
    block.start = end;
    block.filled = 0;
    block.written = 0;
    end += block.bytes.length;
  };

  const read = (start: number, length: number): Buffer => {
    const isInOrder = start >= next && start < next + READ_BYTES;
    next = start + length;
    if (start >= window.start && next <= window.start + window.length)
      return window.bytes.subarray(start - window.start, next - window.start);
    if (!isInOrder) {
      if (alone.length < length) alone = Buffer.allocUnsafe(length);
      return alone.subarray(0, readAt(openFile(), start, alone.subarray(0, length)));
    }
    const wanted = Math.max(length, Math.min(READ_BYTES, end));
    if (window.bytes.length < wanted) window.bytes = Buffer.allocUnsafe(wanted);
    window.start = start;
    window.length = readAt(openFile(), start, window.bytes);
    return window.bytes.subarray(0, length);
  };

  /** The last item is read most: for a result in two parts, or a call that is amended. */
  const waitingAt = (offset: number): Block | undefined =>
    [calls, events].find(({ start, filled, written }) => offset >= start + written && offset < start + filled);

  const bytesOf = (seq: number): Buffer | undefined => {
    const offset = offsets.get(seq);
    const length = lengths.get(seq);
    if (length === 0) return undefined;
    const block = waitingAt(offset);
    return block?.bytes.subarray(offset - block.start, offset - block.start + length) ?? read(offset, length);
  };

  const stored = {
    /** Once it is asked for, the file holds everything. */
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
      return read(start, length);
    },
  };

  return {
    put(seq, item) {
      const json = JSON.stringify(item);
      const block = 'tool_name' in item ? calls : events;
      // UTF-8 takes at most three bytes for each UTF-16 unit.
      const most = json.length * 3 + SEPARATOR.length;
      if (block.filled + most > block.bytes.length) renew(block, most);
      const length = block.bytes.write(json, block.filled, 'utf8');
      offsets.set(seq, block.start + block.filled);
      lengths.set(seq, length);
      block.filled += length + block.bytes.write(SEPARATOR, block.filled + length, 'latin1');
    },
    get(seq) {
      const json = bytesOf(seq);
      return json === undefined ? undefined : (JSON.parse(json.toString('utf8')) as Item);
    },
    place(seq) {
      const start = offsets.get(seq);
      const length = lengths.get(seq);
      if (length === 0) return undefined;
      return { file: stored, start, length };
    },
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
