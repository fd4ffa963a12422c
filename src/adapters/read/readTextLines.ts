import { diagnose } from '../../session/index.ts';
import type { ParseContext, SourceFile } from '../contract.ts';

/** A line longer than the limit; its bytes were skipped. */
interface OversizedLine {
  oversized: true;
  /** From the start of the file. */
  byteOffset: number;
  byteLength: number;
}

/** A block of complete lines that are adjacent in memory, so that one decoding serves them all. */
interface LineBlock {
  bytes: Uint8Array;
  /** From the start of the file. */
  byteOffset: number;
  /** Whether the last line is ended by a line feed. */
  ended: boolean;
  /** Whether the bytes are this block's alone, and their memory can be given back when they are decoded. */
  owned: boolean;
}

const BOM = [0xef, 0xbb, 0xbf];

/** Maximum length of a line kept in memory, in bytes. V8 strings can hold 512 MiB; two bytes per character leave this much. */
export const MAX_LINE_BYTES = 250 * 1024 * 1024;

function startsWithBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, index) => bytes[index] === byte);
}

/** A buffer of at most this many bytes serves the next line, too: new ones would pile up, because nothing hurries to collect them. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Collects the bytes of a line that lies in several chunks, which are valid until the next line is begun. The buffer grows fourfold: what was
 * never written to takes no memory.
 */
function createTail() {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    add(bytes: Uint8Array): void {
      if (length + bytes.length > buffer.length) {
        const larger = new Uint8Array(Math.max(length + bytes.length, 4 * buffer.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(bytes, length);
      length += bytes.length;
    },
    /** What was collected; the next line begins again. A large buffer is the caller's from then on. */
    take(): { bytes: Uint8Array; owned: boolean } {
      const bytes = buffer.subarray(0, length);
      const owned = buffer.length > KEPT_BYTES;
      if (owned) buffer = new Uint8Array(0);
      length = 0;
      return { bytes, owned };
    },
  };
}

/**
 * Splits a byte stream into blocks of complete lines; like a chunk, a block is valid only until the next is requested. Memory: the longest
 * line, and little more than one chunk. A BOM at the start is removed. Lines above `maxLineBytes` are skipped and reported as oversized.
 */
async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<LineBlock | OversizedLine> {
  const rest = createTail();
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
        rest.add(bytes.subarray(0, end));
        bytes = bytes.subarray(end);
        const byteOffset = offset;
        offset += restLength + end;
        restLength = 0;
        yield { ...rest.take(), byteOffset, ended: true };
      }
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield { bytes: bytes.subarray(0, end), byteOffset: offset, ended: true, owned: false };
    offset += end;
    // The chunk becomes invalid when the next one arrives.
    if (end < bytes.length) rest.add(bytes.subarray(end));
    restLength += bytes.length - end;
    if (restLength > maxLineBytes) {
      rest.take();
      skipping = true;
    }
  }
  if (skipping) yield { oversized: true, byteOffset: offset, byteLength: restLength };
  else if (restLength > 0) {
    yield { ...rest.take(), byteOffset: offset, ended: false };
  }
}

/** A first chunk shorter than a BOM is joined to the next one. */
async function* withWholeBom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: ReturnType<typeof createTail> | undefined = createTail();
  let length = 0;
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head.add(chunk);
    length += chunk.length;
    if (length >= BOM.length) {
      yield head.take().bytes;
      head = undefined;
    }
  }
  if (head !== undefined) yield head.take().bytes;
}

/** A line of text with its position in the file. */
export interface TextLine {
  /** Without line feed or carriage return. */
  text: string;
  /** 1-based. */
  line: number;
  byteOffset: number;
  /** Including its line feed: the lines cover the file without gaps. */
  byteLength: number;
  /** False for a last line without a line feed. */
  ended: boolean;
}

export interface ReadLinesOptions {
  context: ParseContext;
  maxLineBytes?: number;
}

const LINE_FEED = 10;

/**
 * Number of bytes passed on at once. Objects made from so little are mostly garbage before the collector first runs; those of a whole chunk
 * would survive that, and be collected twice. A single character beyond Latin-1 also doubles the memory of a piece's text.
 */
const PIECE_BYTES = 32 * 1024;

