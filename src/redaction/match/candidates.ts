import { drawnLook, type Look, longestLook, lookOf, shortestLook } from '../judge/lookOf.ts';
import { charSet, inSet, nextRun, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';

/** A word of a text that may be a secret by its looks. */
export interface Candidate extends Span {
  readonly look: Look;
}

const wordChars = charSet('!#-&*+.-:=?-Z^_a-z~-');
const longestWord = 300;

/**
 * Calls `visit` for every candidate that begins in `[from, to)`. Returns where it stopped reading: behind the last word, or in one that is
 * too long.
 */
export function visitCandidates(text: string, from: number, to: number, visit: (found: Candidate) => void): number {
  const isInside = inSet(wordChars, text.charCodeAt(from - 1));
  let at = isInside ? runEnd(text, from, wordChars, longestWord) : from;
  let start = at;
  let kinds = 0;
  for (const last = Math.min(to, text.length); ; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (kindOf[code] as number) : 0;
    if (kind !== 0) {
      kinds |= kind;
      if (at < last + longestWord) continue;
      return at;
    }
    if (at - start >= shortestLook && at - start <= longestWord && mayBeSecret(kinds, at - start)) {
      const found = candidateIn(text, start, at, lookOf);
      if (found !== undefined) visit(found);
    }
    if (at >= last) return at;
    start = at + 1;
    kinds = 0;
  }
}

const digit = 1;
const small = 2;
const capital = 4;
const sign = 8;
const dash = 16;
const slash = 32;
const other = 64;

/** The kind of each ASCII character; 0 for those that end a word. */
const kindOf = new Uint8Array(128).map((_, code) => {
  if (!inSet(wordChars, code)) return 0;
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return small;
  if (/[A-Z]/.test(char)) return capital;
  if (/\d/.test(char)) return digit;
  if (/[!@#$%^&*?~+]/.test(char)) return sign;
  return char === '-' ? dash : char === '/' ? slash : other;
});

/** Rejects by its kinds of characters what can be no candidate: most words of any text. */
function mayBeSecret(kinds: number, length: number): boolean {
  const letters = kinds & (small | capital);
  const hasBoth = letters === (small | capital);
  if (letters === 0) return (kinds & ~other) === (digit | dash) && length >= 19;
  // Paths in small letters.
  if ((kinds & (slash | capital | sign)) === slash) return false;
  if ((kinds & digit) !== 0)
    return hasBoth || (kinds & sign) !== 0 || ((kinds & dash) !== 0 && length >= 9) || length >= 10;
  return hasBoth ? (kinds & sign) !== 0 : (kinds & dash) !== 0 && length >= 14;
}

/** Reads a word as a candidate: the whole, or what stands behind `name=`, `user:` or a sign, without punctuation behind it. */
function candidateIn(
  text: string,
  from: number,
  to: number,
  judge: (value: string) => Look | undefined,
): Candidate | undefined {
  // Behind a backslash the first character may belong to the escape.
  if (text.charCodeAt(from - 1) === backslash) return undefined;
  const word = text.slice(from, to);
  const end = /\w$/.test(word) ? to : runStart(text, to, trailing, to - from);
  for (const last of end < to && /[!?*~]/.test(word.slice(end - from)) ? [to, end] : [end]) {
    for (const start of startsOf(word, from)) {
      const look = judge(text.slice(start, last));
      if (look !== undefined && standsAlone(text, start, last)) return { start, end: last, look };
    }
  }
  return undefined;
}

const backslash = 0x5c;
const trailing = charSet('./~:*?!-');

function startsOf(word: string, from: number): number[] {
  const starts: number[] = [];
  const add = (pattern: RegExp): void => {
    const length = pattern.exec(word)?.[0].length ?? 0;
    if (length > 0) starts.push(from + length);
  };
  if (word.includes('=')) add(/^-{0,2}[\w.@/-]*\w=(?=[^=]{8})/);
  if (word.includes(':')) add(/^[\w.@+-]{1,40}:(?=[^/:]{8,}$)/);
  if (!/^\w/.test(word)) add(/^[-/.~=+:>@*&]+/);
  starts.push(from);
  return starts;
}

const opening = /(?:^|[+\-\s"'`=:：,，、。(（>\u0080-\uffff*[{/@|#])$/;
const closing = /^(?:[\s"'`)）\]}\u0080-\uffff*<\\&|]|[,;.:!?#]+(?:[\s"'`)<]|$)|$)/;
const blockBefore =
  /[A-Za-z0-9+/]{24}(?:\\{1,8}[nr]|\r?\n)[ \t>|+-]{0,12}$|-----(?:\\{1,8}[nr]|\r?\n){1,2}[ \t>|+-]{0,12}$/;
const blockAfter = /^(?:\\{1,8}[nr]|\r?\n)[ \t>|+-]{0,12}(?:[A-Za-z0-9+/]{24}|-----)/;

/** Whether a value is neither part of a longer text without blanks nor a line of a block of Base64. */
function standsAlone(text: string, start: number, end: number): boolean {
  const reach = end - start < 40 ? 6 : 48;
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  if (before.endsWith('\\') || !opening.test(before) || !closing.test(after)) return false;
  return reach === 6 || !(blockBefore.test(before) || blockAfter.test(after) || isInPrefixedBlock(text, start, end));
}

const longestPrefix = 96;
/** Longest line of a block of Base64. */
const widest = 76;
const base64Line = /^[A-Za-z0-9+/]{24,76}={0,2}$/;

/** Whether a value is a line of a block of Base64 that a tool put the same before but for its digits: line numbers, times, names. */
function isInPrefixedBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - longestPrefix), start);
  const lineStart = start - before.length + before.lastIndexOf('\n') + 1;
  const length = start - lineStart;
  if (length === 0 || length === longestPrefix || !base64Line.test(text.slice(start, end))) return false;
  const prefix = withoutDigits(text.slice(lineStart, start));
  const isAlike = (line: string): boolean =>
    withoutDigits(line.slice(0, length)) === prefix && base64Line.test(line.slice(length).trimEnd());
  const isFull = (width: number): boolean => width === 64 || width === widest;
  const linesBehind = text.slice(end, end + length + widest + 4).split('\n');
  const lineBefore =
    text
      .slice(Math.max(0, lineStart - length - widest - 4), Math.max(0, lineStart - 1))
      .split('\n')
      .at(-1) ?? '';
  return (
    (isFull(end - start) && isAlike(linesBehind[1] ?? '')) ||
    (isFull(lineBefore.trimEnd().length - length) && isAlike(lineBefore))
  );
}

const withoutDigits = (prefix: string): string => prefix.replace(/\d/g, '0');

const drawnChars = charSet('A-Za-z0-9_-');
const shortestDrawn = 20;

/** Calls `visit` for every candidate that holds twenty letters and digits in a row, whatever stands around it. */
export function visitDrawn(text: string, visit: (found: Candidate) => void): void {
  for (let at = nextRun(text, 0, drawnChars, shortestDrawn); at !== -1; ) {
    // A longer word is Base64 of a file, which is left as a whole.
    const to = runEnd(text, at, wordChars, text.length);
    if (to - at < longestLook) visitRun(text, at, to, visit);
    at = nextRun(text, to + 1, drawnChars, shortestDrawn);
  }
}

/** Visits the word that ends at `to`, whose run of letters and digits covers `at`, if it may be drawn by chance. */
function visitRun(text: string, at: number, to: number, visit: (found: Candidate) => void): void {
  const end = runEnd(text, at, drawnChars, longestLook);
  const start = runStart(text, at - shortestDrawn + 1, drawnChars, longestLook);
  if (!looksMixed(text, start, end)) return;
  const found = candidateIn(text, runStart(text, start, wordChars, longestLook), to, drawnLook);
  if (found !== undefined) visit(found);
}

/** Capitals, small letters and digits that change all the time, or twenty letters of one case and digits; no UUID and no date. */
function looksMixed(text: string, start: number, end: number): boolean {
  let changes = 0;
  let digitCount = 0;
  let last = 0;
  let kinds = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = code >= 0x61 ? small : code === 0x5f || code === 0x2d ? dash : code >= 0x41 ? capital : digit;
    if (kind === digit) digitCount++;
    if (kind !== last) changes++;
    kinds |= kind;
    last = kind;
  }
  if (digitCount < 2 || digitCount * 3 > (end - start) * 2) return false;
  const hasBoth = (kinds & (small | capital)) === (small | capital);
  return hasBoth ? changes * 3 > end - start : (kinds & dash) === 0 && end - start >= 20 && changes * 4 >= end - start;
}
