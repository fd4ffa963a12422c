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
 * The lines of a file, in batches of what was read at once. Invalid UTF-8 is replaced by U+FFFD and reported once;
 * a line above the limit comes as an empty one and is reported as `record-too-large`.
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
    const text = decode(block.bytes, block.byteOffset, line);
    const lines: TextLine[] = [];
    let charAt = 0;
    let byteAt = 0;
    while (byteAt < block.bytes.length) {
      const byteEnd = block.bytes.indexOf(LINE_FEED, byteAt);
      const charEnd = text.indexOf('\n', charAt);
      const ended = byteEnd !== -1;
      const stop = ended ? charEnd : text.length;
      const bare = stop > charAt && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
      const next = ended ? byteEnd + 1 : block.bytes.length;
      lines.push({
        text: text.slice(charAt, bare),
        line,
        byteOffset: block.byteOffset + byteAt,
        byteLength: next - byteAt,
        ended,
      });
      charAt = stop + 1;
      byteAt = next;
      line += 1;
    }
    yield lines;
  }
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
