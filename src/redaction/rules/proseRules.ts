import { isPlaceholder } from '../judge/isPlaceholder.ts';
import {
  isChosen,
  isGenerated,
  isGivenPassword,
  isSpoken,
  isUnlikeWords,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isWordPhrase } from '../judge/passphrases.ts';
import { charSet, digits, inSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const lineBreak = String.raw`(?:\r?\n|\\{1,15}n|\\{1,15}r\\{1,15}n)`;
const fence = String.raw`(?:[ \t]{0,8}(?:\`{3}|~{3})[\w-]{0,12}${lineBreak})?`;
const word = /(?:[\x21-\x26\x28-\x5b\x5d-\x5f\x61-\x7e]{1,160})/y;
const trailing = /[.,;:!?)}\]"'*]+$/;
const opening = charSet('"\'`*([<');

/** Reads one word, without what closes the sentence around it. */
function readWord(text: string, from: number): Span | undefined {
  const start = runEnd(text, from, opening, 4);
  word.lastIndex = start;
  if (!word.test(text)) return undefined;
  const whole = text.slice(start, word.lastIndex);
  const length = whole.replace(trailing, '').length;
  return length < 6 ? undefined : { start, end: start + length };
}

// A sentence that goes on from the name of a secret to a colon, or to a line of its own.
const gap = String.raw`s?(?![\w-])[^\n:：=<>{}()"\\]{0,80}?`;
const toColon = new RegExp(String.raw`${gap}(?::[ \t]{1,4}|：[ \t]{0,4})(?:${lineBreak}){0,2}`, 'y');
const toVerb = new RegExp(
  String.raw`${gap}(?:(?:是|为|\b(?:is|was|it's|it’s|be|to))[ \t]{1,3}|[是为成了](?=[\x21-\x7e]))`,
  'y',
);
const toNextLine = new RegExp(
  String.raw`s?(?![\w-])[^\n=<>{}]{0,160}?(?:[:.：]|${'`'})?[ \t]{0,4}(?:${lineBreak}){1,3}${fence}[ \t>$|]{0,8}`,
  'y',
);
const notOne =
  /\bsha|hash|digest|fingerprint|checksum|version|signature|public|\bids?\b|\burl\b|uuid|\bcommits?\b|\brevision/i;
