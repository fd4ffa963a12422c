/** A line longer than the limit; its bytes were skipped. */
export interface OversizedLine {
  oversized: true;
  /** From the start of the file. */
  byteOffset: number;
  byteLength: number;
}

/** A run of whole lines that lie in one piece of memory: one decoding serves them all. */
export interface LineBlock {
  bytes: Uint8Array;
  /** From the start of the file. */
  byteOffset: number;
  /** Whether the last line is ended by a line feed. */
  ended: boolean;
}

const LINE_FEED = 10;
const BOM = [0xef, 0xbb, 0xbf];

/** Longest line that is kept in memory, in bytes. V8 takes strings of 512 MiB; two bytes a character leave this much. */
export const MAX_LINE_BYTES = 250 * 1024 * 1024;

function startsWithBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, index) => bytes[index] === byte);
}

function join(parts: readonly Uint8Array[], total: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Cuts a byte stream into blocks of whole lines; a block is valid until the next is asked for, as a chunk is. Memory: the
 * longest line, and little more than one chunk. A BOM at the start is left out. Lines above `maxLineBytes` are skipped and
 * reported as oversized.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<LineBlock | OversizedLine> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  let skipping = false;
  let offset = 0;
  let start = true;

  for await (const chunk of withWholeBom(chunks)) {
    let bytes = chunk;
    if (start && bytes.length > 0) {
      start = false;
      if (startsWithBom(bytes)) {
        bytes = bytes.subarray(BOM.length);
        offset = BOM.length;
      }
    }
    if (skipping) {
      const end = bytes.indexOf(LINE_FEED);
      if (end === -1) {
        restLength += bytes.length;
        continue;
      }
      yield { oversized: true, byteOffset: offset, byteLength: restLength + end };
      offset += restLength + end + 1;
      restLength = 0;
      skipping = false;
      bytes = bytes.subarray(end + 1);
    }
    if (restLength > 0) {
      const end = bytes.indexOf(LINE_FEED) + 1;
      if (end > 0) {
        const line = {
          bytes: join([...rest, bytes.subarray(0, end)], restLength + end),
          byteOffset: offset,
          ended: true,
        };
        // A long line is in memory once while it is read.
        rest = [];
        restLength = 0;
        offset += line.bytes.length;
        bytes = bytes.subarray(end);
        yield line;
      }
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield { bytes: bytes.subarray(0, end), byteOffset: offset, ended: true };
    offset += end;
    // The chunk is gone when the next one comes.
    if (end < bytes.length) rest.push(new Uint8Array(bytes.subarray(end)));
    restLength += bytes.length - end;
    if (restLength > maxLineBytes) {
      rest = [];
      skipping = true;
    }
  }
  if (skipping) yield { oversized: true, byteOffset: offset, byteLength: restLength };
  else if (restLength > 0) {
    yield { bytes: join(rest, restLength), byteOffset: offset, ended: false };
  }
}

/** A first chunk shorter than a BOM is joined with the next one. */
async function* withWholeBom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = join([head, chunk], head.length + chunk.length);
    if (head.length >= BOM.length) {
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined) yield head;
}
