import { diagnose } from '../../session/index.ts';
import type { ParseContext, SourceFile } from '../contract.ts';
import { splitLines } from './splitLines.ts';

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
