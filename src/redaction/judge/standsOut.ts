import { describeWords } from './describeWords.ts';
import { isPlaceholder } from './isPlaceholder.ts';
import { isGenerated, isHandmade, looksStrong } from './looksLikePassword.ts';
import { looksRandom } from './looksRandom.ts';

/**
 * Tells how far a word stands out of a text as a secret, whatever its name: 3 if it looks drawn by chance, 2 if it joins letters, digits
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
