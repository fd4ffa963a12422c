import { encodesSentence } from './base64.ts';
import { eitherOf } from './eitherOf.ts';
import { isPlaceholder } from './isPlaceholder.ts';
import { isPublished } from './isPublished.ts';
import { isDrawnWithJoiners, isGenerated, isHandmade } from './looksLikePassword.ts';
import { describeWords, readsLikeWords, type Words } from './readsLikeWords.ts';

/**
 * How a value looks that may be a secret whatever it is called. Drawn by chance: `mixed` (capitals, small letters and digits), `small` and
 * `capital` (letters of one case and digits), `hex`, `grouped` (`AB12-CD34-EF56`), `generated` (with signs, as password managers draw).
 * Made by a person: `signed` (words, digits and a sign), `handmade` (two words and a number), `joined` (letters and digits in any other
 * order that no name of code has).
 */
export type Look = 'mixed' | 'small' | 'capital' | 'hex' | 'grouped' | 'generated' | 'signed' | 'handmade' | 'joined';

export const shortestLook = 8;
export const longestLook = 200;

/** How a value looks; undefined for anything that may be a word, a name, a path, a version, code, or an id with a prefix. */
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
  const isMixed = seams >= (letters + digits) * leastSeams;
  const drawn = isMixed ? drawnLook(value) : undefined;
  if (drawn !== undefined || hasSign || value.length > longestMade) return drawn;
  if (isMixed && value.length >= 10 && isShortDrawn(value)) return isPlaceholder(value) ? undefined : 'generated';
  const isWordsAndNumber = wordsAndNumber.test(value);
  if (!isWordsAndNumber && value.length < shortestJoined) return undefined;
  if (nameAndDate.test(value)) return 'joined';
  if (namesOfCode.test(value)) return undefined;
  if (isWordsAndNumber && isHandmade(value)) return isPlaceholder(value) ? undefined : 'handmade';
  return isJoined(value) && !isPlaceholder(value) ? 'joined' : undefined;
}

const longestMade = 40;
const shortestJoined = 10;
/**
 * Seams (changes between capital, small letter and digit) for each letter and digit. Chance makes at least this many: `k3qw9vt2xz` is
 * looked at, `ambercedar2031` is not.
 */
const leastSeams = 0.25;
/** In a value of both cases, chance makes more seams: `k3Qw9vTzx2mRbqLp` is taken, `AMBER2ced31STONE4` is not. */
const seamsOfBothCases = 0.33;
/** A short value of both cases says less, so that it must have more seams: `k3Qw9vTz2m` is taken, `ITEM22Row700` is not. */
const seamsOfShort = 0.42;
/** Below this length, a value of both cases is short, and one of a single case is no drawn one. */
const shortestDrawn = 16;
const signs = /[!@#$%^&*?~+]/;
const plain = /^[A-Za-z0-9+/_.~-]+={0,2}$/;
const wordsAndNumber = /^[A-Za-z][A-Za-z._-]{3,30}\d{2,6}!?$/;
/** A word and a date, `Willow_20310405`: an exception to the names of code. */
const nameAndDate = /^[A-Z][a-z]{3,14}_\d{4,8}$/;

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

/** Names, versions, dates and sizes: they have letters and digits for other reasons than a secret. */
const nameWithNumbers = eitherOf([
  /\d\.\d/, // `llama3.1-8b`
  /^v\d/, // `v2beta10`
  /\d{4}-\d\d/, // `backup-2031-04`
  /^\d+(?:[a-z]{1,2}|px|rem|ms|kb|mb|gb)?(?:[-_.x/]|$)/, // `24h-window7`, `1280x720p`
  /[-_.](?:x?(?:8|16|32|64|86|128|256|512|1024)|v\d+)(?:[-_.]|$)/, // `linux-x64-gnu8`, `model-v3-fast`
  /\.[a-z]{1,4}\d?$/, // `Track07b.mp3`
  /^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,3}$/, // `night-worker-12`
  /\//, // `src/a1b2`
  /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+$/, // `ERR_TLS_1234`
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/, // `block_size_4k2`
  /^[a-z]+\d{1,3}[a-z]*$/, // `vec4float`
  /^[A-Za-z]+-\d+$/, // `Ticket-10442`
  /^[A-Za-z]{2,}\d{1,2}[A-Za-z]{2,}$/, // `Http2Stream`
  /base64/, // `base64Text22`
  /-[0-9a-f]{6,12}$/, // `main-4f9c2ab`
  /[a-z]\.[a-z]+[A-Z]/, // `item.nextSibling7`
  /^[A-Za-z]+_\d\./, // `Track_3.final`
  /^[A-Za-z]+\d{1,3}\.[A-Za-z]+$/, // `Vector3.Zero`
  /RFC/, // `RFC9110section4`
  /^secp/, // `secp256k1`
  /^lib/, // `libX11xcb6`
]);

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
/** How things begin that are encoded, and no secret. */
const encoded = eitherOf([
  /^(?:eyJ|W3s|W1)/, // JSON: `{"`, `[{`, `[`
  /^(?:iVBOR|R0lGOD|\/9j\/|PHN2|PD94)/, // pictures: PNG, GIF, JPEG, SVG, XML
  /^(?:d09GM|AAAA|AGFzbQ)/, // fonts, zeros, WebAssembly
  /^(?:UEsDB|H4sI|JVBER)/, // archives, PDF
  /^(?:Ci[A-Z]|Er?[A-Za-z]{1,2}BC|CA[A-Z]Q|AgB)/, // messages of protocols, and signatures of thinking
  /^MI[IGHE]/, // certificates and public keys
  /^RW[QRST][A-Za-z0-9+/]{53}$/, // a public key of minisign
]);

