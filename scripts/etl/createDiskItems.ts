import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { NumberColumn } from '../../src/adapters/compact/NumberColumn.ts';
import type { Item, ItemStore } from '../../src/adapters/index.ts';

/** Bytes that wait to be written. */
const WRITE_BYTES = 1024 * 1024;

/** How much is read at once; items are read in order, so that most reads hit what is there. */
const READ_BYTES = 1024 * 1024;

/** An item store on disk: in memory is only where each item lies. */
export interface DiskItems extends ItemStore {
  /** Removes the file. */
  dispose(): void;
}

export function createDiskItems(path: string): DiskItems {
  const file = openSync(path, 'wx+');
  const offsets = new NumberColumn('wide');
  /** No item has no bytes. */
  const lengths = new NumberColumn();
  let waiting = Buffer.allocUnsafe(WRITE_BYTES);
  let filled = 0;
  let end = 0;
  let window = { start: 0, bytes: Buffer.alloc(0) };

  const flush = (): void => {
    for (let at = 0; at < filled; ) at += writeSync(file, waiting, at, filled - at);
    filled = 0;
  };

  const bytes = (seq: number): Buffer | undefined => {
    const offset = offsets.get(seq);
    const length = lengths.get(seq);
    if (length === 0) return undefined;
    const flushed = end - filled;
    // What was put last is asked for most: a result that is told in two parts, a call that is amended.
    if (offset >= flushed) return waiting.subarray(offset - flushed, offset - flushed + length);
    if (offset < window.start || offset + length > window.start + window.bytes.length) {
      window = { start: offset, bytes: readAt(file, offset, Math.max(length, READ_BYTES)) };
    }
    return window.bytes.subarray(offset - window.start, offset - window.start + length);
  };

  return {
    put(seq, item) {
      const text = JSON.stringify(item);
      // UTF-8 takes at most three bytes for each UTF-16 unit.
      const most = text.length * 3;
      if (filled + most > waiting.length) flush();
      if (most > waiting.length) waiting = Buffer.allocUnsafe(most);
      const length = waiting.write(text, filled, 'utf8');
      filled += length;
      offsets.set(seq, end);
      lengths.set(seq, length);
      end += length;
    },
    get(seq) {
      const json = bytes(seq);
      return json === undefined ? undefined : (JSON.parse(json.toString('utf8')) as Item);
    },
    bytes,
    dispose() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

function readAt(file: number, offset: number, length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
