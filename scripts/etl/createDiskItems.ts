import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Item, ItemStore } from '../../src/adapters/index.ts';

/** Text that waits to be written, in characters. */
const WRITE_AT = 1024 * 1024;

/** How much is read at once; items are read in order, so that most reads hit what is there. */
const READ_BYTES = 1024 * 1024;

/** An item store on disk: in memory is only where each item lies. */
export interface DiskItems extends ItemStore {
  /** Removes the file. */
  dispose(): void;
}

export function createDiskItems(path: string): DiskItems {
  const file = openSync(path, 'wx+');
  const offsets: number[] = [];
  const lengths: number[] = [];
  let waiting: string[] = [];
  let waitingLength = 0;
  let end = 0;
  let window = { start: 0, bytes: Buffer.alloc(0) };

  const flush = (): void => {
    const bytes = Buffer.from(waiting.join(''));
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    waiting = [];
    waitingLength = 0;
  };

  const json = (seq: number): string | undefined => {
    const offset = offsets[seq];
    const length = lengths[seq];
    if (offset === undefined || length === undefined) return undefined;
    if (waitingLength > 0) flush();
    if (offset < window.start || offset + length > window.start + window.bytes.length) {
      window = { start: offset, bytes: readAt(file, offset, Math.max(length, READ_BYTES)) };
    }
    return window.bytes.toString('utf8', offset - window.start, offset - window.start + length);
  };

  return {
    put(seq, item) {
      const text = JSON.stringify(item);
      offsets[seq] = end;
      lengths[seq] = Buffer.byteLength(text);
      end += lengths[seq] ?? 0;
      waiting.push(text);
      waitingLength += text.length;
      if (waitingLength >= WRITE_AT) flush();
    },
    get(seq) {
      const text = json(seq);
      return text === undefined ? undefined : (JSON.parse(text) as Item);
    },
    json,
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
