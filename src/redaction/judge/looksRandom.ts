import { charSet, inSet } from '../scan/charSet.ts';
import { isPlaceholder } from './isPlaceholder.ts';
import { isGenerated, isHandmade, looksStrong } from './looksLikePassword.ts';
import { describeWords, readsLikeWords } from './readsLikeWords.ts';

const sample = 20;
const isHexOrUuid =
  /^(?=.*[0-9])(?=.*[a-fA-F])(?:[0-9a-fA-F]{32,}|(?=.{26})[0-9a-fA-F]{4,12}(?:-[0-9a-fA-F]{4,12}){2,6})$/;
const codeMarks = charSet('{}<>|');
// Random text does not produce such a name of this length: every capital followed by small letters, digits only at the end.
const camelCase = /^[A-Za-z][a-z]+(?:[A-Z][a-z]+)+\d{0,2}$/;

/**
 * Whether a value of at least `minLength` characters looks randomly generated, as keys and tokens are, rather than a name, a path, a
 * version or code. Random text changes between capitals, small letters and digits about every second character; names made of words change
 * only between words.
 */
export function looksRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || !isOneWordOfAscii(value) || isPlace(value)) return false;
  // The rest of a path after a secret consists of words, and would make the whole look less random.
  const slash = value.indexOf('/');
  return isRandom(value) || (slash >= minLength && isRandom(value.slice(0, slash)));
}

/**
 * Whether ten characters or more look like a generated code: letters and digits that change all the time, overall or in groups
 * (`q8zt3lm0vx`, `AB12-CD34-EF56`). Weaker than {@link looksRandom}: use it only after a name that surely means a secret.
 */
export function looksLikeCode(value: string): boolean {
  if (value.length < 10 || value.length > 64 || !/^[A-Za-z0-9._~+/:-]+={0,2}$/.test(value) || isPlace(value))
    return false;
  if (/^[A-Z0-9]{2,6}(?:-[A-Z0-9]{4,6}){2,7}$/.test(value)) return /\d/.test(value) && /[A-Z]/.test(value);
  const { letters, digits, seams, longest } = describeWords(value);
  return (
    letters >= 3 &&
    digits >= 3 &&
    longest >= 8 &&
    seams >= Math.max(4, (letters + digits) * 0.3) &&
    !/^v?\d+\.\d+/.test(value)
  );
}

function isRandom(value: string): boolean {
  if (isHexOrUuid.test(value)) return true;
  if (startsWithWords(value) || camelCase.test(value)) return false;
  const { letters, digits, seams, longest, seamsOfLongest, capitalPairs } = describeWords(value);
  if (letters === 0) return false;
  // camelCase changes case as often as random text does, but has no adjacent capitals.
  if (longest >= 24 && seamsOfLongest >= longest * 0.35 && capitalPairs >= longest * 0.1) return true;
  if (value.length >= 32 && kindsOfSigns(value) >= 6) return true;
  if (digits === 0)
    return longest >= 16 && !readsLikeWords(value) && (isOneCase(value) || seamsOfLongest >= longest * 0.3);
  if (value.length >= 24 && digits >= 3 && kindsOfSigns(value) >= 4) return true;
  if (longest < 8) return false;
  if (seamsOfLongest >= 2 && seams >= (letters + digits) * 0.18) return true;
  return longest >= 16 && seamsOfLongest >= 1 && !readsLikeWords(value);
}

function isOneCase(value: string): boolean {
  return value === value.toLowerCase() || value === value.toUpperCase();
}

/** Checks only the start of a long value: that is enough to reject most that are not random. */
function startsWithWords(value: string): boolean {
  if (value.length < 2 * sample) return false;
  const { letters, seams } = describeWords(value, sample);
  return letters >= sample / 2 && seams < 2 && readsLikeWords(value.slice(0, sample));
}

function isOneWordOfAscii(value: string): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code <= 0x20 || code >= 0x7f || (inSet(codeMarks, code) && !hasManySigns(value))) return false;
  }
  return true;
}

/** Whether a value has more adjacent signs of different kinds than code has. */
function hasManySigns(value: string): boolean {
  return value.length <= 256 && kindsOfSigns(value) >= 6;
}

