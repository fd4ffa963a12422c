import { alphanumerics, base64Url, charSet, hexDigits, inSet, runEnd } from './charSet.ts';

const escapeLetters = charSet('nrtbf');

/**
 * Tells whether a token may begin at `at`: it is not in the middle of a word. The end of an escape (`\n`, `\u0026`,
 * `%3D`) is no word, since a text may be JSON or part of a URL.
 */
export function startsToken(text: string, at: number): boolean {
  return !inSet(alphanumerics, text.charCodeAt(at - 1)) || endsEscape(text, at);
}

/** Like {@link startsToken}, but `-` and `_` also count as part of a word: for prefixes that chance alone can make. */
export function startsLoneToken(text: string, at: number): boolean {
  return !inSet(base64Url, text.charCodeAt(at - 1)) || endsEscape(text, at);
}

function endsEscape(text: string, at: number): boolean {
  if (text[at - 2] === '\\' && inSet(escapeLetters, text.charCodeAt(at - 1))) return true;
  if (text[at - 3] === '%') return areHex(text, at - 2, at);
  if (text[at - 4] === '\\' && text[at - 3] === 'x') return areHex(text, at - 2, at);
  return text[at - 6] === '\\' && text[at - 5] === 'u' && areHex(text, at - 4, at);
}

function areHex(text: string, from: number, to: number): boolean {
  return runEnd(text, from, hexDigits, to - from) === to;
}
