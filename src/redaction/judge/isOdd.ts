import { eitherOf } from './eitherOf.ts';
import { isPlaceholder } from './isPlaceholder.ts';
import { lookOf } from './lookOf.ts';
import { isHandmade, isPersonal, isScrambled, isUnlikeWords, looksLikePassword } from './looksLikePassword.ts';
import { isCamelPhrase, isLongPhrase, isPlainChain } from './passphrases.ts';
import { readsLikeWords } from './readsLikeWords.ts';

/** What may stand in a sentence that states a secret, but is none: addresses, paths, files, versions, names in code. */
const otherThing = eitherOf([
  /:\/\//, // `https://wiki.example`
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/, // `ann@mail.example`
  /\/.*\//, // `etc/app/conf`
  /^[.~]?\//, // `./run`, `/etc`
  /\.(?:[a-z]{1,4}|json5?|yaml|html)$/, // `notes.md`, `page.html`
  /^v?\d+(?:\.\d+)+/, // `v2.1`
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, // `DB_HOST`
  /^[a-z]+[A-Z]\w*$/, // `tokenStore`
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/, // `api_key`
  /[(){}[\]<>;|\\]/, // `login(x)`
  /^[-$@#]/, // `-p`, `$HOME`, `@types`
  /=\w/, // `env=prod`
  /^\w+:\w/, // `host:web`
  /\d{4}-\d\d/, // `2031-04-05`
  /^[\d.,:%+-]+$/, // `98.6%`
  /…/, // `pass…`
  /\.{3}/, // `pass...`
  /\w,\w/, // `one,two`
  /\w\/\w/, // `yes/no`
  /\.[a-z]+:\d/, // `app.example:8080`
  /^[A-Za-z]\w*\$\d{1,3}$/, // `item$12`
]);
/** Names of algorithms, encodings, protocols and platforms. */
const standard = /^(?:sha|md|aes|rsa|utf|base|oauth|rfc|iso|http|ipv|es|x|win|ed|secp|argon|bcrypt|pbkdf)-?\d+/i;

const longestOdd = 80;

/** Whether a word is an address, a path, a file, a version or a name in code. */
export function isOtherThing(value: string): boolean {
  return otherThing.test(value);
}

/** Whether a word is no ordinary word of a sentence about credentials. */
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
    // `willow204`
    (isHandmade(value) && /\d{3,4}$/.test(value)) ||
    // `quietAmberWillow42`
    (isCamelPhrase(value) && /\d{2,4}$/.test(value)) ||
    // `amber_willow_gate_42`
    (/[._]\d{2,4}$/.test(value) && isPlainChain(value.replace(/[._]\d{2,4}$/, ''))) ||
    // `k3Qw9vTz2m`
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
