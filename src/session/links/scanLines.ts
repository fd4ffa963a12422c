/** Minimum length in bytes: shorter lines occur in every file. */
export const SHORTEST_LINE = 14;
/** Minimum number of letters and digits in a line. */
const fewestLetters = 8;
/** Maximum length of the location at the start of a line. */
const longestPath = 200;
/** Maximum length of a line: longer lines were not written by hand. */
const longest = 1000;

const LINE_FEED = 0x0a;
const PLUS = 0x2b;
const MINUS = 0x2d;

/**
 * Scans the start of a text once, line by line. A line's distinctive part excludes indentation, the sign of a diff and the location that a
 * search puts before it. A line that is a single word or path has no distinctive part.
 */
export class LineScanner {
  /** Start of the current line. */
  from = 0;
  to = 0;
  /** Range of the distinctive part; empty if `end` is not above `start`. */
  start = 0;
  end = 0;
  private readonly codes: Uint8Array;
  private length = 0;
  private at = 0;

  constructor(codes: Uint8Array) {
    this.codes = codes;
  }

  get isDistinctive(): boolean {
    return this.end > this.start;
  }

  /** Starts over with the first `length` bytes. */
  begin(length: number): void {
    this.length = length;
    this.at = 0;
  }

  /** Moves to the next line; returns false at the end. */
  next(): boolean {
    const { codes, length, at } = this;
    if (at >= length) return false;
    const feed = codes.indexOf(LINE_FEED, at);
    const to = feed === -1 || feed > length ? length : feed;
    this.from = at;
    this.to = to;
    this.at = to + 1;
    this.start = 0;
    this.end = 0;
    if (to - at >= SHORTEST_LINE && to - at <= longest) this.takeDistinctive(at, to);
    return true;
  }

  private takeDistinctive(from: number, to: number): void {
    const { codes } = this;
    let start = afterLocation(codes, skipBlanks(codes, from, to), to);
    if (start < to && (codes[start] === PLUS || codes[start] === MINUS)) start += 1;
    start = skipBlanks(codes, start, to);
    let end = to;
    while (end > start && isBlank(codes[end - 1] as number)) end -= 1;
    if (end - start < SHORTEST_LINE || !isDistinctive(codes, start, end)) return;
    this.start = start;
    this.end = end;
  }
}

/** Position behind `12:`, `12-`, `12|` or `src/a.ts:12:` at the start of a line. */
function afterLocation(codes: Uint8Array, start: number, end: number): number {
  const own = afterNumber(codes, start, end);
  if (own > start) return own;
  const farthest = Math.min(end, start + longestPath);
  let colon = start;
  while (colon < farthest && codes[colon] !== 0x3a) colon += 1;
  if (colon === farthest) return start;
  const numberEnd = afterNumber(codes, colon + 1, end);
  return numberEnd > colon + 1 ? numberEnd : start;
}

function afterNumber(codes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(codes[at] as number)) at += 1;
  if (at === start || at - start > 7) return start;
  const mark = codes[at] as number;
  return mark === 0x3a || mark === 0x2d || mark === 0x09 || mark === 0x7c ? at + 1 : start;
}

function skipBlanks(codes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(codes[at] as number)) at += 1;
  return at;
}

/** Whether a line has enough letters, and more than one word. */
function isDistinctive(codes: Uint8Array, start: number, end: number): boolean {
  let letters = 0;
  let words = false;
  for (let at = start; at < end; at += 1) {
    const code = codes[at] as number;
    if (isLetter(code) || isDigit(code)) letters += 1;
    else words ||= !isInPaths(code);
    if (words && letters >= fewestLetters) return true;
  }
  return false;
}

/** Whether a character may occur in a path: `+ - . / : @ \\ _ ~`. */
function isInPaths(code: number): boolean {
  return (
    (code >= 0x2d && code <= 0x2f) ||
    code === 0x5f ||
    code === 0x3a ||
    code === 0x5c ||
    code === 0x7e ||
    code === 0x40 ||
    code === 0x2b
  );
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code > 0x7f;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Takes a line number of the searched file. */
export type TakeLineNumber = (line: number) => void;

/** Scans the first `length` bytes of the output of a search in one file: each line starts with `12:` or `12-`. */
export function scanLineNumbers(codes: Uint8Array, length: number, take: TakeLineNumber): void {
  let at = 0;
  while (at < length) {
    const { value, end } = numberAt(codes, at, length);
    if (value > 0 && (codes[end] === 0x3a || codes[end] === 0x2d)) take(value);
    at = end;
    while (at < length && codes[at] !== 0x0a) at += 1;
    at += 1;
  }
}

/** The number behind the colon at `at`, as in `src/a.ts:12`; 0 where there is none. */
export function lineNumberBehind(codes: Uint8Array, at: number, length: number): number {
  return codes[at] === 0x3a ? numberAt(codes, at + 1, length).value : 0;
}

/** Maximum number of digits of a line number. */
const mostDigits = 7;

function numberAt(codes: Uint8Array, start: number, length: number): { value: number; end: number } {
  let value = 0;
  let end = start;
  for (; end < length; end += 1) {
    const code = codes[end] as number;
    if (code < 0x30 || code > 0x39) break;
    value = end - start < mostDigits ? value * 10 + code - 0x30 : 0;
  }
  return { value: end - start > mostDigits ? 0 : value, end };
}
