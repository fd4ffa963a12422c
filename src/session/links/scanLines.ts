/** In bytes: shorter lines stand in every file. */
export const SHORTEST_LINE = 14;
/** Letters and digits that a line must have among its marks. */
const fewestLetters = 8;
/** So far into a line its place may reach. */
const longestPath = 200;
/** Longer lines were not written by hand. */
const longest = 1000;

const LINE_FEED = 0x0a;
const PLUS = 0x2b;
const MINUS = 0x2d;

/**
 * Walks once through the start of a text, line by line; what tells in a line is without indentation, without the sign of a
 * diff and without the place that a search puts before it. A line of one word or path alone tells nothing as a line.
 */
export class LineScanner {
  /** The line that it is at. */
  from = 0;
  to = 0;
  /** What tells in it; `end` is not above `start` where nothing does. */
  start = 0;
  end = 0;
  private readonly codes: Uint8Array;
  private length = 0;
  private at = 0;

  constructor(codes: Uint8Array) {
    this.codes = codes;
  }

  get isTelling(): boolean {
    return this.end > this.start;
  }

  /** Begins anew, with the first `length` bytes. */
  begin(length: number): void {
    this.length = length;
    this.at = 0;
  }

  /** Goes to the next line; false where there is none. */
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
    if (to - at >= SHORTEST_LINE && to - at <= longest) this.takeTelling(at, to);
    return true;
  }

  private takeTelling(from: number, to: number): void {
    const { codes } = this;
    let start = afterPlace(codes, skipBlanks(codes, from, to), to);
    if (start < to && (codes[start] === PLUS || codes[start] === MINUS)) start += 1;
    start = skipBlanks(codes, start, to);
    let end = to;
    while (end > start && isBlank(codes[end - 1] as number)) end -= 1;
    if (end - start < SHORTEST_LINE || !tells(codes, start, end)) return;
    this.start = start;
    this.end = end;
  }
}

/** Behind `12:`, `12-`, `12|` or `src/a.ts:12:` at the start of a line. */
function afterPlace(codes: Uint8Array, start: number, end: number): number {
  const own = afterNumber(codes, start, end);
  if (own > start) return own;
  const farthest = Math.min(end, start + longestPath);
  let colon = start;
  while (colon < farthest && codes[colon] !== 0x3a) colon += 1;
  if (colon === farthest) return start;
  const placed = afterNumber(codes, colon + 1, end);
  return placed > colon + 1 ? placed : start;
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

/** Whether there are letters enough, and more than one word of them. */
function tells(codes: Uint8Array, start: number, end: number): boolean {
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

/** Whether a character may stand in a path: `+ - . / : @ \\ _ ~`. */
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

/** Takes the number of a line of the file that was searched. */
export type TakeLineNumber = (line: number) => void;

/** Walks once through the first `length` bytes of what a search in one file printed: `12:` or `12-` starts a line of it. */
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

/** The number that stands behind the colon at `at`, as in `src/a.ts:12`; 0 where none does. */
export function lineNumberBehind(codes: Uint8Array, at: number, length: number): number {
  return codes[at] === 0x3a ? numberAt(codes, at + 1, length).value : 0;
}

/** More digits than this are no line number. */
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