const lineRest = /[ \t"'`*]{0,4}(?:[\r\n]|\\{1,15}[nr]|$)/y;

function isAnnounced(value: string): boolean {
  if (/^\d+$|[(){}[\];,<>`]|=\w|^@|\w@\w|^[\w-]+[.:][\w-]+[.:(]/.test(value)) return false;
  return !isPlaceholder(value) && (looksRandom(value, 16) || (looksStrong(value) && !value.includes('=')));
}

/** `here is my key, use it for the test: …`, `the password below:` and the line behind it. */
const announced: Clue['match'] = (text, at, after) => {
  const before = text.slice(Math.max(0, at - 8), at);
  if (/public[ _-]?$/i.test(before) || (/\w$/.test(before) && /\w/.test(text.charAt(at)))) return undefined;
  for (const way of [toColon, toVerb, toNextLine]) {
    way.lastIndex = after;
    if (!way.test(text) || notOne.test(text.slice(after, way.lastIndex))) continue;
    const value = readWord(text, way.lastIndex);
    const secret = value && text.slice(value.start, value.end);
    const isPassword = way !== toNextLine && /ass|码/.test(text.slice(at, after));
    if (value === undefined || secret === undefined || secret.includes('&')) continue;
    if (!isAnnounced(secret) && !(isPassword && isSpoken(secret) && /[A-Z]/.test(secret))) continue;
    lineRest.lastIndex = value.end;
    const isLast = lineRest.test(text);
    if (isLast || way !== toNextLine) return value;
  }
  return beforeName(text, at, /ass|pw|码/.test(text.slice(at, after)));
};

const linking =
  /([`"']?) (?:is|as|was|for|being)(?: (?:the|my|our|your|his|her|its|a|new|old|current|this))? ?[A-Za-z _-]{0,30}$|[ \t]{1,4}(?:#|\/\/) ?[A-Za-z ]{0,30}$/;
const wordChars = charSet('!#-&*-;=?-[]-_a-{|}~');
const longestWord = 160;

/** `… is my key`, `use … as the password`. */
function beforeName(text: string, at: number, isPassword: boolean): Span | undefined {
  const near = text.slice(Math.max(0, at - 48), at + 1);
  const link = linking.exec(near);
  if (link === null) return undefined;
  const end = at + 1 - near.length + link.index;
  const start = runStart(text, end, wordChars, longestWord);
  if (end - start < 8 || end - start === longestWord) return undefined;
  const value = text.slice(start, end);
  if (!/\d/.test(value)) return undefined;
  if (isPassword && (looksStrong(value) || isChosen(value))) return { start, end };
  return end - start >= 16 && isAnnounced(value) ? { start, end } : undefined;
}

const commented = /(?:["'`)\];,]|[0-9A-Za-z])[ \t]{0,8}(?:\/\/|#|--|\/\*)[^"'`\n]{0,40}$/;
const literal = /["'`]([^"'`\n\\]{8,160})\\{0,7}["'`]/g;
const longestLine = 240;

/** `client("…") // the key of the service`: from the first literal of the line to the last. */
const inComment: Clue['match'] = (text, at, after) => {
  if (!commented.test(text.slice(Math.max(0, at - 32), at + 1))) return undefined;
  const from = Math.max(0, at - longestLine, text.lastIndexOf('\n', at) + 1);
  const line = text.slice(from, at);
  if (notOne.test(line)) return undefined;
  const isOfPassword = /pass/i.test(text.slice(at, after));
  let found: Span | undefined;
  for (const match of line.matchAll(literal)) {
    const value = match[1] as string;
    const isOne = looksRandom(value, 16) || (isOfPassword && (isSpoken(value) || isWordPhrase(value)));
    if (!isOne || isPlaceholder(value)) continue;
    const start = from + match.index + 1;
    found = { start: found?.start ?? start, end: start + value.length };
  }
  return found;
};

const say = /(?:[^\n]{0,40}?[ \t:：`"'*(])?([\w.@+-]{2,60})[`"'*]{0,3} \/ [`"'*]{0,3}(?=[!-~])/y;

/** `login: name / …`, `账号 name/…`. */
const pair: Clue['match'] = (text, _at, after) => {
  say.lastIndex = after;
  if (!say.test(text)) return undefined;
  const value = readWord(text, say.lastIndex);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  return (!password.includes('/') || isGenerated(password)) && isUnlikeWords(password) ? value : undefined;
};

const colonPair =
  /s?(?:\*{2})?[^\n:：=]{0,24}?[:：=是为][ \t]{0,4}["'`*]{0,3}[\w.@+-]{2,40}(?::| ?(?:→|->) ?)(?=[!-~])/y;

/** `credentials: name:…`. */
const pairWithColon: Clue['match'] = (text, _at, after) => {
  colonPair.lastIndex = after;
  if (!colonPair.test(text)) return undefined;
  const value = readWord(text, colonPair.lastIndex);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  return !/[:/]/.test(password) && isUnlikeWords(password) ? value : undefined;
};

const chinesePair = /[ \t：:是]{0,4}([\w.@+-]{2,40})[ ]?\/[ ]?(?=[!-~])/y;
const pairInChinese: Clue['match'] = (text, _at, after) => {
  chinesePair.lastIndex = after;
  if (!chinesePair.test(text)) return undefined;
  const value = readWord(text, chinesePair.lastIndex);
  return value !== undefined && looksLikePassword(text.slice(value.start, value.end)) ? value : undefined;
};

/** Behind one of these, the next line is a secret: it prints nothing else. */
const printers = [
  'openssl rand',
  'dumpprivkey',
  'master.key',
  'token_urlsafe(',
  'token_hex(',
  'randomBytes(',
  'initial-password',
  'print-access-token',
  'print-identity-token',
  'gh auth token',
  'get-login-password',
  'get-access-token',
  'wg genkey',
  'wg genpsk',
  'wg pubkey <',
  'auth:token',
  'find-generic-password',
  'rails secret',
  'key:generate',
  'bw get password',
  'keyring get',
  'op read ',
  'pass show',
  'base64 -d',
  'base64 --decode',
  'pwgen',
  '/dev/urandom',
  'generate-password',
  'reset-password',
  'create token',
  'Fernet.generate_key',
  'initialAdminPassword',
  'authtoken',
  'apg -',
  'doppler secrets get',
  'kv get -field',
  'credential fill',
] as const;
const nextLine = new RegExp(String.raw`[^\n\\]{0,200}(?:${lineBreak}){1,2}${fence}[ \t]{0,8}['"]?`, 'y');

const printed: Clue['match'] = (text, _at, after) => {
  nextLine.lastIndex = after;
  if (!nextLine.test(text)) return undefined;
  const value = readWord(text, nextLine.lastIndex);
  if (value === undefined || value.end - value.start < 8) return undefined;
  lineRest.lastIndex = value.end;
  const secret = text.slice(value.start, value.end);
  const isAlone = lineRest.test(text);
  return isAlone && (looksRandom(secret, 12) || looksStrong(secret) || isToken(secret)) ? value : undefined;
};

function isToken(value: string): boolean {
  return (
    value.length >= 12 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /^[A-Za-z0-9+/=_-]+$/.test(value) &&
    isGivenPassword(value)
  );
}

const otherLabel =
  /commit|sha|hash|digest|id\b|branch|path|file|url|version|session|image|model|address|public|checksum|integrity|name|run|trace|request|class|function|method/i;

/** `- **Service**: `…``, as models list what they found. */
const labelled: Clue['match'] = (text, at, after) => {
  const label = /\*\*([^*\n]{1,60})$/.exec(text.slice(Math.max(0, at - 64), at))?.[1];
  const value = readWord(text, after);
  if (label === undefined || otherLabel.test(label) || value === undefined || text[value.end] !== '`') return undefined;
  const secret = text.slice(value.start, value.end);
  return isAnnounced(secret) && secret.length >= 20 ? value : undefined;
};

const codeWord = '[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,4}';
const separator = String.raw`(?:[\s,;|"'\`\]*•-]|\\{1,15}[nrt]|\d{1,2}[.)][ ]){1,24}`;
const codes = new RegExp(
  String.raw`s?(?![A-Za-z0-9])[^\n:：\[]{0,60}[:：]?[ \t]{0,4}[\["']{0,3}(?:${lineBreak}|[ \t]|[-*•]|["'\`\[]|\d{1,2}[.)][ ]){0,24}`,
  'y',
);
const codeList = new RegExp(
  `(?=[A-Za-z-]{0,12}\\d)${codeWord}(?:${separator}(?=[A-Za-z-]{0,12}\\d)${codeWord}){1,23}`,
  'y',
);

/** Codes that stand in for a second factor, one behind the other. */
const recoveryCodes: Clue['match'] = (text, _at, after) => {
  codes.lastIndex = after;
  if (!codes.test(text)) return undefined;
  const start = codes.lastIndex;
  codeList.lastIndex = start;
  return codeList.test(text) ? { start, end: codeList.lastIndex } : undefined;
};

const seedOpening =
  /s?(?![A-Za-z0-9])(?:\\{0,15}["'])?(?:[^\n:=："']{0,60}?(?:[:=：是为]|\bis\b|\bare\b))?(?:[\s"'`*>[,(:：]|\\{1,15}["'nrt]|\d{1,2}[.)]){0,24}/y;
const seedWords =
  /[a-z]{3,8}(?:(?:[ \t\r\n,"'|]|\\{1,15}["'nrt]){1,8}(?:\d{1,2}[.): ]{1,3})?[a-z]{3,8}){11,23}(?![a-z])/y;

/** The words that a wallet is restored from. */
const seedPhrase: Clue['match'] = (text, _at, after) => {
  seedOpening.lastIndex = after;
  if (!seedOpening.test(text)) return undefined;
  const start = seedOpening.lastIndex;
  seedWords.lastIndex = start;
  if (!seedWords.test(text)) return chineseSeed(text, start);
  const { lastIndex: end } = seedWords;
  return isProse(text.slice(start, end)) ? undefined : { start, end };
};

const chineseWords = /[\u4e00-\u9fff](?:[ 　,，、][\u4e00-\u9fff]){11,23}/y;

function chineseSeed(text: string, start: number): Span | undefined {
  chineseWords.lastIndex = start;
  return chineseWords.test(text) ? { start, end: chineseWords.lastIndex } : undefined;
}

// The list that phrases are drawn from (BIP 39) has none of these, which no sentence of a dozen words goes without.
const proseWords =
  /\b(?:the|and|are|was|were|has|have|had|not|but|his|her|its|our|their|they|with|from|that|which|should|would|could|must|been|your|for|can|use|used|via|per|into)\b/;

function isProse(words: string): boolean {
  return proseWords.test(words);
}

// A phrase that is handed to a program.
const quotedWords = /[a-z]{3,8}(?: [a-z]{3,8}){11,23}(?=["'])/y;
const phraseInEcho: Clue['match'] = (text, _at, after) => {
  quotedWords.lastIndex = after;
  if (!quotedWords.test(text)) return undefined;
  const words = text.slice(after, quotedWords.lastIndex);
  return words.split(' ').length % 3 === 0 && !isProse(words)
    ? { start: after, end: quotedWords.lastIndex }
    : undefined;
};

const setupKey =
  /s?(?![A-Za-z0-9])[^\n]{0,40}?[ :=：`"'*]([A-Z2-7]{16,64}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15})(?![A-Za-z0-9])/y;

/** The seed of one-time passwords, as an authenticator asks for it. */
const authenticatorSeed: Clue['match'] = (text, _at, after) => {
  setupKey.lastIndex = after;
  const value = setupKey.exec(text)?.[1];
  if (value === undefined || isPlaceholder(value)) return undefined;
  return /\d/.test(value) || value.length >= 26
    ? { start: setupKey.lastIndex - value.length, end: setupKey.lastIndex }
    : undefined;
};

const oneTime =
  /[^\n\d]{0,24}?(?:is|[:：=是为]|->|(?<=[\u4e00-\u9fff])[ \t]?)[ \t"'`*]{0,4}(?:G-)?(\d{3}[ -]?\d{3,5}|\d{4,8})(?![\w:/-]|\.\d)/iy;

/** A code that was sent once. */
const oneTimeCode: Clue['match'] = (text, _at, after) => {
  oneTime.lastIndex = after;
  const value = oneTime.exec(text)?.[1];
  return value === undefined ? undefined : { start: oneTime.lastIndex - value.length, end: oneTime.lastIndex };
};

const pinSign = /(?:[ -]?codes?)?(?: (?:for|of|to|on) [^\n\d:=.]{1,40}?)?(?: (?:is|was)|[ \t]?[:=])[ \t"'`*]{1,4}/y;
const pinCode: Clue['match'] = (text, _at, after) => {
  pinSign.lastIndex = after - 1;
  if (!pinSign.test(text)) return undefined;
  const { lastIndex: start } = pinSign;
  const end = runEnd(text, start, digits, 13);
  return end - start >= 4 && end - start <= 12 && !inSet(numberGoesOn, text.charCodeAt(end))
    ? { start, end }
    : undefined;
};
const numberGoesOn = charSet('A-Za-z_.:/-');

const anyCase = (words: readonly string[], match: Clue['match']): Clue[] =>
  words.map((text) => ({ anchor: { anyCase: text }, match }));

/** Secrets that a sentence, or the output of a command, gives away. */
export const proseRules: readonly SecretRule[] = [
  {
    id: 'announced-secret',
    label: 'Secret that a sentence announces, or that a command prints',
    shape: 'here is my key, use it for the test: …, login: name / …, $ openssl rand -hex 32',
    evidence: 'guess',
    clues: [
      ...anyCase(
        ['password', 'passwd', 'passphrase', ' key', 'secret', 'token', 'credential', '密码', '密钥', '令牌'],
        announced,
      ),
      ...anyCase(['secret', '[A-Za-z0-9_ ?&"\'.\n-]key', 'token', 'password'], inComment),
      ...anyCase(['credential', 'creds', 'login', 'log in', 'account', 'sign in'], pair),
      ...anyCase(['credential', 'creds', 'login'], pairWithColon),
      ...anyCase(['creds', 'credentials'], pairInChinese),
      ...anyCase(['账号', '帐号', '账户', '用户名', '登录'], pairInChinese),
      { anchor: '**: `', match: labelled },
      ...printers.map((anchor) => ({ anchor, match: printed })),
    ],
  },
  {
    id: 'one-time-secret',
    label: 'Second factor: recovery codes, seeds, codes and PINs',
    shape: 'Recovery codes: …, setup key …, verification code is …, PIN: …',
    evidence: 'context',
    clues: [
      ...anyCase(
        [
          'recovery code',
          'backup code',
          'scratch code',
          'emergency code',
          'recovery_code',
          'backup_code',
          'recoverycode',
          'backupcode',
          '恢复码',
          '备用码',
        ],
        recoveryCodes,
      ),
      ...anyCase(
        [
          'setup key',
          'authenticator',
          'totp',
          'otp secret',
          'otp_secret',
          '2fa secret',
          '2fa_secret',
          'mfa secret',
          'mfa_secret',
          'manual entry',
          'mfa_seed',
          'google_auth',
        ],
        authenticatorSeed,
      ),
      ...anyCase(
        [
          'verification code',
          'security code',
          'one-time code',
          'one-time pass',
          'login code',
          'confirmation code',
          'auth code',
          '2fa code',
          'mfa code',
          'otp code',
          'your otp',
          'otp is',
          '验证码',
          '动态码',
        ],
        oneTimeCode,
      ),
      ...anyCase(['[\u0000-@[-`{-\u007f]pin[ :=]'], pinCode),
    ],
  },
  {
    id: 'seed-phrase',
    label: 'Seed phrase of a wallet',
    shape: 'recovery phrase: … (12 to 24 words)',
    evidence: 'context',
    clues: anyCase(
      [
        'mnemonic',
        'seed phrase',
        'recovery phrase',
        'secret phrase',
        'backup phrase',
        'seed_phrase',
        'seedphrase',
        'recovery_phrase',
        'seed words',
        'wallet seed',
        'wallet_seed',
        '助记词',
      ],
      seedPhrase,
    ).concat(['echo "', "echo '"].map((anchor) => ({ anchor, match: phraseInEcho }))),
  },
];
