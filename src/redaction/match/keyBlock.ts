import { backslashes, base64, charSet, digits, inSet, runEnd, runStart } from '../scan/charSet.ts';

/** A body shorter than this, in Base64 characters, is elided or an example. */
const leastBody = 24;
/** Lines of a key have 64 to 76 characters; a shorter one is the last. */
const leastWholeLine = 40;

const mostHeaders = 6;

const header = /[A-Z][A-Za-z-]{1,30}: [^\n\\"']{1,80}/y;
const endLine = /-{4,6} ?END [A-Za-z0-9 -]{0,60}-{4,5}/y;
const afterLineNumber = charSet('\t:|');

/**
 * Finds the end of the key whose body, lines of Base64, begins at `from`: after its closing line, or, in a truncated key, after what is
 * left of the body. Undefined where there is no body.
 */
export function keyBlockEnd(text: string, from: number): number | undefined {
  let found = 0;
  let end = from;
  let lineLength = 0;
  let headers = 0;
  let gap = readGap(text, from);
  for (;;) {
    const at = gap.end;
    const closing = endOf(endLine, text, at);
    if (closing !== undefined) return found >= leastBody ? closing : undefined;

    const headerEnd = headers < mostHeaders ? endOf(header, text, at) : undefined;
    if (headerEnd !== undefined) {
      headers++;
      gap = readGap(text, headerEnd);
      continue;
    }

    const lineEnd = runEnd(text, at, base64, text.length);
    if (isLineNumber(text, at, lineEnd)) {
      gap = readGap(text, lineEnd + 1);
      continue;
    }
    gap = readGap(text, lineEnd);
    const length = lineEnd - at;
    const isCheckSum = text[at] === '=';
    // Only the last line is shorter than the one before; a word on a line of its own is not part of the key.
    // A line of a diff may begin with a mark that is also a Base64 digit: `+`.
    const isWhole = length === lineLength - 1 && text[at - 1] === '+';
    const isLast = length < lineLength && !isWhole && !isCheckSum && text[gap.end] !== '=';
    if (length === 0 || !endsLine(text, gap, length)) break;
    if (isLast && !isRestOfKey(text, at, lineEnd, gap.end)) break;
    found += length;
    end = lineEnd;
    lineLength = length;
    if (isLast) return found >= leastBody ? (endOf(endLine, text, gap.end) ?? end) : undefined;
  }
  return found >= leastBody ? end : undefined;
}

function endsLine(text: string, gap: Gap, length: number): boolean {
  return gap.breaks || gap.end === text.length || length >= leastWholeLine;
}

function isRestOfKey(text: string, from: number, to: number, next: number): boolean {
  const isFollowedByEnd = next === text.length || endOf(endLine, text, next) !== undefined;
  return isFollowedByEnd || to - from >= 16 || /[0-9+/=]/.test(text.slice(from, to));
}

/** Finds the start of a key of which only the end is left, before the closing line at `to`. */
export function keyBlockStart(text: string, to: number): number | undefined {
  let start = to;
  for (;;) {
    const lineEnd = gapStart(text, start);
    const run = runStart(text, lineEnd, base64, lineEnd);
    // The first letter may belong to an escaped line break.
    const lineStart = text[run - 1] === '\\' && run < lineEnd ? run + 1 : run;
    const length = lineEnd - lineStart;
    if (length === 0 || (start !== to && length < leastWholeLine && lineStart > 0)) break;
    start = lineStart;
  }
  return to - start >= leastBody ? start : undefined;
}

const gapChars = charSet(' \t\r\n\\"\',');

function gapStart(text: string, to: number): number {
  let at = to;
  while (at > 0) {
    const isEscape = text[at - 2] === '\\' && /[nrt]/.test(text.charAt(at - 1));
    if (isEscape) at -= 2;
    else if (inSet(gapChars, text.charCodeAt(at - 1))) at -= 1;
    else break;
  }
  return at;
}

function isLineNumber(text: string, from: number, to: number): boolean {
  if (to - from > 6 || runEnd(text, from, digits, 6) !== to) return false;
  return text[to] === '→' || inSet(afterLineNumber, text.charCodeAt(to)) || text.startsWith('\\t', to);
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** The separator between two lines of a key. */
interface Gap {
  readonly end: number;
  /** True where a line ends in it, or where the text continues after an escape as if there were none. */
  readonly breaks: boolean;
}

const fillers = charSet(' \t\r"\'`,+.;>|#*');
const quotes = charSet('"\'`');
const joiners = charSet(',+.');
const longest = 400;

/**
 * Reads the separator between two lines of a key. Logs seldom show plain line breaks: they are escaped, once or more; lines are quoted and
 * joined as in source code, or prefixed by a diff; `/` may be written `\/`.
 */
function readGap(text: string, from: number): Gap {
  let breaks = false;
  let wasQuoted = false;
  let at = from;
  const last = Math.min(text.length, from + longest);
  while (at < last) {
    const code = text.charCodeAt(at);
    const escaped = escapeEnd(text, at);
    if (escaped !== undefined) {
      breaks = true;
      at = escaped;
    } else if (code === 0x0a) {
      breaks = true;
      at++;
    } else if (inSet(fillers, code) || code === 0x5c || (code === dash && text.charCodeAt(at + 1) !== dash)) {
      if (inSet(quotes, code)) wasQuoted = true;
      if (wasQuoted && inSet(joiners, code)) breaks = true;
      at++;
    } else break;
  }
  return { end: at, breaks };
}

const dash = 0x2d;
const escapeSequence = /[nrt/]|u00[0-9a-fA-F]{2}/y;

function escapeEnd(text: string, at: number): number | undefined {
  const after = runEnd(text, at, backslashes, 16);
  if (after === at) return undefined;
  escapeSequence.lastIndex = after;
  return escapeSequence.test(text) ? escapeSequence.lastIndex : undefined;
}
