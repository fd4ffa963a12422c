import { isPlaceholder } from './isPlaceholder.ts';
import {
  isAppPassword,
  isCamelPhrase,
  isCommonPassword,
  isKeyboardRun,
  isLongChain,
  isNumberedPhrase,
  isPassphrase,
  isPlainChain,
  isPlainPassphrase,
  isRunTogether,
  isSpokenPhrase,
  isWordChain,
  isWordPair,
  isWordPhrase,
} from './passphrases.ts';
import { describeWords, readsLikeWords } from './readsLikeWords.ts';

const longest = 256;

/**
 * Whether a value that is called a password looks like one chosen by a person or a generator: at least six characters, of more than
 * one kind, neither a placeholder nor code. A single word (`password: "letmein"`) does not count, because it is far more often a label, a
 * type or a field name; letters that form no word do count.
 */
export function looksLikePassword(value: string): boolean {
  if (value.length < 6 || value.length > longest || !isPrintable(value)) return false;
  if (isCommonPassword(value) || isKeyboardRun(value) || isScrambled(value)) return true;
  if (!/[^A-Za-z_\-.:/]/.test(value)) return isWordless(value) || isPassphrase(value) || isRunTogether(value);
  if (isWordChain(value)) return true;
  // A date, such as a birthday.
  if (/^\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d$/.test(value)) return true;
  if (/^\d+$/.test(value)) return value.length >= 8 || !/^(?:012345|123456|654321|(\d{1,3})\1+$)/.test(value);
  return (!isCode(value) || isGenerated(value)) && !isPlaceholder(value);
}

/**
 * Like {@link looksLikePassword}, for a value with a sure sign before it (`DB_PASSWORD=`, a program's option): a single word is enough,
 * unless it is a placeholder or code.
 */
export function isGivenPassword(value: string): boolean {
  return (
    value.length >= 4 &&
    value.length <= longest &&
    isPrintable(value) &&
    !value.startsWith('-') &&
    (!isCode(value) || isGenerated(value) || isPlainChain(value)) &&
    !isPlaceholder(value)
  );
}

/**
 * Like {@link looksLikePassword}, for a value at a place that only a password has (an argument, a cell, the answer to a prompt): words count
 * too, joined or with blanks.
 */
export function isPlacedPassword(value: string): boolean {
  return [looksLikePassword, isCamelPhrase, isPlainChain, isWordPhrase, isNumberedPhrase, isAppPassword].some((is) =>
    is(value),
  );
}