/** Counts the different signs of a value that do not join words, as in the secret key of a web framework. */
function kindsOfSigns(value: string): number {
  return new Set(value.match(/[^A-Za-z0-9_.:/-]/g)).size;
}

/** A path or an address. A leading slash alone does not count, because it is also a Base64 digit. */
function isPlace(value: string): boolean {
  return (
    /^(?:[.~]{1,2}|[A-Za-z]:)[/\\]/.test(value) ||
    value.includes('://') ||
    (value.startsWith('/') && (/^\/[a-z][a-z._-]{1,24}\//.test(value) || readsLikeWords(value)))
  );
}

/**
 * How far a word stands out of a text as a secret, whatever its name: 3 if it looks drawn by chance, 2 if it joins letters, digits
 * and a sign as only passwords do, 1 if a person may have made it of a word and a number, 0 if it may be a word, code, a path, a version,
 * a date, an address or a hash.
 */
export function standsOut(value: string): 0 | 1 | 2 | 3 {
  if (value.length < 8 || value.length > 128 || /^\D+$/.test(value) || isElse(value) || isPlaceholder(value)) return 0;
  if (value.length >= 12 && isGenerated(value)) return 3;
  if (isDrawn(value)) return 3;
  if (isJoined(value)) return 2;
  return isHandmade(value) ? 1 : 0;
}

/** Letters of both cases and digits that change all the time, and no prefix that names what an id belongs to. */
function isDrawn(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_-]{16,}$/.test(value) || !looksRandom(value, 16)) return false;
  const { letters, digits, seams } = describeWords(value);
  return (
    digits >= 2 &&
    /[A-Z]/.test(value) &&
    /[a-z]/.test(value) &&
    seams >= (letters + digits) * 0.3 &&
    !/^[A-Za-z]{2,12}_[A-Za-z0-9]|^[A-Za-z]{2,12}[_-](?=[A-Za-z0-9]+$)|\/[a-z]{3,}\/|^[\w-]+=\w/.test(value)
  );
}

/** Letters in a row, digits in a row, and a sign between or behind them: `stone+River41`, `Amber41#cedar`. */
function isJoined(value: string): boolean {
  return (
    looksStrong(value.replace('=', '+')) &&
    /^[A-Za-z0-9][\w.!@#$%^&*?~+=-]*$/.test(value) &&
    /[A-Za-z]{4}/.test(value) &&
    /\d{2}|\d[^\w]|[A-Za-z]\d[A-Za-z]/.test(value)
  );
}

const elses = [
  // Paths, addresses, names of packages and branches.
  /:\/\/|^[.~@]?\/|[a-z]\.[a-z]{1,4}(?::\d+)*$|^[\w.-]+\/[\w./-]*$|^\w:\\|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$|^www\./,
  // Versions and dates; numbers with a sign or a unit; keys that are pressed together.
  /^[\^~<>=v]*\d+[.\d]*(?:[-+][\w.]*)?$|\d+\.\d+\.\d+|@\^?v?\d|^\d{4}-\d\d-\d\d|^[~$+#%=-]*[\d.,:]+\w{0,3}%?[+*!]?$|^(?:ctrl|alt|shift|cmd|meta)\+/i,
  // Comparisons, settings, queries, calls and other code.
  /[<>=!]=|&&|\|\||=>|->|\+\+|--|^[-$&%*#@]|^[A-Z_][A-Z0-9_]*=|[A-Za-z0-9]-[A-Za-z0-9]\W|A-Z|[?&][\w.-]+=|=$|^[A-Za-z_][\w.-]*[+*^]?=(?:\d{1,3}|\w+\.|[a-z]+)$|\w\(|[)\]}][\w(]|\$\{|%[A-Za-z][A-Za-z%]/,
  // Issues, anchors, hashes.
  /#L?\d{1,5}$|\w!\d+!|^[\w./-]+#[a-z-]+$|^[a-z-]+#[a-z]+-|^(?:sha\d+|md5)[-:]|^[0-9a-f-]+$|^[a-z]{1,4}_[\w-]{12,}$|^\w{0,40}_\w{0,40}=/i,
];

function isElse(value: string): boolean {
  return elses.some((form) => form.test(value));
}