// Addresses and public keys, in the alphabet of Bech32.
const publicAddress = /^(?:bc|tb|ltc|addr|stake|npub|age|cosmos|osmo|erd|terra|juno)1[02-9ac-hj-np-z]{20,}$/;

/** Like `lookOf`, for values that are drawn from letters and digits only. */
export function drawnLook(value: string): Look | undefined {
  if (value.length < 10 || value.length > longestLook || !plain.test(value)) return undefined;
  if (hexNumber.test(value)) return /[a-fA-F]/.test(value) && /\d.*\d/.test(value) ? 'hex' : undefined;
  if (prefixed.test(value) || encoded.test(value) || publicAddress.test(value) || isPublished(value)) return undefined;
  const words = describeWords(value);
  if (!isDrawn(value, words) || readsLikeWords(value) || encodesSentence(value)) return undefined;
  if (/[a-z]/.test(value) && /[A-Z]/.test(value)) return isDrawnOfBothCases(value, words) ? 'mixed' : undefined;
  if (value.length < shortestDrawn || isPlaceholder(value)) return undefined;
  if (/^[a-z0-9]{20,}$/.test(value)) return 'small';
  return /^[A-Z0-9]+$/.test(value) ? 'capital' : undefined;
}

/**
 * Letters and digits as chance has them: not mostly signs (`a-b-c-d-1-2`), not mostly digits (`2031-04-05T101500`), not only short parts
 * (`ab12.cd34.ef56`), not words with a number behind them.
 */
function isDrawn(value: string, { letters, digits, seams, longest }: Words): boolean {
  const all = letters + digits;
  return (
    digits >= 2 &&
    letters >= 4 &&
    longest >= 8 &&
    all >= value.length * 0.85 &&
    digits <= all * 0.6 &&
    seams >= all * leastSeams
  );
}

/** A word (`k3Qvwillowtree9`), a folder (`k3/assets/Qw9vT2`). */
const hasPartOfCode = /[a-z]{7,}|[./][a-z]{4,}[./]/;
/** Parts of words, as short names of code have them: `k3Qitems9V`, `RowTab22x`. */
const hasPartOfWord = /[a-z]{4}|[A-Z][a-z]{2}[A-Z][a-z]{2}/;

function isDrawnOfBothCases(value: string, { letters, digits, seams }: Words): boolean {
  const all = letters + digits;
  if (hasPartOfCode.test(value)) return false;
  if (value.length >= shortestDrawn) return seams >= all * seamsOfBothCases && !isPlaceholder(value);
  return (
    /^[A-Za-z0-9]+$/.test(value) && seams >= all * seamsOfShort && lettersOf(value) >= 5 && !hasPartOfWord.test(value)
  );
}

/** Expressions, addresses, dates and queries, which no password looks like, however it was made. */
const expressions = [
  /:\/\//, // `ftp://a1`
  /&&/, // `a1&&b2`
  /\+\+/, // `i2++`
  /--/, // `port--8`
  /=>/, // `x1=>y`
  /->/, // `p2->next`
  /[=!<>~]=/, // `a1==b2`
  /\?\./, // `a?.b2`
  /::/, // `std::v2`
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/, // `ann+7@mail.example`
  /%[0-9A-Fa-f]{2}.*%[0-9A-Fa-f]{2}/, // `a%20b%20c`
  /[?&][\w.-]+=/, // `list?page=2`
  /=\d+[A-Za-z%]{0,3}$/, // `width=40px`
  /\d{4}-\d\d-\d\d/, // `log~2031-04-05`
];

