import { diagnose, type SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { readTextLines, type TextLine } from './readTextLines.ts';

/** Position of a value in the text: from `start` up to `end` (exclusive). */
interface Span {
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds adjacent JSON objects and arrays in a text, without parsing them. What follows the last complete one is `rest`; text between two
 * that is not white space ends the search and becomes part of the rest. Linear.
 */
function splitGlued(text: string): { spans: Span[]; rest: Span | undefined } {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === 0x7b || code === 0x5b) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (depth > 0) {
      if (code === QUOTE) inString = true;
      else if (code === 0x7d || code === 0x5d) {
        depth -= 1;
        if (depth === 0) spans.push({ start, end: at + 1 });
      }
    } else if (!isSpace(code)) {
      return { spans, rest: { start: at, end: text.length } };
    }
  }
  return { spans, rest: depth > 0 ? { start, end: text.length } : undefined };
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff;
}

export interface ReadJsonLinesOptions {
  context: ParseContext;
  /** Index of the file in its source. */
  source: number;
  maxLineBytes?: number;
}

/**
 * Reads the records of a JSONL file, in batches. Skips blank lines. Handles a torn last line, BOM, CRLF, NUL bytes and several objects on
 * one line; what cannot be parsed becomes a broken item.
 */
export async function* readJsonLines(
  file: SourceFile,
  { context, source, maxLineBytes }: ReadJsonLinesOptions,
): AsyncGenerator<SourceItem<unknown>[]> {
  const lineOptions = maxLineBytes === undefined ? { context } : { context, maxLineBytes };
  const oversized = new Set<number>();
  const watching: ParseContext = {
    signal: context.signal,
    report: (diagnostic) => {
      if (diagnostic.code === 'record-too-large' && diagnostic.at?.line !== undefined)
        oversized.add(diagnostic.at.line);
      else context.report(diagnostic);
    },
  };
  for await (const lines of readTextLines(file, { ...lineOptions, context: watching })) {
    const items: SourceItem<unknown>[] = [];
    for (const line of lines) {
      if (oversized.delete(line.line)) items.push({ is: 'broken', code: 'record-too-large', ref: refOf(line, source) });
      else parseLine(line, { context, source, name: file.name }, items);
    }
    yield items;
  }
}

interface LineSource {
  context: ParseContext;
  source: number;
  name: string;
}

function refOf(line: TextLine, source: number): SourceRef {
  return { source, line: line.line, byte_offset: line.byteOffset, byte_length: line.byteLength };
}

function parseLine(line: TextLine, from: LineSource, items: SourceItem<unknown>[]): void {
  if (isBlank(line.text)) return;
  const ref = refOf(line, from.source);
  try {
    items.push({ is: 'record', value: JSON.parse(line.text), ref });
  } catch {
    recoverLine(line, from, items);
  }
}

function recoverLine(line: TextLine, from: LineSource, items: SourceItem<unknown>[]): void {
  const { context, name } = from;
  const at = { file: name, line: line.line, byteOffset: line.byteOffset };
  if (line.text.includes('\0')) {
    context.report(diagnose('nul-bytes', { at }));
    parseLine({ ...line, text: line.text.replaceAll('\0', '') }, from, items);
    return;
  }
  const { spans, rest } = splitGlued(line.text);
  const refOfSpan = createSpanRefs(line, from.source);
  let parsed = 0;
  let lost = rest;
  for (const span of spans) {
    const value = parseSpan(line.text.slice(span.start, span.end));
    if (value === undefined) {
      lost = { start: span.start, end: line.text.length };
      break;
    }
    items.push({ is: 'record', value: value.value, ref: refOfSpan(span) });
    parsed += 1;
  }
  if (parsed > 1) context.report(diagnose('glued-records', { at, actual: `${parsed} objects` }));
  if (lost !== undefined) {
    items.push({
      is: 'broken',
      code: line.ended ? 'invalid-record' : 'torn-record',
      ref: refOfSpan(lost),
      column: lost.start + 1,
    });
  }
}

function parseSpan(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Says where spans of a line lie, which are given in their order: each is measured from the one before. */
function createSpanRefs({ text, line, byteOffset }: TextLine, source: number): (span: Span) => SourceRef {
  let at = 0;
  let offset = byteOffset;
  return ({ start, end }) => {
    offset += utf8Length(text.slice(at, start));
    at = start;
    return { source, line, byte_offset: offset, byte_length: utf8Length(text.slice(start, end)) };
  };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d) && code !== 0xfeff) return false;
  }
  return true;
}
