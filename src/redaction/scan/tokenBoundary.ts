import { isInMarker } from '../redactionMarker.ts';
import { alphanumerics, charSet, hexDigits, inSet, runEnd, runStart } from './charSet.ts';

const escapeLetters = charSet('nrtbf');
const escapeEnds = charSet('nrtm0-9a-fA-F');
const backslash = 0x5c;
const percent = 0x25;
const joiners = charSet('_-');
const colourParameters = charSet('0-9;:');

/**
 * Tells whether a token may begin at `at`, that is, not in the middle of a word. The end of an escape (`\n`, `\u0026`, `%3D`, a colour)
 * does not count as a word, because a text may be JSON, part of a URL, or terminal output.
 */
export function startsToken(text: string, at: number): boolean {
  if (inSet(alphanumerics, text.charCodeAt(at - 1))) return endsEscape(text, at);
  // A marker counts as the rest of a word, so that masking a text twice finds nothing new.
  return text[at - 1] !== ']' || !isInMarker(text, at - 1);
}

/**
 * Like {@link startsToken}, but `-` and `_` also join words. A prefix inside a longer token is part of that token or no token at all;
 * trying each one would take quadratic time on a text of nothing but prefixes. Dashes before the first word, as of a removed line in a
 * diff, join nothing.
 */
export function startsLoneToken(text: string, at: number): boolean {
  return startsToken(text, runStart(text, at, joiners, 8));
}

function endsEscape(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (!inSet(escapeEnds, last)) return false;
  if (text.charCodeAt(at - 2) === backslash && inSet(escapeLetters, last)) return true;
  if (text.charCodeAt(at - 3) === percent) return areHex(text, at - 2, at);
  if (text.charCodeAt(at - 4) === backslash && text[at - 3] === 'x') return areHex(text, at - 2, at);
  if (text.charCodeAt(at - 6) === backslash && text[at - 5] === 'u') return areHex(text, at - 4, at);
  return text[at - 1] === 'm' && endsColour(text, at - 1);
}

function areHex(text: string, from: number, to: number): boolean {
  return runEnd(text, from, hexDigits, to - from) === to;
}

/** Tells whether the `m` at this position ends a terminal colour code, which may be escaped. */
function endsColour(text: string, at: number): boolean {
  const bracket = runStart(text, at, colourParameters, 16) - 1;
  if (text[bracket] !== '[') return false;
  return text[bracket - 1] === '\x1b' || /(?:u00|x)1b$|033$/i.test(text.slice(Math.max(0, bracket - 5), bracket));
}
