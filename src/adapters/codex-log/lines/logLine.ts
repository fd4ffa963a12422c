import type { TextLine } from '../../read/readTextLines.ts';
import type { LineFrame } from '../events.ts';

/** A line of a log, or the rest of one, without prefixes and colours. */
export interface LogLine extends TextLine {
  /** The line as in the file, if it differs from the text. */
  raw?: string;
  /** The stream of which a new piece of output begins here, according to a wrapper. */
  from?: 'stderr' | 'stdout';
  /** True if the prefix shows that Codex started a new output rather than continuing one. */
  fresh?: boolean;
}

// One alternative a sequence: CSI (colours, cursor), then OSC (titles, links).
const terminalSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences are what it finds
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;

/** A text without terminal sequences. */
export function stripTerminal(text: string): string {
  return text.includes('\u001b') ? text.replace(terminalSequences, '') : text;
}

/** Removes the wrapper's prefix and, if the log is coloured, terminal sequences. */
export function withoutFrame(line: TextLine, frame: LineFrame | undefined): LogLine {
  if (frame === undefined) return line;
  const raw = line.text;
  const { text, from } = stripFrame(raw, frame);
  if (text === raw) return line;
  return from === undefined ? { ...line, raw, text } : { ...line, raw, text, from };
}

/** Like `withoutFrame`, on the text alone. */
export function stripFrame(raw: string, frame: LineFrame | undefined): { text: string; from?: 'stderr' | 'stdout' } {
  if (frame === undefined) return { text: raw };
  const bare = frame.coloured === true ? stripTerminal(raw) : raw;
  if (frame.prefix === undefined || bare.charCodeAt(0) !== 0x5b) return { text: bare };
  const from = bare.startsWith('[stderr]') ? 'stderr' : bare.startsWith('[stdout]') ? 'stdout' : undefined;
  if (from === undefined) return { text: bare };
  const skip = frame.prefix === 'spaced' && bare.charCodeAt(8) === 0x20 ? 9 : 8;
  return { text: bare.slice(skip), from };
}

/** Splits a line at a position in its text; the two parts cover its bytes. */
export function splitLogLine(line: LogLine, at: number, frame: LineFrame | undefined): [LogLine, LogLine] {
  const raw = line.raw ?? line.text;
  const rawAt = rawIndex(raw, line.text, at, frame);
  const rest = raw.slice(rawAt);
  // One byte per unit apart from the line feed: it is all ASCII.
  const ascii = line.byteLength === raw.length + (line.ended ? 1 : 0);
  const before = ascii ? rawAt : line.byteLength - lineBreakLength(raw, line) - utf8Length(rest);
  const head = {
    ...line,
    text: line.text.slice(0, at),
    raw: raw.slice(0, rawAt),
    byteLength: before,
    ended: false,
  };
  const stripped = stripFrame(rest, frame);
  const tail: LogLine = {
    line: line.line,
    byteOffset: line.byteOffset + before,
    byteLength: line.byteLength - before,
    ended: line.ended,
    raw: rest,
    ...stripped,
  };
  return [head, tail];
}

/** Position in the raw text of a position in the bare one. */
function rawIndex(raw: string, text: string, at: number, frame: LineFrame | undefined): number {
  if (raw === text) return at;
  if (raw.endsWith(text)) return raw.length - text.length + at;
  const bare = frame?.coloured === true ? stripTerminal(raw) : raw;
  const visible = bare.length - text.length + at;
  let hidden = 0;
  for (const { 0: sequence, index } of raw.matchAll(terminalSequences)) {
    if (index - hidden >= visible) break;
    hidden += sequence.length;
  }
  return visible + hidden;
}

/** Invalid bytes became U+FFFD, which has another length; a plain line feed is assumed for them. */
function lineBreakLength(raw: string, { byteLength, ended }: LogLine): number {
  if (!ended) return 0;
  const length = byteLength - utf8Length(raw);
  return length === 2 ? 2 : 1;
}

const encoder = new TextEncoder();

function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
