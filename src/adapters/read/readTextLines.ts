import { diagnose } from '../../session/index.ts';
import type { ParseContext, SourceFile } from '../contract.ts';

/** A line longer than the limit; its bytes were skipped. */
interface OversizedLine {
  oversized: true;
  /** From the start of the file. */
  byteOffset: number;
  byteLength: number;
}

/** A run of whole lines that lie in one piece of memory: one decoding serves them all. */
interface LineBlock {
  bytes: Uint8Array;
  /** From the start of the file. */
  byteOffset: number;
  /** Whether the last line is ended by a line feed. */
  ended: boolean;
}
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
async function* splitLines(
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

/** A line of text with its place in the file. */
export interface TextLine {
  /** Without line feed or carriage return. */
  text: string;
  /** 1-based. */
  line: number;
  byteOffset: number;
  /** With its line feed: the lines of a file tile it. */
  byteLength: number;
  /** False for a last line that no line feed ends. */
  ended: boolean;
}

export interface ReadLinesOptions {
  context: ParseContext;
  maxLineBytes?: number;
}

const LINE_FEED = 10;

/**
 * How much is handed on at once, in bytes. What is made of so little is mostly forgotten before the collector first looks;
 * a whole chunk would outlive that, and be collected twice. One character beyond Latin-1 also doubles the text of a piece.
 */
const PIECE_BYTES = 32 * 1024;

/**
 * The lines of a file, in small batches. Invalid UTF-8 is replaced by U+FFFD and reported once; a line above the limit
 * comes as an empty one and is reported as `record-too-large`.
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
    for (let at = 0; at < block.bytes.length; ) {
      const end = pieceEnd(block.bytes, at);
      const bytes = block.bytes.subarray(at, end);
      const lines = linesOf(bytes, decode(bytes, block.byteOffset + at, line), block.byteOffset + at, line);
      yield lines;
      line += lines.length;
      at = end;
    }
  }
}

/** Where a piece ends that begins at `at`: behind the last line that it holds whole, or behind one that is longer. */
function pieceEnd(bytes: Uint8Array, at: number): number {
  if (bytes.length - at <= PIECE_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, at + PIECE_BYTES - 1);
  const end = last >= at ? last : bytes.indexOf(LINE_FEED, at + PIECE_BYTES);
  return end === -1 ? bytes.length : end + 1;
}

function linesOf(bytes: Uint8Array, text: string, byteOffset: number, firstLine: number): TextLine[] {
  // As many units as bytes: each stands for one, and lines end at the same places in both.
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

/** Decodes UTF-8; the first invalid line of a file is reported, later ones are not. */
function createDecoder(name: string, context: ParseContext) {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  let reported = false;
  return (bytes: Uint8Array, byteOffset: number, line: number): string => {
    const text = lenient.decode(bytes);
    if (!reported && text.includes('\uFFFD') && !isUtf8(bytes)) {
      reported = true;
      const at = firstInvalidLine(bytes);
      const place = { line: line + at.lines, byteOffset: byteOffset + at.byteOffset };
      context.report(diagnose('invalid-utf8', { at: { file: name, ...place } }));
    }
    return text;
  };
}

/** Where the first line that is not UTF-8 begins, in a block that is not. */
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