// Characters that calls, templates, patterns, types and tags consist of.
const codeSign =
  /[A-Za-z_.]{4,}\(|\w\([^()]*\)|[)}\]][,;.)]|\$\{|\{\{|=>|->|::|<\/|\/>|\(\?|\\[a-zA-Z]|\[[^\]]*-[^\]]*\]|%[({<]|#\{|\d,\d|[:=]\s*[{[]|^[<{[(].*[>}\])]$/;

/**
 * Whether a password manager generated a value: capitals, small letters, digits and signs alternate all the time (`k:J8}w2~Vq`), and
 * no four letters form part of a word.
 */
export function isGenerated(value: string): boolean {
  if (value.length < 8 || value.length > 64 || codeSign.test(value)) return false;
  const { letters, digits, seams } = describeWords(value);
  const signs = new Set(value.match(/[^A-Za-z0-9]/g)).size;
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value) && digits > 0 && signs > 0;
  if (
    !isMixed ||
    (value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? []).some((run) => run.length > 3 && readsLikeWords(run))
  )
    return false;
  const hasOnlyJoiners = /^[\w.-]+$/.test(value);
  const share = seams / (letters + digits);
  return hasOnlyJoiners ? (digits >= 3 && share >= 0.4) || (digits >= 2 && share >= 0.5) : signs >= 2 || seams >= 3;
}

/**
 * Whether a value is drawn by chance from letters, digits and the signs that join words (`tQ7bXk_RzPw.Lf9guZc`): fourteen characters or
 * more, both cases and a digit, in parts of which none is a word or a name.
 */
export function isDrawnWithJoiners(value: string): boolean {
  if (!/^[A-Za-z0-9._~-]{14,64}$/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value))
    return false;
  const { letters, digits, seams } = describeWords(value);
  const longParts = value.split(/[._~-]+/).filter((part) => part.length >= 6);
  return (
    seams >= (letters + digits) * 0.33 &&
    letters >= 8 &&
    longParts.length > 0 &&
    longParts.every(
      (part) => !/[A-Z]?[a-z]{5,}/.test(part) && (part.match(/[a-z][A-Z]|[A-Z]{2}[a-z]|\d/g)?.length ?? 0) >= 2,
    )
  );
}

const signs = /[!@#%^&*?~+=$(),;|\\§£€]/;

/** Whether a value mixes a digit, letters and a sign that no name contains, as no word of a language or of code does. */
export function looksStrong(value: string): boolean {
  return (
    value.length >= 7 &&
    value.length <= 128 &&
    isPrintable(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    signs.test(value) &&
    (!/^[@#$%&*+=,;|\\]/.test(value) || isNoisy(value)) &&
    !/[(),;]$|=\d+$|^\w+\(/.test(value) &&
    (!isCode(value) || isGenerated(value)) &&
    !isPlaceholder(value)
  );
}

/** Three kinds of signs or more, and no brackets. */
function isNoisy(value: string): boolean {
  return new Set(value.match(/[@#$%^&*!~+]/g)).size >= 3 && !/[(){}[\]<>]/.test(value);
}

/** Many kinds of signs in a row, as generators produce and code does not. */
function isNoise(value: string): boolean {
  const kinds = new Set(value.match(/[^A-Za-z0-9_\s"'`]/g)).size;
  return (
    kinds >= 4 && /[A-Za-z]/.test(value) && (!/[({[<][^({[<]*[)}\]>]/.test(value) || (kinds >= 6 && isNoWords(value)))
  );
}

/**
 * Whether a value mixes letters, digits and ten kinds of signs or more without any word, as the salts of WordPress do; patterns and templates of
 * code have ranges and calls.
 */
export function isSalt(value: string): boolean {
  return (
    value.length >= 40 &&
    value.length <= 128 &&
    new Set(value.match(/[^A-Za-z0-9]/g)).size >= 10 &&
    [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(value)) &&
    !/[\\"]|[aA0]-[fFzZ9]|\(\?|\(\)|\$\{|\{\{/.test(value) &&
    (value.match(/[A-Za-z]{6,}/g) ?? []).every((run) => !readsLikeWords(run))
  );
}

/** Both cases and digits, no part of a word, and nothing that patterns, templates and arrows of code are made of. */
function isNoWords(value: string): boolean {
  return (
    value.length >= 14 &&
    value.length <= 64 &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value) &&
    !/\(\?|[.\])][*+]|[A-Za-z\d]-[A-Za-z\d]\]|\{\d+,?\d*\}|::|->|\$\{|\{\{|<\/|\(\)|=>[A-Za-z({[]|\\[a-zA-Z]/.test(
      value,
    ) &&
    (value.match(/[A-Za-z]{4,}/g) ?? []).every((run) => !readsLikeWords(run))
  );
}

/** A brace or an angle bracket in a value that is no template, tag or call. */
function isBraced(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/^[{<]|[}>]$|\w\(|[{<][A-Za-z_.]{3,}[}>]|<\/|=>|::|->|\$\{|\{\{|%[({<]|[,;:]/.test(value)
  );
}

/** Judges what a sentence calls a password: a plain word does not count, nor does a number with its unit. */
export function isSpoken(value: string): boolean {
  return (
    looksLikePassword(value) &&
    (looksStrong(value) || value.length >= 8 || /\d.*\d/.test(value)) &&
    /\d/.test(value) &&
    /[A-Za-z\u00c0-\u04ff]/.test(value) &&
    !/^\d{1,6}[-_.]?[A-Za-z]+$|^[A-Za-z]+-\d{1,2}$|^[a-z]+\d?$/.test(value)
  );
}

/** Whether a value that a sentence calls a password is shaped unlike any word of a sentence. */
export function isUnlikeWords(value: string): boolean {
  return [
    isSpoken,
    isCommonPassword,
    isKeyboardRun,
    isGenerated,
    isScrambled,
    isSpokenPhrase,
    isWordChain,
    isWordPair,
    isCamelPhrase,
    isLongChain,
    isSalt,
  ].some((is) => is(value));
}

/**
 * Whether a value has the shape of a password made by a person: letters followed by a number of three digits or more, or with
 * capitals among them.
 */
export function isChosen(value: string): boolean {
  return isSpoken(value) && /^[A-Za-z]{4,}\d{3,}$|^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z][A-Za-z0-9]{7,}$/.test(value);
}

/**
 * Whether a value is two words and a number (`stone-River42`, `amber_cedar7`), or a word and a number of three digits or more, none
 * of them a word that code uses: a secret that a person made up.
 */
export function isHandmade(value: string): boolean {
  return (/^[A-Za-z]{4,}\d{3,}$/.test(value) && isSpoken(value)) || isWordPair(value);
}

/**
 * Whether a person made a value for a password, and nobody for anything else: two words and a number, a name and a number (`Balu17`),
 * letters that became digits (`p4nd4b34r77`), letters beyond ASCII with a number, three plain words with dashes.
 */
export function isPersonal(value: string): boolean {
  return (
    isHandmade(value) ||
    isNamed(value) ||
    isLeet(value) ||
    /^(?=.*[\u00c0-\u024f\u0400-\u04ff])[A-Za-z\u00c0-\u024f\u0400-\u04ff]{4,20}\d{2,4}$/.test(value) ||
    isPlainPassphrase(value)
  );
}

const versioned =
  /^(?:windows|ubuntu|debian|fedora|centos|android|python|office|version|node|java|chapter|page|step|issue|room|team|level|model|build|phase|group|sprint|week|table|figure|section|error|type|part|unit|test|case|line|task|item|port|note|slot|area|zone|rule|block|layer|stage|round|day|year|class|kernel|core|base|sha|oauth|utf|web|html|http|angular|react|laravel|rails|swift|chrome|firefox|safari|postgres|mysql|redis|mongo|kafka|exchange|server|vue|win|mac|ios|gpt|claude|llama|gemini|qwen)/i;

/** A name and a number, as people choose for a password: `Balu17`. */
export function isNamed(value: string): boolean {
  return /^[A-Z][a-z]{3,9}\d{2,4}[!?]?$/.test(value) && !versioned.test(value) && !isPlaceholder(value);
}

/** Letters of a word replaced by digits that look alike. */
function isLeet(value: string): boolean {
  if (!/^[A-Za-z]*\d[A-Za-z]+\d[A-Za-z0-9]*[!?]?$/.test(value) || value.length < 8 || value.length > 24) return false;
  const letters = value.replace(/\d{2,4}[!?]?$/, '').toLowerCase();
  if (/\d{3}|^[0-9a-f]+$|[2689]/.test(letters) || !/[a-z]\d[a-z]/.test(letters)) return false;
  const word = letters.replace(/[013457]/g, (digit) => 'oieast'['013457'.indexOf(digit)] as string);
  return /^[a-z]+$/.test(word) && readsLikeWords(word) && !isPlaceholder(word);
}

/**
 * Whether letters are drawn by chance, without any digit: their case changes all the time (`xbQWTvGK_RmP`), or one of three parts
 * joined by different signs has capitals where no name has them (`lake_Button-vuKs`).
 */
export function isScrambled(value: string): boolean {
  if (!/^[A-Za-z_.!*+-]{10,40}$/.test(value)) return false;
  const { letters, seams, capitalPairs } = describeWords(value);
  if (seams >= letters * (capitalPairs >= 2 ? 0.38 : 0.55) && capitalPairs >= 1) {
    return letters >= 10 && (value.match(/[a-z]{4,}/g) ?? []).every((run) => !readsLikeWords(run));
  }
  const [, first = '', sign, second = '', other, third = ''] =
    /^([A-Za-z]{3,10})([-_.!*+])([A-Za-z]{3,10})([-_.!*+])([A-Za-z]{3,10})[-_.!*+]?$/.exec(value) ?? [];
  return (
    sign !== other &&
    /[A-Z]/.test(second) &&
    [first, third].some((part) => /[a-z][A-Z]|^[B-DF-HJ-NP-TV-Z]{3,6}$/.test(part))
  );
}

/** Accented letters count if the value also has a digit or a sign; blanks and control characters do not count. */
function isPrintable(value: string): boolean {
  return (
    /^[\x21-\x7e]+$/.test(value) ||
    (/^[\x21-\x7e\u00a1-\u024f\u0400-\u04ff]+$/.test(value) && /[\d!@#$%^&*?]/.test(value))
  );
}

/** Ten letters or more that form no word, or sixteen with signs that join words. */
function isWordless(value: string): boolean {
  if (isDrawnLetters(value)) return true;
  if (!/^[A-Za-z]{10,}$/.test(value) || readsLikeWords(value) || isPlaceholder(value)) return false;
  const { seams } = describeWords(value);
  return seams === 0 || seams >= value.length * 0.5 || (/[A-Z]{2}/.test(value) && /[a-z]{2}/.test(value));
}

/** Both cases in no order that names have, with a sign or two that join words: `dXjvKLdpv_oetNJeagTD`. */
function isDrawnLetters(value: string): boolean {
  if (!/^[A-Za-z]+(?:[_-][A-Za-z]+){1,2}$/.test(value) || value.length < 16 || readsLikeWords(value)) return false;
  const { letters, seams, capitalPairs } = describeWords(value);
  return capitalPairs >= 2 && seams >= letters * 0.25 && !/[A-Z]?[a-z]{6,}|[A-Z]{5,}/.test(value);
}

// Names in calls have their digits at the end; a digit between letters, as in `S3cret(Pw)`, is a person's choice.
const callOrIndex = /^[A-Za-z_$]+\d*(?:\.[A-Za-z_$]+\d*)*(?:\(.*\)?|\[.*\]?)$/;

/** Letters of both cases with digits in two places: no name of a member (`aTR18x0zahiphg`). */
function isDrawnPart(part: string): boolean {
  return (
    part.length >= 10 &&
    /\d[A-Za-z]+\d/.test(part) &&
    /[a-z]/.test(part) &&
    /[A-Z]{2}|[a-z]\d[A-Z]/.test(part) &&
    !/base64|utf|sha|md5|x509|oauth|i18n|s3v4/i.test(part)
  );
}

/** Calls, indexes, member chains, paths, URLs, names of algorithms. */
function isCode(value: string): boolean {
  return (
    callOrIndex.test(value) ||
    (/[{}<>]|=>|::|->/.test(value) && !isNoise(value) && !isBraced(value)) ||
    /:\/\/|^[.~]{0,2}\/(?:[\w.-]*\/|[a-z._-]*$)|^[A-Z]:\\/.test(value) ||
    (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[;,]?$/.test(value) &&
      !/\d{2}$/.test(value) &&
      !isWordChain(value) &&
      !isDrawnWithJoiners(value) &&
      !value.split('.').some(isDrawnPart)) ||
    (/^[A-Za-z_]+\d?$/.test(value) && value.includes('_') && !isDrawnLetters(value)) ||
    // A negation or a version range.
    /^!{1,2}[A-Za-z_$][A-Za-z_$.]*$|^[\^~]?v?\d+\.\d+\.\d+/.test(value) ||
    // Validator rules: `required|min:8`.
    /^[a-z]+(?:\|[a-z]+(?::[\w,]+)?)+$/.test(value) ||
    /^(?:md5|sha-?\d+|hmac-sha\d+|bcrypt|scrypt|argon2\w{0,2}|pbkdf2|rsa-?\d+|aes-?\d+(?:-\w+)?|utf-?\d+|base\d+|oauth2?|scram-sha-\d+)$/i.test(
      value,
    )
  );
}
