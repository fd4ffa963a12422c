import { base64, charSet, digits, inSet, runEnd, runStart } from '../scan/charSet.ts';
import { readGap } from './keyBlockGap.ts';

/** A body shorter than this, in Base64 characters, is an ellipsis or an example. */
const leastBody = 24;
/** Lines of a key have 64 to 76 characters; one that is shorter is the last. */
const leastWholeLine = 40;

const mostHeaders = 6;

const header = /[A-Z][A-Za-z-]{1,30}: [^\n\\"']{1,80}/y;
const endLine = /-{4,5} ?END [A-Z0-9 ]{0,60}-{4,5}/y;
const afterLineNumber = charSet('\t:|');

/**
 * Finds the end of the key whose body, lines of Base64, begins at `from`: after its closing line, or after what is left
 * of the body where the rest was cut off. Gives nothing where there is no body.
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
    const headerEnd = endOf(header, text, at);
    const lineEnd = headerEnd ?? runEnd(text, at, base64, text.length);
    if (lineEnd === at) break;
    gap = readGap(text, lineEnd);
    if (isLineNumber(text, at, lineEnd)) {
      gap = readGap(text, lineEnd + 1);
      continue;
    }
    const isLine = gap.breaks || gap.end === text.length || lineEnd - at >= leastWholeLine;
    if (!isLine) break;
    end = lineEnd;
    if (headerEnd !== undefined) {
      headers++;
      if (headers > mostHeaders) break;
      continue;
    }
    found += lineEnd - at;
    // The check sum of a PGP block stands on a line of its own, after the last one.
    const isLast = lineEnd - at < lineLength && text[gap.end] !== '=';
    lineLength = lineEnd - at;
    if (isLast) {
      const closingAfterLast = endOf(endLine, text, gap.end);
      if (closingAfterLast !== undefined) end = closingAfterLast;
      break;
    }
  }
  return found >= leastBody ? end : undefined;
}

/** Finds where a key begins of which only the end is left, before the closing line at `to`. */
export function keyBlockStart(text: string, to: number): number | undefined {
  let start = to;
  for (;;) {
    const lineEnd = gapStart(text, start);
    const lineStart = runStart(text, lineEnd, base64, lineEnd);
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
