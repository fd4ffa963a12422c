import { type CharSet, charSet, inSet } from './charSet.ts';
import { createPieces, type PlainView } from './createPlainView.ts';

/** What a tool adds before a line, and the characters it may begin with: most lines of reports and code begin with others. */
interface LinePrefix {
  readonly start: CharSet;
  readonly pattern: RegExp;
}

// Prefixes that tools add to each line: line numbers of `cat -n`, `rg -n` and file readers, container names, times, diff and quote marks.
const linePrefixes: readonly LinePrefix[] = [
  {
    start: charSet('[0-9'),
    pattern: /\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]{0,16}\]?[ \t](?:\[?[A-Z]{3,8}\]?[: ]{1,2})?/y,
  },
  { start: charSet(' \t0-9'), pattern: /[ \t]{0,8}\d{1,7}(?:\t|→|:|[ ]{0,2}[|│][ ]?| {2})/y },
  { start: charSet('A-Za-z0-9_./@-'), pattern: /[\w./@-]{1,120}[:-]\d{1,7}[:-]/y },
  { start: charSet('A-Za-z0-9_.-'), pattern: /[\w.-]{1,48}[ ]{0,16}[|│] /y },
  { start: charSet('+-'), pattern: /[+-](?![+-]{2})/y },
  { start: charSet('>#*|;/-'), pattern: /(?:[>#*|;]|\/\/|--)(?: |(?=\n))/y },
];

/** Number of nested prefixes: a tool may show what another one numbered, such as log lines in a patch, or a patch of a patch. */
const innerPrefixes = linePrefixes.slice(0, 5);

/** Number of characters looked at after a clue, and before it. */
const reach = 1600;
const before = 400;
const mostLines = 24;

/** Returns where a line continues after a tool's prefix, or `undefined` if it has none. */
type SkipPrefix = (text: string, lineStart: number) => number | undefined;

/**
 * Shows the lines around each clue without the prefixes that a tool added, if any: what reveals a secret may be on another line. `clues`
 * are positions in the text, in order.
 */
export function createLineViews(text: string, clues: readonly number[]): PlainView[] {
  const views: PlainView[] = [];
  let done = 0;
  let lineStart = 0;
  let lineEnd = -1;
  let skip: SkipPrefix | undefined;
  for (const at of clues) {
    if (at < done) continue;
    // A long line may hold many clues; its ends are searched only once.
    if (at > lineEnd) {
      lineStart = text.lastIndexOf('\n', at - 1) + 1;
      lineEnd = endOfLine(text, at);
      skip = readPrefix(text, lineStart);
    }
    if (skip === undefined) continue;
    const isFar = at - lineStart > before;
    const first = isFar ? lineStart : Math.max(firstLine(text, lineStart, skip), Math.min(done, lineStart));
    const view = withoutPrefix(text, first, skip, at, isFar ? at - before : first);
    done = view.end;
    if (view.lines > 1) views.push(view.shown);
  }
  return views;
}

/** Returns how to read the line that begins at `from`, if a tool added a prefix to it. */
function readPrefix(text: string, from: number): SkipPrefix | undefined {
  for (const outer of linePrefixes) {
    const end = endOfPrefix(outer, text, from);
    if (end === undefined) continue;
    const inner = innerPrefixes.find((candidate) => endOfPrefix(candidate, text, end) !== undefined);
    return (line, lineStart) => {
      const behind = endOfPrefix(outer, line, lineStart);
      return behind === undefined || inner === undefined ? behind : (endOfPrefix(inner, line, behind) ?? behind);
    };
  }
  return undefined;
}

/** The value of a name on this line may stand a few lines before it. */
function firstLine(text: string, from: number, skip: SkipPrefix): number {
  let start = from;
  for (let count = 0; count < 3 && start > 0; count++) {
    const previous = text.lastIndexOf('\n', start - 2) + 1;
    if (from - previous > before || skip(text, previous) === undefined) break;
    start = previous;
  }
  return start;
}

function withoutPrefix(
  text: string,
  from: number,
  skip: SkipPrefix,
  clue: number,
  leftEdge: number,
): { shown: PlainView; end: number; lines: number } {
  const view = createPieces();
  let at = from;
  let lines = 0;
  while (at < text.length && at - clue < reach && lines < mostLines) {
    const start = skip(text, at);
    if (start === undefined) break;
    const shownFrom = Math.max(start, leftEdge);
    const end = Math.min(endOfLine(text, shownFrom) + 1, text.length);
    const last = Math.min(end, Math.max(clue, shownFrom) + reach);
    view.add(text.slice(shownFrom, last), shownFrom, last);
    lines++;
    at = last;
    if (last < end) break;
  }
  return { shown: view.finish(), end: Math.max(at, clue + 1), lines };
}

const narrowest = 40;
const widest = 260;
const mostJoined = 400;

/**
 * Joins lines that were wrapped at a fixed width, as by a terminal or a mail program: lines as long as the text's longest, with no blank on
 * either side of the break.
 */
export function createUnwrappedViews(text: string): PlainView[] {
  const width = widthOf(text);
  if (width < narrowest || width > widest) return [];
  const views: PlainView[] = [];
  let lineStart = 0;
  while (lineStart < text.length && views.length < mostJoined) {
    const end = endOfLine(text, lineStart);
    if (!isBroken(text, lineStart, end, width)) {
      lineStart = end + 1;
      continue;
    }
    const view = createPieces();
    let from = text.lastIndexOf('\n', lineStart - 2) + 1;
    if (lineStart - from > widest) from = lineStart;
    view.add(text.slice(from, lineStart), from, lineStart);
    let at = lineStart;
    let to = end;
    while (isBroken(text, at, to, width)) {
      view.add(text.slice(at, to), at, to);
      at = to + 1;
      to = endOfLine(text, at);
    }
    view.add(text.slice(at, to), at, to);
    views.push(view.finish());
    lineStart = to + 1;
  }
  return views;
}

function widthOf(text: string): number {
  let width = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > width) width = end - start;
    if (width > widest) return width;
    start = end + 1;
  }
  return start === 0 ? 0 : Math.max(width, text.length - start);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

// A line of settings of its own.
const setting = /[\w.-]{1,40}[ \t]{1,4}=[ \t]/y;

function isBroken(text: string, start: number, end: number, width: number): boolean {
  return (
    end - start === width &&
    end + 1 < text.length &&
    text.charCodeAt(end - 1) > 0x20 &&
    text.charCodeAt(end + 1) > 0x20 &&
    endOf(setting, text, end + 1) === undefined
  );
}

function endOfPrefix({ start, pattern }: LinePrefix, text: string, from: number): number | undefined {
  return inSet(start, text.charCodeAt(from)) ? endOf(pattern, text, from) : undefined;
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
