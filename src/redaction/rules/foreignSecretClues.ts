import { foreignPasswordNouns } from '../judge/credentialNouns.ts';
import { isOdd } from '../judge/isOdd.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isPlainPassphrase } from '../judge/passphrases.ts';
import { charSet, runStart } from '../scan/charSet.ts';
import type { Clue, Span } from '../secretRule.ts';
import { readWord } from './printedClues.ts';

/** A shorter noun may be part of another word. */
const shortestNoun = 6;

const toForeign =
  /[a-zà-žа-я]{0,6}(?![\w-])[^\n:：=<>{}()"\\;.]{0,70}?(?:[:：=→][ \t]{0,3}|[ \t])(?:<\w{1,8}>)?["'`*«„“]{0,3}(?=\S{0,40}(?:[\d!@#$%^&*+?~]|[a-z][A-Z][a-z]{0,4}[A-Z]))(?=[^\s:：]{6})/y;

/** Other languages have verbs of their own; what follows the noun and is no word of any language is the value. */
const inForeignSentence: Clue['match'] = (text, at, after) => {
  if (after - at < shortestNoun && /[A-Za-z]/.test(text.charAt(at - 1))) return undefined;
  for (let from = after, tries = 0; tries < 4; tries++) {
    toForeign.lastIndex = from;
    const value = toForeign.test(text) ? readWord(text, toForeign.lastIndex) : undefined;
    if (value === undefined) break;
    if (isOdd(text.slice(value.start, value.end))) return value;
    from = value.end;
  }
  return foreignPhrase(text, after);
};

const toForeignPhrase =
  /[^\n=<>{}()"\\;.]{0,70}?[\s:：=→](?:<\w{1,8}>)?["'`*«„“]{0,3}([a-z]{4,12}(?:[-_.][a-z]{4,12}){2,6})(?![\w@/(-])/y;

/** Three small words or more joined by one sign, at most one in three of which code uses. */
function foreignPhrase(text: string, after: number): Span | undefined {
  toForeignPhrase.lastIndex = after;
  const value = toForeignPhrase.exec(text)?.[1];
  if (value === undefined || !isPlainPassphrase(value.replace(/[_.]/g, '-'))) return undefined;
  return { start: toForeignPhrase.lastIndex - value.length, end: toForeignPhrase.lastIndex };
}

// Keys that are public, or look something up.
const otherForeignKey =
  /p[uú]bli[ckqčz]|öffentlich|openbar|offentlig|публичн|открыт|公開|공개|prim[aä]r|primair|primári|estrangeir|étrangère|hash|sha\d|commit|uuid|fingerprint|empreinte|huella|отпечат|\bids?\b/i;
const foreignKey =
  /[a-zà-žа-я]{0,6}(?![\w-])[^\n=<>{}]{0,80}?[\s:：—–=«"'`(“「をはが가는은]["'`*«„“「]{0,3}([A-Za-z0-9_+/.-]{16,512}={0,2})(?![A-Za-z0-9_])/y;

const dots = charSet('.');

/** `La clé secrète est …`, `Секретный ключ — …`: behind a key in another language, what is drawn by chance. */
const inForeignKey: Clue['match'] = (text, at, after) => {
  foreignKey.lastIndex = after;
  const found = foreignKey.exec(text)?.[1];
  const value = found?.slice(0, runStart(found, found.length, dots, found.length));
  if (value === undefined || isPlaceholder(value)) return undefined;
  const start = text.indexOf(value, after);
  const isPrinted =
    /^\d{16,40}$/.test(value) && /w-?lan|wi-?fi|netz|rete|réseau/i.test(text.slice(Math.max(0, at - 24), start));
  if (!isPrinted && !looksRandom(value, 16)) return undefined;
  return otherForeignKey.test(text.slice(Math.max(0, at - 24), start))
    ? undefined
    : { start, end: start + value.length };
};

/** Reads on from the blank that an anchor ends with. */
const beforeBlank =
  (noun: string, match: Clue['match']): Clue['match'] =>
  (text, at, after) =>
    match(text, at, noun.endsWith(' ') ? after - 1 : after);

/** Passwords and keys in sentences of languages other than English and Chinese. */
export const foreignSecretClues: readonly Clue[] = [
  ...[
    ...foreignPasswordNouns,
    ' clave ',
    ' clave:',
    ' chave ',
    'parole ir ',
    ' salasana',
    ' hesl[aeou]',
    'hasł[aeou]',
    'парол',
    'Парол',
    'jelszav',
    'parolă',
    'parolen',
    'geslom',
    'zaporka',
    'slaptažod',
    'wachtwoordzin',
    'passphrase',
    'identifiants',
    'zugangsdaten',
    'credenciales',
    'credenziali',
    "parola d'ordine",
    'wlan-schlüssel',
    'wlan-key',
    'netzwerkschlüssel',
    'sicherheitsschlüssel',
    'clé wifi',
    'clé wi-fi',
    'chiave wifi',
    'clave wifi',
    'ключ wifi',
    '비번',
    'sandi ',
    'sandinya',
    'password-nya',
    'password in ',
    'parola chiave',
    'parola di accesso',
    'palabra clave',
    'mot-de-passe',
    'kodeord',
    'codeword',
    'zugangswort',
    'şifremiz',
    'password-ul',
    'parola ',
  ].map((noun) => ({ anchor: { anyCase: noun }, match: beforeBlank(noun, inForeignSentence) })),
  ...['mdp [a-z:=]', 'mdp:[ A-Za-z0-9]'].map((anchor) => ({
    anchor: { anyCase: anchor },
    match: (text: string, at: number) => inForeignSentence(text, at, at + 'mdp'.length),
  })),
  ...[
    'clé ',
    'clés ',
    'clef ',
    'llave',
    'clave',
    'chave',
    'chiave',
    'schlüssel',
    'sleutel',
    'nyckel',
    'nøkkel',
    'nøgle',
    'klucz',
    'klíč',
    'kľúč',
    'kulcs',
    'avain',
    'anahtar',
    'ключ',
    'Ключ',
    'jeton',
    'キー',
    'トークン',
    '秘密鍵',
    '키는',
    '키: ',
    '토큰',
    'khóa',
    'kunci ',
    'κλειδί',
    'مفتاح',
    'מפתח',
  ].map((noun) => ({ anchor: { anyCase: noun }, match: beforeBlank(noun, inForeignKey) })),
];
