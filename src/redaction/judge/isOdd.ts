import { isPlaceholder } from './isPlaceholder.ts';
import { lookOf } from './lookOf.ts';
import { isHandmade, isPersonal, isScrambled, isUnlikeWords, looksLikePassword } from './looksLikePassword.ts';
import { isCamelPhrase, isLongPhrase, isPlainChain } from './passphrases.ts';
import { readsLikeWords } from './readsLikeWords.ts';

/** What may stand in a sentence that states a secret, but is none: addresses, paths, files, versions, names in code. */
const otherThing =
  /:\/\/|^[\w.+-]+@[\w-]+\.[\w.-]+$|\/.*\/|^[.~]?\/|\.(?:[a-z]{1,4}|json5?|yaml|html)$|^v?\d+(?:\.\d+)+|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z]+[A-Z]\w*$|^[a-z0-9]+(?:_[a-z0-9]+)+$|[(){}[\]<>;|\\]|^[-$@#]|=\w|^\w+:\w|\d{4}-\d\d|^[\d.,:%+-]+$|…|\.{3}|\w,\w|\w\/\w|\.[a-z]+:\d|^[A-Za-z]\w*\$\d{1,3}$/;
/** Names of algorithms, encodings, protocols and platforms. */
const standard = /^(?:sha|md|aes|rsa|utf|base|oauth|rfc|iso|http|ipv|es|x|win|ed|secp|argon|bcrypt|pbkdf)-?\d+/i;

const longestOdd = 80;

/** Tells whether a word is an address, a path, a file, a version or a name in code. */
export function isOtherThing(value: string): boolean {
  return otherThing.test(value);
}

/** Tells whether a word is no ordinary word of a sentence about credentials. */
export function isOdd(value: string): boolean {
  return (
    value.length <= longestOdd &&
    (isScrambled(value) || isMadeOrDrawn(value) || !isOtherThing(value)) &&
    !standard.test(value) &&
    !isPlaceholder(value) &&
    (isUnlikeWords(value) ||
      isPersonal(value) ||
      lookOf(value) !== undefined ||
      isUnreadable(value) ||
      isLongPhrase(value))
  );
}

/** What looks like a name in code, but is made of words that code does not use, or drawn by chance. */
function isMadeOrDrawn(value: string): boolean {
  return (
    (isHandmade(value) && /\d{3,4}$/.test(value)) ||
    (isCamelPhrase(value) && /\d{2,4}$/.test(value)) ||
    (/[._]\d{2,4}$/.test(value) && isPlainChain(value.replace(/[._]\d{2,4}$/, ''))) ||
    (value.length >= 10 && lookOf(value) === 'mixed')
  );
}

/** Letters that form no word, whatever signs stand between them. */
function isUnreadable(value: string): boolean {
  const letters = value.replace(/[^A-Za-z]/g, '');
  return (
    /^[A-Z]{16}$/.test(value) ||
    (letters.length >= 10 && letters !== value && looksLikePassword(letters) && !readsLikeWords(letters))
  );
}
