import { encodesSentence } from './base64.ts';
import { isPlaceholder } from './isPlaceholder.ts';
import { isPublished } from './isPublished.ts';
import { isDrawnWithJoiners, isGenerated, isHandmade } from './looksLikePassword.ts';
import { describeWords, readsLikeWords } from './readsLikeWords.ts';

/**
 * How a value looks that may be a secret whatever it is called. Drawn by chance: `mixed` (capitals, small letters and digits), `small` and
 * `capital` (letters of one case and digits), `hex`, `grouped` (`AB12-CD34-EF56`), `generated` (with signs, as password managers draw).
 * Made by a person: `signed` (words, digits and a sign), `handmade` (two words and a number), `joined` (letters and digits in any other
 * order that no name of code has).
 */
export type Look = 'mixed' | 'small' | 'capital' | 'hex' | 'grouped' | 'generated' | 'signed' | 'handmade' | 'joined';

export const shortestLook = 8;
export const longestLook = 200;

/** Tells how a value looks; undefined for anything that may be a word, a name, a path, a version, code, or an id with a prefix. */
export function lookOf(value: string): Look | undefined {
  if (value.length < shortestLook || value.length > longestLook) return undefined;
  const hasSign = signs.test(value);
  if (hasSign && value.length <= longestMade && isSigned(value)) {
    if (isPlaceholder(value)) return undefined;
    return isGenerated(value) || isNoise(value) ? 'generated' : 'signed';
  }
  if (!plain.test(value)) return undefined;
  const { letters, digits, seams } = describeWords(value);
  if (value.includes('-') && isGrouped(value)) return isPlaceholder(value) ? undefined : 'grouped';
  if (isDrawnWithJoiners(value) && /[._~-]/.test(value) && !drawnPrefix.test(value))
    return isPlaceholder(value) || isPublished(value) ? undefined : 'generated';
  if (digits < 2) return undefined;
  const isMixed = seams >= (letters + digits) * 0.25;
  const drawn = isMixed ? drawnLook(value) : undefined;
  if (drawn !== undefined || hasSign || value.length > longestMade) return drawn;
  if (isMixed && value.length >= 10 && isShortDrawn(value)) return isPlaceholder(value) ? undefined : 'generated';
  const isWordsAndNumber = wordsAndNumber.test(value);
  if (!isWordsAndNumber && value.length < shortestJoined) return undefined;
  if (/^[A-Z][a-z]{3,14}_\d{4,8}$/.test(value)) return 'joined';
  if (namesOfCode.test(value)) return undefined;
  if (isWordsAndNumber && isHandmade(value)) return isPlaceholder(value) ? undefined : 'handmade';
  return isJoined(value) && !isPlaceholder(value) ? 'joined' : undefined;
}

const longestMade = 40;
const shortestJoined = 10;
const signs = /[!@#$%^&*?~+]/;
const plain = /^[A-Za-z0-9+/_.~-]+={0,2}$/;
const wordsAndNumber = /^[A-Za-z][A-Za-z._-]{3,30}\d{2,6}!?$/;

/** As `w8_Kq2-Zt`: drawn from letters, digits and the signs that join words. */
function isShortDrawn(value: string): boolean {
  return (
    /[-_.]/.test(value) &&
    !/\d\.\d|[+/=]|^\d+-|^v\d/.test(value) &&
    !prefixed.test(value) &&
    lettersOf(value) >= 5 &&
    isGenerated(value)
  );
}

// Versions, dates, sizes and counts with a unit, times, addresses, and names of models, fonts, platforms and files.
const nameWithNumbers =
  /\d\.\d|^v\d|\d{4}-\d\d|^\d+(?:[a-z]{1,2}|px|rem|ms|kb|mb|gb)?(?:[-_.x/]|$)|[-_.](?:x?(?:8|16|32|64|86|128|256|512|1024)|v\d+)(?:[-_.]|$)|\.[a-z]{1,4}\d?$|^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,3}$|\/|^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+$|^[a-z0-9]+(?:_[a-z0-9]+)+$|^[a-z]+\d{1,3}[a-z]*$|^[A-Za-z]+-\d+$|^[A-Za-z]{2,}\d{1,2}[A-Za-z]{2,}$|base64|-[0-9a-f]{6,12}$|[a-z]\.[a-z]+[A-Z]|^[A-Za-z]+_\d\.|^[A-Za-z]+\d{1,3}\.[A-Za-z]+$|RFC|^secp|^lib/;