/** Expressions, addresses, versions, queries, and keys that are pressed together: no password, though a sign is in them. */
const code = eitherOf(
  [
    ...expressions,
    /^[-@#&*.:~+?]/, // `@types/x2`, `#id22`
    /^\$[A-Za-z_{(]/, // `$HOME2`
    /^%[A-Za-z]/, // `%TEMP1%`
    /\*\*/, // `2**16`
    /\.\*/, // `v1.*`
    /\*\./, // `*.log1`
    /^[\w.+-]+@[a-z][\w.-]*[a-z]$/, // `root@db2host`
    /@[\^~]?v?\d+(?:\.|$)/, // `react@18.2`
    /^[~+]?\d[\d.,:%+~-]*[A-Za-z]{0,3}$/, // `~1.5s`, `98.6%`
    /[./][\w-]*#L?\d+$/, // `main.ts#L42`
    /^[A-Za-z]+\+[A-Za-z0-9]$/, // `Ctrl+7`
    /#[a-z]+-\d/, // `notes#step-2`
    /:#/, // `url:#12ab`
    /^(?:ctrl|alt|shift|cmd|meta)\+/, // `ctrl+shift+F5`
    /^\w+\?[\w.]+:/, // `ok2?one:two`
    /[=*+~]$/, // `count2=`
    /^\d[\d*+^-]+$/, // `3*7+2`
    /\w\*\w+[+*-]/, // `a2*b+c`
    /^[A-Za-z_]+[#@]\d{1,4}$/, // `octo_cat#1234`
    /^[A-Za-z_]\w{0,2}[=+*?]/, // `x1=9`, `ab+c`
    /^!/, // `!isOpen2`
    /![01]?$/, // `done2!`
    /[:=]!/, // `key=!b2`
    /\?:/, // `(?:a1)`
    /^\d+[*:^-]/, // `12:30pm`
    /[=~$]\$/, // `a=$b2`
    /\$-?\d\./, // `~$1.50`
    /\d\*\w/, // `2*pi`
    /\d\.\d+\.\d/, // `x~1.2.3`
    /[*+^-]=/, // `n2+=1`
    /=\$/, // `k1=$v`
    /^\w+(?:\.\w+)+[+*-]\d+$/, // `list.size+1`
    /=\w+\+\d$/, // `j=i2+1`: an index
    /^[a-z]+![\d]+!/, // `sheet!12!a`
    /\$\d+\$/, // `a$12$b`
  ],
  'i',
);

/** What even a value that looks generated must not hold: an expression, an address or a query. */
const operators = eitherOf([
  ...expressions,
  /\w\?[\w.]+:/, // `ok?one:two`
  /@[\^~]?v?\d+\./, // `react@18.2`
  /^[A-Za-z_]\w{0,2}[=?]/, // `x1=9`
]);

// A dollar is part of names in code, so words must stand around it.
const dollarWithin = /^[A-Za-z]{4,14}\$[A-Za-z]{4,14}\d{2,4}$|^[A-Z][a-z]{3,14}\$\d{2,4}$/;

/** What people choose for a password, though code could look so. */
const madeLikeCode = eitherOf([
  /^[A-Za-z]{4,14}@\d{4,8}!?$/, // `willow@2031`
  /^[A-Z][a-z]{3,14}@\d{3}!?$/, // `Willow@204!`
  /^[A-Za-z][A-Za-z_-]{3,24}\d{2,8}[!?*]$/, // `willow_gate77!`
  /^\d{2,4}[A-Z][A-Za-z]+[_.-][A-Z][a-z]+!$/, // `42Willow-Gate!`
  /^[A-Z][a-z]{3,14}[#@]\d{4}$/, // `Willow#2031`
]);

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
  if (code.test(value) && !madeLikeCode.test(value)) return false;
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

/** Words and a number, as code names sizes, styles and tickets. */
const namesOfCode = eitherOf([
  /(?:8|16|24|32|64|128|160|192|224|256|384|512|1024|437|754|404|500)$/, // `sha256`, `Status404`: a number that programs know
  /^[a-z]{2,8}-[a-z]{2,8}-\d{1,3}$/, // `border-gray-200`
  /^Issue/, // `Issue1882`
  /^[a-z]+\d{3}$/, // `kmac128`
  /^\w+[_$]\d+$/, // `field_2048`
  /^apply/, // `applyPatch22`
  /^with/, // `withRetry33`
]);
