import type { Span } from '../secretRule.ts';
import { type CharSet, charSet, inSet } from './charSet.ts';

/** What a tool adds before a line, and the characters it may begin with: most lines of reports and code begin with others. */
interface LinePrefix {
  readonly start: CharSet;
  readonly pattern: RegExp;
  /** A name, which might be part of the line: only lines that begin with the same one belong together. */
  readonly isName?: true;
}

// A time, and what loggers write behind it: a name, a level, a process, a thread, a module.
const logged = new RegExp(
  String.raw`\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[^\s\]]{0,16}\]?[ \t]{1,2}(?:- [\w.]{1,40} - )?(?:\[?[A-Z]{3,8}\]?(?: -)?[: ]{1,2})?` +
    String.raw`(?:\d{1,7} --- )?(?:\[[\w.:/ -]{1,48}\][: ]{1,2})?(?:[\w$]{1,40}(?:(?:::|\.)[\w$]{1,40}){1,6} {0,30}: )?`,
  'y',
);

// Prefixes that tools add to each line, and another tool may show again: line numbers of `cat -n`, `rg -n` and file readers, container names,
// times, jobs of a build, the system's log, diff marks.
const innerPrefixes: readonly LinePrefix[] = [
  { start: charSet('[0-9'), pattern: logged },
  { start: charSet('A-Za-z0-9_.'), pattern: /[^\t\n]{1,60}\t[^\t\n]{1,60}\t(?=\d{4}-\d\d-\d\dT)/y },
  { start: charSet(' \t0-9'), pattern: /[ \t]{0,8}\d{1,7}(?:\t|→|:|[ ]{0,2}[|│][ ]?| {2})/y },
  { start: charSet('A-Za-z0-9_./@-'), pattern: /[\w./@-]{1,120}[:-]\d{1,7}[:-]/y },
  {
    start: charSet('ADFJMNOS'),
    pattern: /[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,64} [\w./@-]{1,64}(?:\[\d{1,7}\])?: /y,
  },
  { start: charSet('IWEF'), pattern: /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,6} {1,8}\d{1,7} [\w./-]{1,64}:\d{1,5}\] /y },
  { start: charSet('#'), pattern: /#\d{1,3} \d{1,5}\.\d{1,3} /y },
  { start: charSet('A-Za-z0-9_.-'), pattern: /[\w.-]{1,48}[ ]{0,16}[|│] /y },
  { start: charSet('+-'), pattern: /[+-](?![+-]{2})/y },
];

