import { charSet, inSet } from '../scan/charSet.ts';
import { describeWords } from './describeWords.ts';

const codeMarks = charSet('(){}<>[]|');

/**
 * Tells whether a value of at least `minLength` characters looks drawn by chance, as keys and tokens are, and not like
 * a name, a path, a version or a piece of code. Random text changes between capitals, small letters and digits every
 * second character or so; names made of words do so at their seams only.
 */
export function looksRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || !isOneWordOfAscii(value) || isPlace(value)) return false;
  const { letters, digits, seams, longest, seamsOfLongest } = describeWords(value);
  if (letters === 0) return false;
  if (digits === 0) return longest >= 24 && seamsOfLongest >= longest * 0.35;
  return longest >= 8 && seamsOfLongest >= 2 && seams >= (letters + digits) * 0.18;
}

function isOneWordOfAscii(value: string): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code <= 0x20 || code >= 0x7f || inSet(codeMarks, code)) return false;
  }
  return true;
}

/** A path from a root, or an address. */
function isPlace(value: string): boolean {
  return /^[.~]{0,2}\//.test(value) || value.includes('://');
}