/** As `amber_STONE61kx`, `River_2019Q`, `b7K7P5Bicedar`: words, letters and digits in an order that names do not have. */
function isJoined(value: string): boolean {
  return (
    value.length >= shortestJoined &&
    value.length <= longestMade &&
    /[A-Za-z].*[A-Za-z].*[A-Za-z]/.test(value) &&
    /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/.test(value) &&
    !nameWithNumbers.test(value) &&
    !prefixedId.test(value)
  );
}
// `call_9aG…`, `run-41bc…`: a prefix and one drawn part.
const prefixedId = /^[a-z]{2,10}[-_](?![A-Z][A-Za-z]{3})[A-Za-z0-9]{4,}$/;

// `call_…`, `req-…`: the name of a kind of id, and one drawn part.
const drawnPrefix = /^[A-Za-z]{2,10}[-_](?=[A-Za-z0-9]+$)|^eyJ/;

/** Number of different letters, whatever their case. */
function lettersOf(value: string): number {
  return new Set(value.toLowerCase().match(/[a-z]/g)).size;
}

/** Groups of the same length that form no words: `c3b93-c8617`, `kuir-nktu-glst`, `168880-637834-105696-675038`. */
function isGrouped(value: string): boolean {
  if (!/^[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,9}$/.test(value)) return false;
  const groups = value.split('-');
  const [first = ''] = groups;
  if (groups.some(({ length }) => length !== first.length)) return false;
  const isOneCase = !/[a-z]/.test(value) || !/[A-Z]/.test(value);
  if (!isOneCase || (/^[0-9-]+$/.test(value) && groups.length < 4)) return false;
  const hasDigits = (value.match(/\d/g)?.length ?? 0) >= 2;
  return hasDigits
    ? groups.some((group) => /\d[A-Za-z]|[A-Za-z]\d/.test(group)) || groups.length >= 4
    : groups.length >= 3 && groups.filter((group) => !readsLikeWords(group)).length * 2 > groups.length;
}

const hexNumber = /^(?:[0-9a-f]{24,128}|[0-9A-F]{24,128})$/;
// `toolu_01…`, `msg_…`, `chatcmpl-…`: what an id belongs to.
const prefixed = /^(?:[a-z]{2,16}[_-]|[A-Z]{1,4}_kw|[A-Za-z]+-\d+[-.]|(?:sha|SHA)\d+-|0x|\d{4}-\d\d-\d\d)/;
// Base64 of JSON, pictures, fonts, archives, certificates, messages.
const encoded =
  /^(?:eyJ|W3s|W1|iVBOR|R0lGOD|\/9j\/|d09GM|AAAA|PHN2|PD94|UEsDB|JVBER|H4sI|Ci[A-Z]|Er?[A-Za-z]{1,2}BC|CA[A-Z]Q|MI[IGHE]|AgB|AGFzbQ|RW[QRST][A-Za-z0-9+/]{53}$)/;

// Addresses and public keys, in the alphabet of Bech32.
const publicAddress = /^(?:bc|tb|ltc|addr|stake|npub|age|cosmos|osmo|erd|terra|juno)1[02-9ac-hj-np-z]{20,}$/;

/** Like `lookOf`, for values that are drawn from letters and digits only. */
export function drawnLook(value: string): Look | undefined {
  if (value.length < 10 || value.length > longestLook || !plain.test(value)) return undefined;
  if (hexNumber.test(value)) return /[a-fA-F]/.test(value) && /\d.*\d/.test(value) ? 'hex' : undefined;
  if (prefixed.test(value) || encoded.test(value) || publicAddress.test(value) || isPublished(value)) return undefined;
  const { letters, digits, seams, longest } = describeWords(value);
  const all = letters + digits;
  if (digits < 2 || letters < 4 || longest < 8 || all < value.length * 0.85 || digits > all * 0.6) return undefined;
  if (seams < all * 0.25 || readsLikeWords(value) || encodesSentence(value)) return undefined;
  if (/[a-z]/.test(value) && /[A-Z]/.test(value)) {
    if (/[a-z]{7,}|^[A-Za-z]+\.[a-z]+$|[./][a-z]{4,}[./]/.test(value)) return undefined;
    if (value.length < 16)
      return /^[A-Za-z0-9]+$/.test(value) &&
        seams >= all * 0.42 &&
        lettersOf(value) >= 5 &&
        !/[a-z]{4}|[A-Z][a-z]{2}[A-Z][a-z]{2}/.test(value)
        ? 'mixed'
        : undefined;
    return seams >= all * 0.33 && !isPlaceholder(value) ? 'mixed' : undefined;
  }
  if (value.length < 16 || isPlaceholder(value)) return undefined;
  if (/^[a-z0-9]{20,}$/.test(value)) return 'small';
  return /^[A-Z0-9]+$/.test(value) ? 'capital' : undefined;
}