/**
 * The lines of a file, in small batches. Invalid UTF-8 is replaced by U+FFFD and reported once; a line above the limit becomes an empty one
 * and is reported as `record-too-large`.
 */
export async function* readTextLines(file: SourceFile, options: ReadLinesOptions): AsyncGenerator<TextLine[]> {
  const decode = createDecoder(file.name, options.context);
  let line = 1;
  for await (const block of splitLines(file.bytes(), options.maxLineBytes)) {
    options.context.signal?.throwIfAborted();
    if ('oversized' in block) {
      const { byteOffset, byteLength } = block;
      options.context.report(
        diagnose('record-too-large', { at: { file: file.name, line, byteOffset }, actual: `${byteLength} bytes` }),
      );
      yield [{ text: '', line, byteOffset, byteLength, ended: true }];
      line += 1;
      continue;
    }
    while (block.bytes.length > 0) {
      const lines = takeLines(block, line, decode);
      line += lines.length;
      yield lines;
    }
  }
}

/** Takes the next lines from a block. */
function takeLines(block: LineBlock, firstLine: number, decode: ReturnType<typeof createDecoder>): TextLine[] {
  const { bytes, byteOffset, owned } = block;
  const piece = bytes.subarray(0, pieceEnd(bytes));
  const isLast = piece.length === bytes.length;
  block.bytes = isLast ? noBytes : bytes.subarray(piece.length);
  block.byteOffset += piece.length;
  const lines = linesOf(piece, decode(piece, byteOffset, firstLine), byteOffset, firstLine);
  if (isLast && owned) release(bytes);
  return lines;
}

/** Gives memory back at once, where the engine can (Node 22): a line of 200 MB is parsed next, before a collector would come. */
function release({ buffer }: Uint8Array): void {
  (buffer as { transfer?: (length: number) => unknown }).transfer?.(0);
}

const noBytes = new Uint8Array(0);

/** Where the first piece ends: after the last line that it contains whole, or after one that is longer. */
function pieceEnd(bytes: Uint8Array): number {
  if (bytes.length <= PIECE_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, PIECE_BYTES - 1);
  const end = last === -1 ? bytes.indexOf(LINE_FEED, PIECE_BYTES) : last;
  return end === -1 ? bytes.length : end + 1;
}

function linesOf(bytes: Uint8Array, text: string, byteOffset: number, firstLine: number): TextLine[] {
  // As many units as bytes: each byte is one unit, so lines end at the same positions in both.
  const aligned = text.length === bytes.length;
  const lines: TextLine[] = [];
  let charAt = 0;
  let byteAt = 0;
  while (byteAt < bytes.length) {
    const charEnd = text.indexOf('\n', charAt);
    const ended = charEnd !== -1;
    const stop = ended ? charEnd : text.length;
    const bare = stop > charAt && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    const next = !ended ? bytes.length : aligned ? charEnd + 1 : bytes.indexOf(LINE_FEED, byteAt) + 1;
    lines.push({
      text: text.slice(charAt, bare),
      line: firstLine + lines.length,
      byteOffset: byteOffset + byteAt,
      byteLength: next - byteAt,
      ended,
    });
    charAt = stop + 1;
    byteAt = next;
  }
  return lines;
}

/** Decodes UTF-8; reports only the first invalid line of a file. */
function createDecoder(name: string, context: ParseContext) {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  let reported = false;
  return (bytes: Uint8Array, byteOffset: number, line: number): string => {
    const text = lenient.decode(bytes);
    if (!reported && text.includes('\uFFFD') && !isUtf8(bytes)) {
      reported = true;
      const at = firstInvalidLine(bytes);
      const location = { line: line + at.lines, byteOffset: byteOffset + at.byteOffset };
      context.report(diagnose('invalid-utf8', { at: { file: name, ...location } }));
    }
    return text;
  };
}

/** Start of the first line that is not UTF-8, in a block with invalid UTF-8. */
function firstInvalidLine(bytes: Uint8Array): { lines: number; byteOffset: number } {
  let byteOffset = 0;
  for (let lines = 0; ; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, byteOffset);
    if (end === -1 || !isUtf8(bytes.subarray(byteOffset, end))) return { lines, byteOffset };
    byteOffset = end + 1;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
