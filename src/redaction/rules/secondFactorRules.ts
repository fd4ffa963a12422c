import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { charSet, digits, inSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { lineBreak } from './printedClues.ts';
import { statedCodeClues } from './statedCodeClues.ts';

const codeWord = '[A-Za-z0-9]{4,64}(?:-[A-Za-z0-9]{4,10}){0,4}';
const separator = String.raw`(?:[\s,;|"'\`\]*•-]|\\{1,15}[nrt]|\d{1,2}[.)][ ]){1,24}`;
const codes = new RegExp(
  String.raw`[sS]?(?![A-Za-z0-9])[^\n:：\[]{0,60}[:：]?[ \t]{0,4}[\["']{0,3}(?:${lineBreak}|[ \t]|[-*•]|["'\`\[]|\d{1,2}[.)][ ]){0,24}`,
  'y',
);
const codeList = new RegExp(
  `(?=[A-Za-z-]{0,12}\\d)${codeWord}(?:${separator}(?:(?=[A-Za-z-]{0,12}\\d)${codeWord}|[a-z]{4,5}-[a-z]{4,5}(?![\\w-]))){1,23}`,
  'y',
);

/** A list of recovery codes, which replace the second factor. */
const recoveryCodes: Clue['match'] = (text, _at, after) => {
  codes.lastIndex = after;
  if (!codes.test(text)) return undefined;
  const start = codes.lastIndex;
  codeList.lastIndex = start;
  return codeList.test(text) ? { start, end: codeList.lastIndex } : undefined;
};

const seedOpening =
  /s?(?![A-Za-z0-9])(?:\\{0,15}["'])?(?:[^\n]{0,100}\n(?=["'`>|\d. ]{0,8}[a-z]{3,8}[ ,][a-z]{3,8}[ ,])|[^\n:=："']{0,60}?(?:[:=：是为]|\bis\b|\bare\b)|)(?:[\s"'`*>[,(:：]|\\{1,15}["'nrt]|\d{1,2}[.)]){0,24}/y;
const seedWords =
  /[a-z]{3,8}(?:(?:[ \t\r\n,"'|]|\\{1,15}["'nrt]){1,8}(?:\d{1,2}[.): ]{1,3})?[a-z]{3,8}){11,23}(?![a-z])/y;

/** The seed phrase of a wallet. */
const seedPhrase: Clue['match'] = (text, _at, after) => {
  seedOpening.lastIndex = after;
  if (!seedOpening.test(text)) return undefined;
  const start = seedOpening.lastIndex;
  seedWords.lastIndex = start;
  if (!seedWords.test(text)) return chineseSeed(text, start);
  const { lastIndex: end } = seedWords;
  if (!isProse(text.slice(start, end))) return { start, end };
  // The sentence after the phrase may continue in small letters.
  oneLineOfWords.lastIndex = start;
  const isOneLine = oneLineOfWords.test(text) && !isProse(text.slice(start, oneLineOfWords.lastIndex));
  return isOneLine ? { start, end: oneLineOfWords.lastIndex } : undefined;
};

const oneLineOfWords = /[a-z]{3,8}(?: [a-z]{3,8}){11,23}(?=[ \t]*(?:[\r\n,.;?!"'`)]|\\{1,15}[nr]|$))/y;

const chineseWords = /[\u4e00-\u9fff](?:[ 　,，、][\u4e00-\u9fff]){11,23}/y;

function chineseSeed(text: string, start: number): Span | undefined {
  chineseWords.lastIndex = start;
  return chineseWords.test(text) ? { start, end: chineseWords.lastIndex } : undefined;
}

// Common words that are not in the BIP 39 list, which seed phrases are drawn from; no sentence of a dozen words lacks them all.
const proseWords =
  /\b(?:the|and|are|was|were|has|have|had|not|but|his|her|its|our|their|they|with|from|that|which|should|would|could|must|been|your|for|can|use|used|via|per|into)\b/;

function isProse(words: string): boolean {
  return proseWords.test(words);
}

// A phrase passed to a program.
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

/** The seed of one-time passwords, as authenticator apps ask for it. */
const authenticatorSeed: Clue['match'] = (text, _at, after) => {
  setupKey.lastIndex = after;
  const value = setupKey.exec(text)?.[1];
  if (value === undefined || isPlaceholder(value)) return undefined;
  return /\d/.test(value) || value.length >= 26
    ? { start: setupKey.lastIndex - value.length, end: setupKey.lastIndex }
    : undefined;
};

const oneTime =
  /[^\n\d]{0,40}?(?:is|[:：=是为]|->|(?<=[\u4e00-\u9fff])[ \t]?)[ \t"'`*]{0,4}(?:G-)?(\d{3}[ -]?\d{3,5}|\d{4,8})(?![\w:/-]|\.\d)/iy;

/** A one-time code that was sent to a person. */
const oneTimeCode: Clue['match'] = (text, _at, after) => {
  oneTime.lastIndex = after;
  const value = oneTime.exec(text)?.[1];
  return value === undefined ? undefined : { start: oneTime.lastIndex - value.length, end: oneTime.lastIndex };
};

// `--otp=656987`, `Enter OTP: 015383`, `PUK1 27354512`, `PIN码539156`.
const codeBehind =
  /(?:\d(?=[ :=]))?[a-z]{0,6}码?(?:[:=：为是]|\b(?:is|code)\b|[ \t"'`*[]){0,5}(\d{4,10})(?![\w:/-]|\.\d|\])/iy;
const shortCode: Clue['match'] = (text, _at, after) => {
  codeBehind.lastIndex = after - 1;
  const value = codeBehind.exec(text)?.[1];
  return value === undefined ? undefined : { start: codeBehind.lastIndex - value.length, end: codeBehind.lastIndex };
};

const codeBefore = /(?:G-)?(\d{4,8}|\d{3}[ -]\d{3}) (?:is|are) (?:your|the|my|our) [^\n.:]{0,40}$/;
/** `745834 is your verification code`. */
const codeInFront: Clue['match'] = (text, at) => {
  const near = text.slice(Math.max(0, at - 64), at);
  const found = codeBefore.exec(near);
  const value = found?.[1];
  if (found === null || value === undefined) return undefined;
  const start = at - near.length + found.index + found[0].indexOf(value);
  return { start, end: start + value.length };
};

const groupsBehind =
  /s?(?![A-Za-z0-9])[^\n\d:：]{0,60}?(?:[:：=]|\bis\b|[是为])?(?:\s|["'`*[]|\\{1,15}[nrt"]){0,8}((?:[A-Za-z0-9]{4,8}[- ]){1,11}[A-Za-z0-9]{4,8})(?![\w-])/y;
/** Groups that form no words behind the name of a code: `lnpz-ekzk-eknyp`, `168880-637834`. */
const groupedCode: Clue['match'] = (text, _at, after) => {
  groupsBehind.lastIndex = after;
  const value = groupsBehind.exec(text)?.[1];
  if (value === undefined || isPlaceholder(value)) return undefined;
  const groups = value.split(/[- ]/);
  const isEven = groups.every(({ length }) => length === groups[0]?.length);
  const drawn = groups.filter((group) => /\d|[a-z][A-Z]/.test(group) || !readsLikeWords(group)).length;
  return isEven && drawn * 3 >= groups.length * 2
    ? { start: groupsBehind.lastIndex - value.length, end: groupsBehind.lastIndex }
    : undefined;
};

const pinSign =
  /(?:[ -]?codes?)?(?: (?:for|of|to|on|der|des|zur|zum|für|de|del|du|della) [^\n\d:=.]{1,40}?)?(?: (?:is|was)|[ \t]?[:=])[ \t"'`*]{1,4}|=/y;
const pinCode: Clue['match'] = (text, _at, after) => {
  pinSign.lastIndex = after - 1;
  if (!pinSign.test(text)) return undefined;
  const { lastIndex: start } = pinSign;
  const end = runEnd(text, start, digits, 13);
  return end - start >= 4 && end - start <= 12 && !inSet(numberGoesOn, text.charCodeAt(end))
    ? { start, end }
    : undefined;
};
const pinField = /[ \t]?:[ \t]?\\{0,15}"(\d{3}-\d{2}-\d{3}|\d{4,8})\\{0,15}"/y;
const quotedPin: Clue['match'] = (text, _at, after) => {
  pinField.lastIndex = after;
  const value = pinField.exec(text)?.[1];
  if (value === undefined) return undefined;
  const start = text.indexOf(value, after);
  return { start, end: start + value.length };
};
const numberGoesOn = charSet('A-Za-z_.:/-');

const isLetter = /[A-Za-z]/;

const anyCase = (words: readonly string[], match: Clue['match']): Clue[] =>
  words.map((text) => ({ anchor: { anyCase: text }, match }));

/** Second factors and the seed phrases of wallets. */
export const secondFactorRules: readonly SecretRule[] = [
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
          'recovery-code',
          'backup-code',
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
          'by hand',
          'enter this key',
          'scan the',
          'mfa_seed',
          'mfa 种子',
          'totp 种子',
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
          'door code',
          'gate code',
          'alarm code',
          'panel code',
          'garage code',
          'keypad code',
          'sim pin',
          'host key',
          'access code',
          'entry code',
          'lock code',
          'safe code',
          'unlock code',
          '门禁码',
          '开门密码',
          'otp is',
          'pairing code',
          'setup code',
          'account code',
          '验证码',
          '动态码',
          '提取码',
          '激活码',
        ],
        oneTimeCode,
      ),
      ...anyCase(
        [
          '-otp[ =]',
          '[ "]otp[ :=]',
          'token-code[ =]',
          '-pin[ =]',
          '-puk[ =]',
          'pin1',
          'pin2',
          'puk1',
          'puk2',
          ' puk ',
          ' puk:',
          'pin码',
          ' pin ',
          '+cpin=',
        ],
        shortCode,
      ),
      ...anyCase(
        ['verification code', 'security code', 'login code', 'one-time code', 'confirmation code'],
        codeInFront,
      ),
      ...anyCase(
        [
          'recovery key',
          'recovery-key',
          'security key',
          'backup code',
          'recovery code',
          'activation code',
          'license key',
          'licence key',
          'stream key',
          'specific password',
          'application password',
          'app password',
          'backup key',
          'setup key',
          'verification code',
          'abrufcode',
          'wiederherstellungscode',
          'wiederherstellungsschlüssel',
          'freischaltcode',
          'aktivierungscode',
          'de récupération',
          'de recuperación',
          'di recupero',
          'de recuperação',
        ],
        groupedCode,
      ),
      ...anyCase(['[\u0000-@[-`{-\u007f]pin[ :=]'], pinCode),
      ...anyCase(['puk[ :=]'], (text, at, after) =>
        isLetter.test(text.charAt(at - 1)) ? undefined : pinCode(text, at, after),
      ),
      ...anyCase(['"pin"', '_pin"', 'pincode"'], quotedPin),
      ...statedCodeClues,
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
        ' this seed',
        ' your seed',
        ' cipher seed',
        ' seed: ',
        ' seed is ',
        'seed backup',
        '助记词',
        'mnemonictoprivatekey',
        'mnemonictoseed',
        'frommnemonic',
        'mnemonictoaccount',
        'from_mnemonic',
        'fromphrase',
        'from_phrase',
        'wallet phrase',
        'wallet words',
        '12 words',
        '24 words',
        '12-word',
        '24-word',
        'twelve words',
        'secret recovery',
      ],
      seedPhrase,
    ).concat(['echo "', "echo '"].map((anchor) => ({ anchor, match: phraseInEcho }))),
  },
];
