import { backslashes, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';

const maxLength = 16_384;
const longestPhrase = 128;
/** JSON nested four levels deep has 1, 3, 7 or 15 backslashes before a quote. */
const deepest = 15;
const quotes = charSet('"\'`');
// Letters before a string literal: Python's b"", r"", f"", C#'s $"" and @"".
const literalPrefix = charSet('bBrRuUfFN@$');
const space = 0x20;
const carriageReturn = 0x0d;

/** Tells whether another program truncated the value here: it ends in an ellipsis. */
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
  return last === text.length && !mayHaveBlanks ? { start, end: last } : undefined;
}

/** Finds a quote after any number of backslashes; `depth` is that number. */
function openingQuote(text: string, from: number): { quote: number; depth: number; end: number } | undefined {
  const at = runEnd(text, from, backslashes, deepest);
  const quote = text.charCodeAt(at);
  return inSet(quotes, quote) ? { quote, depth: at - from, end: at + 1 } : undefined;
}
