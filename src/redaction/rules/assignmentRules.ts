import { isPlaceholder } from '../judge/isPlaceholder.ts';
import {
  isChosen,
  isGivenPassword,
  isHandmade,
  isSpoken,
  isUnlikeWords,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksLikeCode, looksRandom } from '../judge/looksRandom.ts';
import { keyKind, namesPass, namesToken } from '../judge/namesSecret.ts';
import { isCamelPhrase, isPassphrase, isPlainChain, isWordChain, isWordPhrase } from '../judge/passphrases.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { standsOut } from '../judge/standsOut.ts';
import { type Assigned, readAssigned, wholeValue } from '../match/readAssigned.ts';
import { bareEnd, readBareHead } from '../match/readBare.ts';
import { readQuoted } from '../match/readQuoted.ts';
import { endOf, isVariable } from '../match/readSign.ts';
import { readValueBefore } from '../match/readValueBefore.ts';
import type { Anchor } from '../scan/anchor.ts';
import { base64Url, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

type Binding = Assigned['binding'];

/** The context of a value: how it is bound to its name, and whether the name surely means a secret. */
interface Given {
  readonly binding: Binding;
  /** An upper-case variable and its sign: `DB_PASSWORD=`; any word may then be the value. */
  readonly isVariable: boolean;
  /** The name is part of a phrase with blanks. */
  readonly isPhrase: boolean;
  /** The name may mean something else. */
  readonly isDoubtful: boolean;
}

/** Which names a rule watches, and what a value must look like. */
interface AssignmentRule extends Pick<SecretRule, 'id' | 'label' | 'shape'> {
  readonly words: readonly string[];
  /** Words that also have other meanings: the value must be quoted, directly after the name, or at the end of the line. */
  readonly looseWords?: readonly string[];
  /** The same words, joined to another word that makes the meaning clear: `dbPass`. */
  readonly joinedWords?: readonly string[];
  /** Short words, with the character after them. */
  readonly shortWords?: readonly string[];
  /** Words that must have no letters on either side. */
  readonly loneWords?: readonly string[];
  /**
   * Judges from the text before the word, and the word itself, how surely the name means a secret; `maybe` requires a value that can be
   * nothing else. Default: `known`.
   */
  readonly kindOf?: (before: string, further: () => string) => 'known' | 'maybe' | undefined;
  /** Whether a value may consist of digits only. */
  readonly mayBeNumber?: boolean;
  readonly isSecret: (value: string, given: Given) => boolean;
}

/** A non-letter, as a character class of an anchor. */
const notLetter = '[\u0000-@[-`{-\u007f]';

// Suffixes after which the name still means the secret itself, not its kind, place or number.
const suffix =
  /^(?:s|[_-]?(?:\d{1,3}|v\d|value|val|string|str|base|base64|b64|hex|enc|encoded|raw|plain|text|plaintext|prod|production|dev|stage|staging|test|live|main|default|old|new|current|primary|secondary|private|db|database|root|admin|mysql|redis|pg|smtp|mail|ftp|ssh|confirm|confirmation|again|1|2))$/i;
const longestSuffix = 13;

function assignmentRule(rule: AssignmentRule): SecretRule {
  const {
    words,
    looseWords = [],
    joinedWords = [],
    shortWords = [],
    loneWords = [],
    kindOf = () => 'known',
    mayBeNumber = false,
    isSecret,
    ...description
  } = rule;
  const matchWith =
    (isSure: (binding: Binding) => boolean, behind: number, isAmbiguous = behind > 0): Clue['match'] =>
    (text, at, anchorEnd) => {
      const after = anchorEnd - behind;
      // A word in a script other than Latin has no suffix to check.
      const isWide = text.charCodeAt(after - 1) > lastAscii;
      const nameEnd = isWide ? after : runEnd(text, after, base64Url, longestSuffix + 1);
      if (nameEnd - after > longestSuffix) return undefined;
      if (nameEnd > after && !suffix.test(text.slice(after, nameEnd))) return undefined;
      // Token counts, which logs are full of.
      if (!mayBeNumber && endOf(count, text, nameEnd) !== undefined) return undefined;
      const kind = kindOf(text.slice(Math.max(0, after - longestBefore), after), () =>
        text.slice(Math.max(0, after - 2 * longestBefore), after),
      );
      if (kind === undefined) return undefined;
      const isDoubtful = kind === 'maybe';
      const nameStart = isLetter.test(text.charAt(at)) ? at : at + 1;
      return (
        fromAssigned(text, nameStart, nameEnd, isSure, isAmbiguous, isDoubtful) ??
        fromValueBefore(text, nameStart, nameEnd, isDoubtful)
      );
    };
  const fromAssigned = (
    text: string,
    at: number,
    nameEnd: number,
    isSure: (binding: Binding) => boolean,
    isAmbiguous: boolean,
    isDoubtful: boolean,
  ): Span | undefined => {
    const assigned = readAssigned(text, at, nameEnd);
    if (assigned === undefined || !isSure(assigned.binding)) return undefined;
    const value = text.slice(assigned.start, assigned.end);
    // Test reports: `--- PASS: TestLogin`, `pass: 'the element has a name'`.
    const isReport = isAmbiguous && nameEnd - at === 4 && /^pass$/i.test(text.slice(at, nameEnd));
    if (isReport && assigned.binding === 'phrase') return undefined;
    if (isReport && text[at] === 'P' && text[at + 1] === 'A' && text[nameEnd] !== '=' && !looksStrong(value)) {
      return undefined;
    }
    // A word with other meanings, and nothing that shows its value to be a literal.
    const isSetting = text[assigned.start - 2] === '=' && /^[\r\n\\]?$/.test(text.charAt(assigned.end));
    const isClear = isSetting ? looksLikePassword : isUnlikeWords;
    if (isAmbiguous && isWeak(assigned.binding) && !isClear(value)) return undefined;
    if (value.length >= 48 && sealed.test(value)) return undefined;
    if (value.length < 12 && cutOff.test(text.slice(assigned.end, assigned.end + 3))) return undefined;
    const given = {
      binding: assigned.binding,
      isVariable: text[nameEnd] === '=' && isVariable(text, at, nameEnd),
      isPhrase: /psk|phrase$/i.test(text.slice(Math.max(0, nameEnd - 6), nameEnd)),
      isDoubtful,
    };
    return isSecret(value, given) ? withList(text, nameEnd, wholeValue(text, assigned), given) : undefined;
  };
  /** `secret: ['…', '…']`: the remaining values of a bracketed list. */
  const withQuotedList = (text: string, span: Span, given: Given): Span => {
    let { end } = span;
    if (text[span.start - 2] !== '[') return span;
    for (let count = 0; count < mostInList; count++) {
      const at = endOf(nextInList, text, end);
      const next = at === undefined ? undefined : readQuoted(text, at);
      if (next === undefined || !isSecret(text.slice(next.start, next.end), given)) break;
      end = next.end;
    }
    return { start: span.start, end };
  };
  /** `APP_KEYS=…,…`: a plural name has more values after the first. */
  const withList = (text: string, nameEnd: number, span: Span, given: Given): Span => {
    if (/["']/.test(text.charAt(span.end))) return withQuotedList(text, span, given);
    if (!/s/i.test(text.charAt(nameEnd - 1)) || text[span.end] !== ',') return span;
    let { end } = span;
    for (let count = 0; count < mostInList && text[end] === ','; count++) {
      const next = readBareHead(text, end + 1);
      if (next === undefined || !isSecret(text.slice(next.start, next.end), given)) break;
      end = bareEnd(text, next);
    }
    return { start: span.start, end };
  };
  const fromValueBefore = (text: string, at: number, nameEnd: number, isDoubtful: boolean): Span | undefined => {
    const before = readValueBefore(text, at, nameEnd);
    if (before === undefined) return undefined;
    const given = { binding: 'quoted', isVariable: false, isPhrase: false, isDoubtful } as const;
    return isSecret(text.slice(before.start, before.end), given) ? before : undefined;
  };
  const cluesOf = (anchors: readonly string[], match: Clue['match']): Clue[] =>
    anchors.map((word): { anchor: Anchor; match: Clue['match'] } => ({ anchor: { anyCase: word }, match }));
  return {
    ...description,
    evidence: 'guess',
    clues: [
      ...cluesOf(
        words,
        matchWith(() => true, 0),
      ),
      ...cluesOf(looseWords, matchWith(isNear, 0, true)),
      ...cluesOf(joinedWords, matchWith(isNear, 0)),
      ...cluesOf(shortWords, matchWith(isNear, 1)),
      ...cluesOf(
        loneWords.map((word) => `${word}${notLetter}`),
        loneWord(matchWith(isNear, 1)),
      ),
    ],
  };
}

/** Finds words only where they begin: `pass`, but not in `compass`. */
function loneWord(match: Clue['match']): Clue['match'] {
  return (text, at, after) =>
    isLetter.test(text.charAt(at - 1)) ||
    // Test reports begin so: `(pass) …`.
    (text[after - 1] === ')' && text[at - 1] === '(') ||
    endOf(plainBehind, text, after - 1) !== undefined
      ? undefined
      : match(text, at, after);
}

// How a sentence or a test report continues: `pass the …`, `PASS tests/a.test.ts`. Tested first, because logs are full of it.
const plainBehind =
  /[ \t]{1,4}(?!(?:is|was|to|as|for|of|on|set|changed|now|equals|should|will|from|with|has|reset|updated|rotated)\b)(?:[A-Za-z][a-z]{0,13}(?=[ ,.;)\n\\])|[a-z_.-]{1,40}\/)/y;

const count = /\\{0,15}["']?[ \t]{0,2}[:=][ \t]{0,2}\d{1,12}(?=[\s,}\]\\]|$)/y;
const mostInList = 20;
const nextInList = /["']\s{0,4},\s{0,12}(?=["'])/y;
/** Number of characters read before the end of a name. */
const longestBefore = 40;
const lastAscii = 0x7f;
// Values that a controller encrypted for itself; they may be public.
const sealed = /^Ag[A-D][A-Za-z0-9+/]/;
const cutOff = /^(?:\.\.\.|…)/;
const isLetter = /[A-Za-z]/;
const isWeak = (binding: Binding): boolean => binding === 'stated' || binding === 'beside' || binding === 'below';
const isLiteral = (binding: Binding): boolean => binding === 'quoted' || binding === 'tight';
const isMeant = (binding: Binding): boolean =>
  isLiteral(binding) || binding === 'stated' || binding === 'prose' || binding === 'phrase';
const isNear = (binding: Binding): boolean => isMeant(binding) || binding === 'beside' || binding === 'below';

// A type or a member of a module, where the text may be code: `key: ed25519.Ed25519PrivateKey`.
const memberChain = /^(?![0-9a-f]{20})[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

function isOpaque(value: string, { binding, isVariable, isDoubtful }: Given): boolean {
  if (binding === 'phrase') return false;
  const strength = standsOut(value);
  if (isDoubtful)
    return binding !== 'next' && (isNothingElse(value) || (strength >= 2 && isMeant(binding) && !/[.?]/.test(value)));
  if (strength >= 2 || ((isLiteral(binding) || binding === 'stated' || binding === 'beside') && isHandmade(value)))
    return true;
  if (isVariable && isGivenSecret(value)) return true;
  if (binding === 'next')
    return looksRandom(value, 20) && /\d/.test(value) && !isPlaceholder(value) && !memberChain.test(value);
  if (binding === 'loose' && memberChain.test(value) && !looksRandom(value.split('.', 1)[0] ?? '', 24)) return false;
  if (isLiteral(binding) && looksStrong(value) && value.length >= 10 && !/[(){}[\]]/.test(value)) return true;
  if (isPlaceholder(value)) return false;
  return looksRandom(value, isMeant(binding) ? 16 : 20) || (binding !== 'loose' && looksLikeCode(value));
}

/** Tells whether a value is no hash, id or name, whatever it is called. */
function isNothingElse(value: string): boolean {
  return (
    value.length <= 512 &&
    looksRandom(value, 20) &&
    /\d.*\d/.test(value) &&
    !/^[A-Za-z]+\d+[A-Za-z]*$|^[a-z]\w*(?:\.[a-z]\w*)+(?:=|$)/i.test(value) &&
    !/^(?:0x)?[0-9a-f-]+$/i.test(value) &&
    !/^[a-z]{1,12}[_-](?=[A-Za-z0-9]+$)/.test(value) &&
    !isPlaceholder(value)
  );
}

/** Judges the value of an environment variable: no word, even if parts of it look random. */
function isGivenSecret(value: string): boolean {
  if (isPassphrase(value) || isPlainChain(value)) return true;
  return (
    value.length >= 8 &&
    isGivenPassword(value) &&
    (/\d/.test(value) || !readsLikeWords(value)) &&
    !/[-_]$|^[\d.,:-]{1,12}$|^v?\d+\.\d+|^[\w-]+:\d+$|^[a-z-]+\d{0,2}$|[/\\][a-z]+[-_./]/.test(value)
  );
}

const isPassword = (value: string, { binding, isVariable, isPhrase }: Given): boolean => {
  if (isVariable && isGivenPassword(value) && value.length >= 5) return true;
  if (binding === 'phrase') return isPhrase ? value.length >= 8 && !isPlaceholder(value) : isWordPhrase(value);
  if (binding === 'prose') return isUnlikeWords(value) || /^\d{6,12}$/.test(value);
  if (binding === 'next') return looksStrong(value) || isChosen(value) || isHandmade(value);
  if (binding === 'below') return isSpoken(value) || looksStrong(value) || isWordChain(value) || isCamelPhrase(value);
  if (binding === 'loose') return looksStrong(value) || (looksRandom(value, 10) && !isPlaceholder(value));
  if (looksLikePassword(value)) return true;
  return binding === 'stated' || binding === 'beside' || isLiteral(binding)
    ? isCamelPhrase(value) || isPlainChain(value)
    : false;
};

/** A value that is called a secret may also be a password. */
const isSecretOrPassword = (value: string, given: Given): boolean =>
  isOpaque(value, given) ||
  (isLiteral(given.binding) && (isChosen(value) || isWordChain(value) || isCamelPhrase(value))) ||
  (given.binding === 'phrase' && isWordPhrase(value));

/** Rules for values that only a name such as `password` or `api_key` reveals; they judge the value. */
export const assignmentRules: readonly SecretRule[] = [
  assignmentRule({
    id: 'password',
    label: 'Password given to a name',
    shape: 'password=…, "db_passwd": "…", --password …, **Password:** …',
    words: [
      'password',
      'passwd',
      'passwort',
      'passphrase',
      'passcode',
      'pass phrase',
      '_pass',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '비밀번호',
      'пароль',
      'Пароль',
      'ПАРОЛЬ',
      'contraseña',
      'contrasena',
      'hasło',
      'lösenord',
      'salasana',
      'adgangskode',
      'jelszó',
      'heslo',
      'şifre',
      'şifresi',
      'parolası',
      'mật khẩu',
      'passkey',
      'mot de passe',
      'kennwort',
      '授权码',
      'wachtwoord',
      'pre-shared key',
      'preshared key',
      'pre-shared-key',
      'pre_shared_key',
      'preshared_key',
      'passord',
      'kata sandi',
      'lozinka',
      'geslo',
      'parool',
      'סיסמה',
      'كلمة المرور',
      'كلمة السر',
      'κωδικός',
      'पासवर्ड',
      'รหัสผ่าน',
      '通關密語',
      '通行密碼',
      '암호',
      '暗証番号',
      'wifi key',
      'wpa key',
      'network key',
      'security key',
      'bind_pw',
      'bindpw',
      'key content',
      'pass_phrase',
      'Mật khẩu',
      'option key',
      'option password',
      "].key='",
    ],
    looseWords: ['pswd', '[A-Za-z]_pw', 'senha', 'passwrd', 'pass_word', 'pass-word', 'keyphrase'],
    loneWords: ['pass', 'passw', 'parola', 'clave', 'chave', 'sifre'],
    joinedWords: ['[A-Za-z]pass'],
    shortWords: [
      `pwd${notLetter}`,
      `psk${notLetter}`,
      `psw${notLetter}`,
      `${notLetter}pw[=:"'\\\\ ]`,
      `[a-z]pw[=:"'\\\\ ]`,
    ],
    kindOf: (before) => (namesPass(before) ? 'known' : undefined),
    mayBeNumber: true,
    isSecret: isPassword,
  }),
  assignmentRule({
    id: 'secret',
    label: 'Secret given to a name',
    shape: 'client_secret: "…", WEBHOOK_SECRET=…, SERVICE_CREDENTIAL=…',
    words: ['secret', 'credential', 'pepper', '凭证', '凭据', '憑證'],
    looseWords: ['[a-z_]salt'],
    loneWords: ['salt', 'creds', 'hmac'],
    shortWords: [`_license${notLetter}`, `_licence${notLetter}`],
    isSecret: isSecretOrPassword,
  }),
  assignmentRule({
    id: 'token',
    label: 'Token given to a name',
    shape: 'access_token=…, "authToken": "…", GITHUB_PAT=…',
    words: [
      'token',
      '令牌',
      'токен',
      'トークン',
      '토큰',
      'authcode',
      'auth[_ -]code',
      'oauth_signature',
      'oauth_consumer_key',
      'code_verifier',
      'codeverifier',
      'device_code',
      'devicecode',
      'access_code',
      'accesscode',
      'secretid',
      'secret_id',
      'security_code',
      'securitycode',
      'securityjscode',
      'activation_code',
      'pairing_code',
      'unlock_code',
      'phpsessid',
      'otp_seed',
      'totp_seed',
      'mnemonic',
      'erl_cookie',
      'erlang_cookie',
      'magic_cookie',
      'oinkcode',
      'reporter_id',
    ],
    shortWords: [`[_ .]sk[=:"']`, `_sid[=:"'\\\\ ]`, `appid[=]`, `_session${notLetter}`, `_bearer${notLetter}`],
    loneWords: ['pat', 'jwt', 'auth', 'oauth', 'authz', 'bearer', 'cred', 'totp'],
    kindOf: (before) => (namesToken(before) ? 'known' : undefined),
    isSecret: isOpaque,
  }),
  assignmentRule({
    id: 'api-key',
    label: 'Key given to a name',
    shape: 'api_key=…, "privateKey": "…", X-Api-Key: …',
    words: [
      '[A-Za-z0-9_ ?&"\'.\n-]key',
      '密钥',
      '秘钥',
      '密鑰',
      '秘密鍵',
      '激活码',
      '注册码',
      '序列号',
      '卡密',
      '授权密钥',
      '비밀키',
      'ключ',
      'schlüssel',
      'llave',
      'api[_ -]hash',
      'apihash',
      'app_hash',
      'access[_-]key[_-]id',
      'accesskeyid',
    ],
    kindOf: keyKind,
    isSecret: isOpaque,
  }),
];
