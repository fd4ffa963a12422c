import { foreignPasswordNouns, passwordNouns } from '../judge/credentialNouns.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import {
  isChosen,
  isGivenPassword,
  isHandmade,
  isNamed,
  isPersonal,
  isSalt,
  isSpoken,
  isUnlikeWords,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksLikeCode, looksRandom, standsOut } from '../judge/looksRandom.ts';
import { keyKind, namesPass, namesToken } from '../judge/namesSecret.ts';
import {
  isAppPassword,
  isCamelPhrase,
  isNumberedPhrase,
  isPassphrase,
  isPlainChain,
  isShortPhrase,
  isSpokenPhrase,
  isWordChain,
  isWordPhrase,
} from '../judge/passphrases.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { assignmentRule, type Given, isLiteral, isMeant, notLetter } from '../match/assignmentRule.ts';
import type { SecretRule } from '../secretRule.ts';

// A type or a member of a module, where the text may be code: `key: ed25519.Ed25519PrivateKey`.
const memberChain = /^(?![0-9a-f]{20})[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

function isOpaque(value: string, { binding, isVariable, isDoubtful }: Given): boolean {
  if (binding === 'phrase') return !isDoubtful && (isNumberedPhrase(value) || isSalt(value));
  // More digits than a number has that counts something or tells a time.
  if (/^\d{17,40}$/.test(value)) return !isDoubtful && isMeant(binding);
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
  if (isLiteral(binding) && (isDrawnShort(value) || isEscapedBytes(value))) return true;
  if ((isLiteral(binding) || binding === 'beside') && isSalt(value)) return true;
  if (isPlaceholder(value)) return false;
  return looksRandom(value, isMeant(binding) ? 16 : 20) || (binding !== 'loose' && looksLikeCode(value));
}

/** Twelve letters and digits or more that form no word: `xilxnc5envtlefq`. */
function isDrawnShort(value: string): boolean {
  return (
    /^[A-Za-z0-9]{12,40}$/.test(value) &&
    /\d/.test(value) &&
    (!readsLikeWords(value) || (looksRandom(value, 12) && /\d.*\d/.test(value))) &&
    !/^[0-9a-f]+$|^[a-z]+\d{1,3}$|base64|sha\d|md5|utf8|oauth2|SHA\d|MD5|UTF8|OAuth2/.test(value) &&
    !isPlaceholder(value)
  );
}

/** Bytes as Python prints them (`\\x9f\\xb1Q…`), as keys of web frameworks are written. */
function isEscapedBytes(value: string): boolean {
  return value.length >= 16 && value.length <= 400 && /\\x[0-9a-f]{2}/.test(value) && !/[\s<>{}]/.test(value);
}

/** Whether a value is no hash, id or name, whatever it is called. */
function isNothingElse(value: string): boolean {
  return (
    value.length <= 512 &&
    looksRandom(value, 20) &&
    /\d.*\d/.test(value) &&
    !/^[A-Za-z]+\d+[A-Za-z]*$|^[a-z]\w*(?:\.[a-z]\w*)+(?:=|$)/i.test(value) &&
    !/^(?:0x)?[0-9a-f-]+$/i.test(value) &&
    !/^[a-z]{1,12}[_-](?=[A-Za-z0-9]+$)|^[A-Za-z]+(?:-[\w.]+)*-[0-9a-f]{5,64}$/.test(value) &&
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

/** Judges what ends with the text, and may be the first part of a password: a sign, a digit or a capital inside is enough. */
function isPartOfPassword(value: string): boolean {
  return value.length >= 6 && /[a-z]/.test(value) && /^.+[A-Z0-9._!+*%-]/.test(value) && isGivenPassword(value);
}

const isPassword = (value: string, { binding, isVariable, isPhrase, isLast }: Given): boolean => {
  if (isLast && isLiteral(binding) && isPartOfPassword(value)) return true;
  if (isVariable && isGivenPassword(value) && value.length >= 5) return true;
  if (binding === 'phrase')
    return isPhrase
      ? value.length >= 8 && !isPlaceholder(value)
      : isWordPhrase(value) || isAppPassword(value) || isNumberedPhrase(value) || (isVariable && isShortPhrase(value));
  if (binding === 'prose') return isUnlikeWords(value) || /^\d{6,12}$/.test(value);
  if (binding === 'next') return looksStrong(value) || isChosen(value) || (isPersonal(value) && /\d/.test(value));
  if (binding === 'below') return isSpoken(value) || looksStrong(value) || isWordChain(value) || isCamelPhrase(value);
  if (binding === 'loose') return looksStrong(value) || (looksRandom(value, 10) && !isPlaceholder(value));
  if (looksLikePassword(value)) return true;
  return binding === 'stated' || binding === 'beside' || isLiteral(binding)
    ? isCamelPhrase(value) || isPlainChain(value)
    : false;
};

// `web-app-v2`, `prod/db-1`: what a store calls a secret.
const nameOfThing = /^[a-z][a-z0-9]*(?:[-_/.:][a-z0-9]+)*$|^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*$|[/:]/;

/** A value that is called a secret may also be a password. */
const isSecretOrPassword = (value: string, given: Given): boolean =>
  isOpaque(value, given) ||
  (isLiteral(given.binding) &&
    (isChosen(value) ||
      isNamed(value) ||
      isHandmade(value) ||
      (isUnlikeWords(value) && /\d/.test(value) && !nameOfThing.test(value)) ||
      isWordChain(value) ||
      isCamelPhrase(value) ||
      isSpokenPhrase(value))) ||
  (given.binding === 'phrase' && (isWordPhrase(value) || isNumberedPhrase(value)));

/** Rules for values that only a name such as `password` or `api_key` reveals; they judge the value. */
export const assignmentRules: readonly SecretRule[] = [
  assignmentRule({
    id: 'password',
    label: 'Password given to a name',
    shape: 'password=…, "db_passwd": "…", --password …, **Password:** …',
    words: [
      ...passwordNouns,
      ...foreignPasswordNouns.filter((noun) => noun !== 'senha'),
      '_pass',
      'passkey',
      'pre-shared key',
      'preshared key',
      'pre-shared-key',
      'pre_shared_key',
      'preshared_key',
      'wifi key',
      'wpa key',
      'network key',
      'security key',
      'authtok',
      'bind_pw',
      'bindpw',
      'key content',
      'pass_phrase',
      'option key',
      'option password',
      "].key='",
    ],
    looseWords: ['pswd', '[A-Za-z]_pw', 'senha', 'passwrd', 'pass_word', 'pass-word', 'keyphrase'],
    loneWords: ['pass', 'passw', 'concealed', 'parola', 'clave', 'chave', 'sifre'],
    joinedWords: ['[A-Za-z]pass'],
    shortWords: [
      `pwd${notLetter}`,
      `psk${notLetter}`,
      `psw${notLetter}`,
      `${notLetter}pw[=:"'\\\\ ]`,
      `[a-z]pw[=:"'\\\\ ]`,
    ],
    firstWords: ['pw[:=][ "\'A-Za-z0-9]'],
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
      'secret id',
      'erl_cookie',
      'erlang_cookie',
      'magic_cookie',
      'oinkcode',
      'reporter_id',
    ],
    shortWords: [
      `[_ .]sk[=:"']`,
      `_sid[=:"'\\\\ ]`,
      `appid[=]`,
      `_session${notLetter}`,
      `_bearer${notLetter}`,
      `_access${notLetter}`,
    ],
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