// Quote marks, and the names of what runs side by side: a tool may show what another one numbered, such as log lines in a patch, or a patch of a patch.
const linePrefixes: readonly LinePrefix[] = [
  ...innerPrefixes,
  { start: charSet('>#*|;/-'), pattern: /(?:[>#*|;]|\/\/|--)(?: |(?=\n))/y },
  {
    start: charSet('A-Za-z@['),
    pattern: /(?:\[[\w@./ -]{1,40}\]|[\w@./-]{1,40}(?::[\w-]{1,24}| (?:dev|build|start|test))?:) /y,
    isName: true,
  },
];

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
    const name = outer.isName ? text.slice(from, end) : undefined;
    const inner = innerPrefixes.find((candidate) => endOfPrefix(candidate, text, end) !== undefined);
    return (line, lineStart) => {
      const behind = name === undefined ? endOfPrefix(outer, line, lineStart) : endOfName(name, line, lineStart);
      return behind === undefined || inner === undefined ? behind : (endOfPrefix(inner, line, behind) ?? behind);
    };
  }
  return undefined;
}

function endOfName(name: string, text: string, from: number): number | undefined {
  return text.startsWith(name, from) ? from + name.length : undefined;
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

// A line of its own: of settings, of a log.
const ownLine = /[\w.-]{1,40}[ \t]{1,4}=[ \t]|\[?\d{4}-\d\d-\d\d[T ]\d\d:/y;

function isBroken(text: string, start: number, end: number, width: number): boolean {
  return (
    end - start === width &&
    end + 1 < text.length &&
    text.charCodeAt(end - 1) > 0x20 &&
    text.charCodeAt(end + 1) > 0x20 &&
    endOf(ownLine, text, end + 1) === undefined
  );
}

function endOfPrefix({ start, pattern }: LinePrefix, text: string, from: number): number | undefined {
  return inSet(start, text.charCodeAt(from)) ? endOf(pattern, text, from) : undefined;
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** A text as a person reads it, with a mapping back to positions in the original. */
export interface PlainView {
  readonly text: string;
  /** Maps a range of `text` to the range in the original. */
  readonly sourceOf: (span: Span) => Span;
}

/** Anchors that show that a view may differ from its text. ESC and `\/` show it too, but are too short for the index. */
export const escapeAnchors = [
  '\\u00',
  'x1[bB][[]',
  '033[',
  ':\\/\\/',
  '1\\/\\/0',
  '&quot;',
  '&amp;',
  '&#[0-9x][0-9aA]',
] as const;

/**
 * Tells whether a text that has a clue may differ from its view; these signs are too short for the index, or are common in texts without
 * secrets.
 */
export function mayHideParts(text: string): boolean {
  return (
    text.includes('\\/') ||
    text.includes('\\"') ||
    text.includes('\\n') ||
    text.includes("\\'") ||
    text.includes('\\e[') ||
    text.includes('%3') ||
    text.includes('%2') ||
    text.includes('<br') ||
    text.includes('&lt;') ||
    text.includes('&gt;')
  );
}

// On a text of Latin characters only, the pattern fails at once.
const withoutWidth = /[\u200b-\u200f\u2060-\u2064\ufeff]/;

/** Tells whether a text has invisible characters, which may split even the name of a secret. */
export function hasInvisible(text: string): boolean {
  return withoutWidth.test(text);
}

// CSI and OSC sequences, then the two-character ones, then escaped characters, then what has no width. Quantifiers are over disjoint sets, so a
// failed match is linear; an unfinished OSC ends where the next code begins.
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
  /(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e(?=\[))(?:\[[0-9;:?]{0,64}[ -/]{0,8}[@-Z\\-~]|\][^\x07\x1b\\]*(?:\x07|\x1b\\)?|[()][0-9A-Z]|[=>78MNc])|'\\{1,15}''|\\([/"'nrt])|\\u00([2-7][0-9a-fA-F])|%([2-7][0-9a-fA-F]|0[aAdD9])|&(quot|apos|amp|lt|gt|#\d{1,3}|#x[0-9a-fA-F]{1,2});|<br ?\/?>|[\u200b-\u200f\u2060-\u2064\ufeff]/g;

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** How far around a hidden part a text is shown, in characters; a word at either end is shown as a whole. */
const shownBefore = 400;
const shownBehind = 800;
const longestWord = 16_384;

/**
 * Shows a text as a person reads it: without terminal codes (colours, links, cursor moves; also escaped ones) and zero-width characters,
 * and with `\/`, `\"`, `\n`, `\u002b`, `%3D` and `&quot;` resolved, because any of them may split a secret or hide its sign. Shows what stands
 * around them, in order, and nothing if the text has none of them: the rest is as it is.
 */
export function createPlainViews(text: string): PlainView[] {
  const views: PlainView[] = [];
  let view = createPieces();
  let from = -1;
  const finish = (): void => {
    const end = wordEnd(text, from + shownBehind);
    view.add(text.slice(from, end), from, end);
    views.push(view.finish());
  };
  for (const { index, 0: match, 1: letter, 2: code, 3: percent, 4: entity } of text.matchAll(hidden)) {
    if (from === -1) from = wordStart(text, index - shownBefore);
    else if (index - from > shownBefore + shownBehind) {
      finish();
      view = createPieces();
      from = wordStart(text, index - shownBefore);
    }
    let start = index;
    // A text that was escaped more than once has more backslashes before the character.
    while (match.startsWith('\\') && start > from && text[start - 1] === '\\') start--;
    view.add(text.slice(from, start), from, start);
    from = index + match.length;
    view.add(shownFor(match, letter, code ?? percent, entity), start, from);
  }
  if (from !== -1) finish();
  return views;
}

/** The end of the word at a place, so that no value is shown in part. */
function wordEnd(text: string, from: number): number {
  const last = Math.min(text.length, from + longestWord);
  let end = Math.min(from, text.length);
  while (end < last && text.charCodeAt(end) > space) end++;
  return end;
}

function wordStart(text: string, from: number): number {
  const first = Math.max(0, from - longestWord);
  let start = Math.max(0, from);
  while (start > first && text.charCodeAt(start - 1) > space) start--;
  return start;
}

const space = 0x20;

function shownFor(
  match: string,
  letter: string | undefined,
  code: string | undefined,
  entity: string | undefined,
): string {
  if (letter !== undefined) return escaped[letter] ?? letter;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (entity !== undefined) return charOfEntity(entity);
  // How a shell puts a quote into a quoted text.
  if (match.startsWith("'")) return "'";
  return match.startsWith('<') ? '\n' : '';
}

const namedEntities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

function charOfEntity(entity: string): string {
  if (entity.startsWith('#x')) return String.fromCharCode(Number.parseInt(entity.slice(2), 16));
  return entity.startsWith('#') ? String.fromCharCode(Number(entity.slice(1))) : (namedEntities[entity] ?? '');
}

/** Collects the pieces of a view: unchanged parts of the text, and characters that replace longer escapes. */
export function createPieces() {
  const texts: string[] = [];
  const plainStarts: number[] = [];
  const sources: Span[] = [];
  let length = 0;
  return {
    add(shown: string, start: number, end: number): void {
      if (shown === '') return;
      texts.push(shown);
      plainStarts.push(length);
      sources.push({ start, end });
      length += shown.length;
    },
    finish(): PlainView {
      return {
        text: texts.join(''),
        sourceOf: ({ start, end }) => {
          const first = lastAtOrBefore(plainStarts, start);
          const last = lastAtOrBefore(plainStarts, end - 1);
          const { start: sourceStart } = sources[first] as Span;
          const { start: lastStart, end: lastEnd } = sources[last] as Span;
          const isWholePiece = end === (plainStarts[last + 1] ?? length);
          return {
            start: sourceStart + start - (plainStarts[first] as number),
            end: isWholePiece ? lastEnd : lastStart + end - (plainStarts[last] as number),
          };
        },
      };
    },
  };
}

function lastAtOrBefore(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
