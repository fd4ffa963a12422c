import { backslashes, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';

/**
 * Number of characters read before the value is judged; the rest is read only if it is a secret, so that a text of nothing but names and
 * values takes linear time.
 */
const headLength = 48;
const longest = 16_384;
const lastAscii = 0x7f;
const valueChars = charSet('A-Za-z0-9_.+/~!@#%^*:?$-');
const padding = charSet('=');
// Punctuation after which a sentence or a list continues; it does not belong to a secret that ends with it.
const trailing = charSet('.:');
// Characters after a value that show it to be an expression: a call, an index, a template, a generic type.
const expression = charSet('([{<$');

/** Reads the first characters of the unquoted value that begins at `from`; undefined for an expression. */
export function readBareHead(text: string, from: number): Span | undefined {
  const end = valueEnd(text, from, headLength);
  if (end === from) return undefined;
  if (end - from >= headLength) return { start: from, end };
  if (inSet(expression, text.charCodeAt(end)) && !text.startsWith('</', end)) return undefined;
  return { start: from, end: paddedEnd(text, from, end) };
}

// An equals sign inside a value: after too many characters to end a name, and not as padding.
const innerPadding = charSet('=.-');
const leastBeforeEquals = 6;

// An ampersand that begins the next field of a query, a command or an entity; any other ampersand is part of the value.
const ampersand = /&(?:[A-Za-z_][\w.%[\]-]{0,40}=|(?:amp|quot|lt|gt|#\d{1,5});|(?![A-Za-z0-9_.+/~!@#%^*:?$-]))/y;

function valueEnd(text: string, from: number, limit: number): number {
  const last = from + limit;
  let end = runEnd(text, from, valueChars, limit);
  while (end < last) {
    if (text[end] === '&') {
      ampersand.lastIndex = end;
      if (ampersand.test(text)) break;
    } else if (!isInnerEquals(text, from, end) && !isLetter(text.charCodeAt(end))) break;
    end = runEnd(text, end + 1, valueChars, last - end - 1);
  }
  return end;
}

/** Accented Latin letters and Cyrillic; other scripts continue after a value without a blank. */
function isLetter(code: number): boolean {
  return (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x400 && code <= 0x4ff);
}

function isInnerEquals(text: string, from: number, at: number): boolean {
  // A piece of Base64 followed by another one: `…==-…`.
  if (text[at] === '=' && at - from >= 20 && inSet(innerPadding, text.charCodeAt(at + 1))) {
    return text[at + 1] !== '=' || /[-.][A-Za-z0-9]/.test(text.slice(at + 2, at + 4));
  }
  return (
    text[at] === '=' &&
    at - from >= leastBeforeEquals &&
    inSet(valueChars, text.charCodeAt(at + 1)) &&
    (/\d/.test(text.slice(at - 6, at)) || /[^A-Za-z]/.test(text.charAt(at + 1)))
  );
}

const afterStatement = charSet(' &\t\r\n"\'`\\<.');

/** Whether nothing after a value makes it part of code. */
export function endsStatement(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return end === text.length || inSet(afterStatement, code) || code > lastAscii;
}

/** Finds the end of the value whose head {@link readBareHead} returned. */
export function bareEnd(text: string, head: Span): number {
  if (head.end - head.start < headLength) return head.end;
  return paddedEnd(text, head.start, valueEnd(text, head.end, longest));
}

/** Includes Base64 padding, but not the equals sign in `a=b=c`; excludes the sentence's punctuation. */
function paddedEnd(text: string, from: number, to: number): number {
  const padded = runEnd(text, to, padding, 2);
  const isPadding =
    padded > to && !inSet(valueChars, text.charCodeAt(padded)) && !inSet(padding, text.charCodeAt(padded));
  return isPadding ? padded : Math.max(from, runStart(text, to, trailing, 3));
}

const maxLength = 16_384;
const longestPhrase = 128;
/** JSON nested four levels deep has 1, 3, 7 or 15 backslashes before a quote. */
const deepest = 15;
const quotes = charSet('"\'`');
// Letters before a string literal: Python's b"", r"", f"", C#'s $"" and @"".
const literalPrefix = charSet('bBrRuUfFN@$');
const space = 0x20;
const carriageReturn = 0x0d;

/** Whether another program truncated the value here: it ends in an ellipsis. */
function isCutOff(text: string, start: number, at: number): boolean {
  return at - start >= 8 && (text[at - 1] === '…' || text.startsWith('...', at - 3));
}

/** One or two blanks before the closing quote, copied by accident. */
function endsInBlanks(text: string, at: number, quote: number): boolean {
  return text.charCodeAt(at) === space && text.charCodeAt(at + (text.charCodeAt(at + 1) === space ? 2 : 1)) === quote;
}

function withoutEllipsis(text: string, at: number): number {
  return text[at - 1] === '…' ? at - 1 : at - 3;
}

/**
 * Reads the quoted value that begins at `from`, without its quotes. A value with blanks is rejected unless `mayHaveBlanks`, because secrets
 * have no blanks and sentences do. A value cut off by the end of the text counts.
 */
export function readQuoted(text: string, from: number, mayHaveBlanks = false): Span | undefined {
  const open = openingQuote(text, from) ?? openingQuote(text, runEnd(text, from, literalPrefix, 2));
  if (open === undefined) return undefined;
  const { quote, depth } = open;
  const start = open.end;
  const last = Math.min(text.length, start + (mayHaveBlanks ? longestPhrase : maxLength));
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code <= space && !(mayHaveBlanks && (code === space || code === carriageReturn))) {
      if (endsInBlanks(text, at, quote)) return { start, end: at };
      return isCutOff(text, start, at) ? { start, end: withoutEllipsis(text, at) } : undefined;
    }
    if (code !== quote) continue;
    const escapes = at - runStart(text, at, backslashes, at - start);
    if (escapes <= depth || (depth === 0 && escapes % 2 === 0)) return { start, end: at - Math.min(escapes, depth) };
  }
  return last === text.length && !(mayHaveBlanks && /\s/.test(text.slice(start))) ? { start, end: last } : undefined;
}

/** Finds a quote after any number of backslashes; `depth` is that number. */
function openingQuote(text: string, from: number): { quote: number; depth: number; end: number } | undefined {
  const at = runEnd(text, from, backslashes, deepest);
  const quote = text.charCodeAt(at);
  return inSet(quotes, quote) ? { quote, depth: at - from, end: at + 1 } : undefined;
}