// Addresses, versions, queries, operators, globs, keys that are pressed together.
const code =
  /:\/\/|^[-@#&*.:~+?]|^\$[A-Za-z_{(]|^%[A-Za-z]|&&|\+\+|--|=>|->|[=!<>~]=|\*\*|\?\.|\.\*|\*\.|::|^[\w.+-]+@[\w-]+\.[\w.-]+$|^[\w.+-]+@[a-z][\w.-]*[a-z]$|@[\^~]?v?\d+(?:\.|$)|%[0-9A-Fa-f]{2}.*%[0-9A-Fa-f]{2}|[?&][\w.-]+=|^[~+]?\d[\d.,:%+~-]*[A-Za-z]{0,3}$|[./][\w-]*#L?\d+$|^[A-Za-z]+\+[A-Za-z0-9]$|#[a-z]+-\d|:#|^(?:ctrl|alt|shift|cmd|meta)\+|=\d+[A-Za-z%]{0,3}$|^\w+\?[\w.]+:|[=*+~]$|^\d[\d*+^-]+$|\w\*\w+[+*-]|^[A-Za-z_]+[#@]\d{1,4}$|^[A-Za-z_]\w{0,2}[=+*?]|^!|![01]?$|[:=]!|\?:|^\d+[*:^-]|[=~$]\$|\$-?\d\.|\d\*\w|\d{4}-\d\d-\d\d|\d\.\d+\.\d|[*+^-]=|=\$|^\w+(?:\.\w+)+[+*-]\d+$|=\w+\+\d$|^[a-z]+![\d]+!|\$\d+\$/i;

// What even a value that looks generated must not hold to be no expression, address or query.
const operators =
  /:\/\/|&&|\+\+|--|=>|->|[=!<>~]=|\?\.|::|[?&][\w.-]+=|\w\?[\w.]+:|^[\w.+-]+@[\w-]+\.[\w.-]+$|@[\^~]?v?\d+\.|%[0-9A-Fa-f]{2}.*%[0-9A-Fa-f]{2}|=\d+[A-Za-z%]{0,3}$|^[A-Za-z_]\w{0,2}[=?]|\d{4}-\d\d-\d\d/;

// A dollar is part of names in code, so words must stand around it.
const dollarWithin = /^[A-Za-z]{4,14}\$[A-Za-z]{4,14}\d{2,4}$|^[A-Z][a-z]{3,14}\$\d{2,4}$/;

/** Letters, and a sign within or behind them, with a digit or both cases. */
function isSigned(value: string): boolean {
  if (!/^[A-Za-z0-9!@#$%^&*?~+=_.:-]+$/.test(value)) return false;
  if (
    value.length >= 11 &&
    !operators.test(value) &&
    /^[A-Za-z0-9]/.test(value) &&
    (isGenerated(value) || (isNoise(value) && /[^\w].*[^\w]./.test(value)))
  )
    return lettersOf(value) >= 4;
  if (
    code.test(value) &&
    !/^[A-Za-z]{4,14}@\d{4,8}!?$|^[A-Z][a-z]{3,14}@\d{3}!?$|^[A-Za-z][A-Za-z_-]{3,24}\d{2,8}[!?*]$|^\d{2,4}[A-Z][A-Za-z]+[_.-][A-Z][a-z]+!$|^[A-Z][a-z]{3,14}[#@]\d{4}$/.test(
      value,
    )
  )
    return false;
  if (!/[!@#%^&*?~+]/.test(value) && !dollarWithin.test(value)) return false;
  if (lettersOf(value) < 4) return false;
  return /\d/.test(value) ? /[A-Za-z]{3}|[A-Za-z]\d[A-Za-z]/.test(value) : isNoise(value);
}

/** Both cases, several signs, and no run of letters that is part of a word. */
function isNoise(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  const kinds = new Set(value.match(/[^A-Za-z0-9]/g)).size + (/\d/.test(value) ? 1 : 0);
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? [];
  return (
    kinds >= 1 && describeWords(value).seams >= 2 && words.every((word) => word.length <= 3 || !readsLikeWords(word))
  );
}

// `sha256`, `kmac128`, `border-gray-200`, `Issue188`.
const namesOfCode =
  /(?:8|16|24|32|64|128|160|192|224|256|384|512|1024|437|754|404|500)$|^[a-z]{2,8}-[a-z]{2,8}-\d{1,3}$|^Issue|^[a-z]+\d{3}$|^\w+[_$]\d+$|^apply|^with/;
