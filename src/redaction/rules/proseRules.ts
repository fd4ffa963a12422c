import { encodesSentence } from '../judge/base64.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { isPublished } from '../judge/isPublished.ts';
import {
  isChosen,
  isGenerated,
  isPersonal,
  isScrambled,
  isSpoken,
  isUnlikeWords,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksRandom, standsOut } from '../judge/looksRandom.ts';
import { keyKind } from '../judge/namesSecret.ts';
import { isWordPhrase } from '../judge/passphrases.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { endOf } from '../match/readSign.ts';
import { charSet, inSet, runStart } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { fence, isAnnounced, lineBreak, lineRest, printedClues, readWord } from './printedClues.ts';

// A sentence that continues from the name of a secret to a colon, or to a new line.
const gap = String.raw`s?(?![\w-])[^\n:：=<>{}()"\\]{0,80}?`;
const toColon = new RegExp(
  String.raw`(?: ?\([^()\n]{1,40}\)(?= ))?${gap}(?::[ \t]{1,4}|：[ \t]{0,4})(?:${lineBreak}){0,2}`,
  'y',
);
const toVerb = new RegExp(
  String.raw`(?:['’]s[ \t]{1,3}(?=\S{0,40}\d)|${gap}(?:(?:是|为|\b(?:is|was|it's|it’s|be|to))[ \t]{1,3}|[是为成了](?=[\x21-\x7e])))`,
  'y',
);
const toNextLine = new RegExp(
  String.raw`s?(?![\w-])[^\n=<>{}]{0,160}?(?:[:.：]|${'`'})?[ \t]{0,4}(?:${lineBreak}){1,3}${fence}[ \t>$|]{0,8}(?:(?:\[[\d:]{4,8}\] )?<?[\w.-]{1,20}>?: )?`,
  'y',
);
// `the key you gave me (…)`, `a hard-coded token, `…``, `密钥（…）`.
const apposed = new RegExp(
  String.raw`${gap}(?:[ \t]?[(（](?:(?:the |an? )?(?:old|new|previous|current|other|first|last|one|value|was|is|now|[:=])[ \t]?){0,4}|,?[ \t](?=\x60)|[:：](?=\x60))`,
  'y',
);
const handedOver = /的 ?$|\b(?:my|your|our|his|her|their)\b[^.\n]{0,16}$/i;
const handed = /^\W{0,3}(?:you|i|he|she|they|we) (?:gave|sent|shared|pasted|posted|provided|put|used|hard)/i;
const notOne =
  /\bsha|hash|digest|fingerprint|checksum|version|signature|public|\bids?\b|\burl\b|uuid|\bcommits?\b|\brevision/i;
/** `here is my key, use it for the test: …`, `the password below:` and the next line. */
const announced: Clue['match'] = (text, at, after) => {
  const isJoined = isWordChar(text, at - 1) && isWordChar(text, at);
  if (isJoined && text[after] !== '(' && text[after] !== '（') return undefined;
  if (/public[ _-]?$/i.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  if (isJoined) return inApposition(text, at, after);
  const isPasswordNoun = /ass|pw|码/.test(text.slice(at, after));
  if (!endsWord(text, after)) return beforeName(text, at, isPasswordNoun);
  for (const way of [toColon, toVerb, toNextLine]) {
    way.lastIndex = after;
    if (!way.test(text) || notOne.test(text.slice(after, way.lastIndex))) continue;
    const value = readWord(text, way.lastIndex);
    const secret = value && text.slice(value.start, value.end);
    const isPassword = way !== toNextLine && /ass|码/.test(text.slice(at, after));
    if (value === undefined || secret === undefined || secret.includes('&') || isPublished(secret)) continue;
    if (!isAnnounced(secret) && !(isPassword && isSpoken(secret) && /[A-Z]/.test(secret))) continue;
    lineRest.lastIndex = value.end;
    const isLast = lineRest.test(text);
    if (isLast || way !== toNextLine) return value;
  }
  return inApposition(text, at, after) ?? inGroups(text, at, after) ?? beforeName(text, at, isPasswordNoun);
};

const isWordChar = (text: string, at: number): boolean => inSet(nameChars, text.charCodeAt(at));

/** Whether a word, or its plural, ends here: otherwise no sentence continues from it. */
function endsWord(text: string, at: number): boolean {
  const end = text[at] === 's' ? at + 1 : at;
  return text[end] !== '-' && !isWordChar(text, end);
}

/** A value in brackets, between dashes or after a comma, after the name of a secret. */
function inApposition(text: string, at: number, after: number): Span | undefined {
  apposed.lastIndex = after;
  if (!apposed.test(text)) return undefined;
  const between = text.slice(after, apposed.lastIndex);
  const before = text.slice(Math.max(0, at - 40), at);
  // A call is no remark in brackets.
  const isCall = /[A-Za-z]\($/.test(between);
  const value =
    isCall || notOne.test(between) || notOne.test(before.slice(-16)) ? undefined : readWord(text, apposed.lastIndex);
  if (value === undefined) return undefined;
  const secret = text.slice(value.start, value.end);
  const isPassword = /ass|码/.test(text.slice(at, after));
  if (isPassword && isUnlikeWords(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret)) return value;
  if (!isAnnounced(secret) || !looksRandom(secret, 16)) return undefined;
  const isKey = /key$/i.test(text.slice(at, after));
  // With an unknown kind of key, a hexadecimal number is more often a lookup key.
  const isSure =
    !isKey ||
    handedOver.test(before) ||
    handed.test(between) ||
    keyKind(before + text.slice(at, after), () => before) === 'known';
  return isSure || !/^[0-9a-f-]+$/i.test(secret) ? value : undefined;
}

const toGroups = new RegExp(
  String.raw`${gap}(?:[:：=]|\b(?:is|was))[ \t"'\x60*]{1,4}([a-z]{4}(?: [a-z]{4}){3})(?![a-z])`,
  'y',
);

/** Google's app passwords: four groups of letters. */
function inGroups(text: string, at: number, after: number): Span | undefined {
  if (!/ass/.test(text.slice(at, after))) return undefined;
  toGroups.lastIndex = after;
  const value = toGroups.exec(text)?.[1];
  if (value === undefined || value.split(' ').every((group) => readsLikeWords(group))) return undefined;
  return { start: toGroups.lastIndex - value.length, end: toGroups.lastIndex };
}

const linking =
  /([`"']?) (?:is|as|was|for|being)(?: (?:the|my|our|your|his|her|its|a|new|old|current|this))? ?[A-Za-z _-]{0,30}$|["'`]? [(（](?:[A-Za-z_-]{1,12} ){0,3}[A-Za-z]$|[ \t]{1,4}(?:#|\/\/) ?[A-Za-z ]{0,30}$/;
const nameChars = charSet('A-Za-z0-9_');
const wordChars = charSet('!#-&*-;=?-[]-_a-{|}~');
const longestWord = 160;

/** `… is my key`, `use … as the password`. */
function beforeName(text: string, at: number, isPassword: boolean): Span | undefined {
  const near = text.slice(Math.max(0, at - 48), at + 1);
  const link = linking.exec(near);
  if (link === null) return undefined;
  const end = at + 1 - near.length + link.index;
  const start = runStart(text, end, wordChars, longestWord);
  if (end - start < 6 || end - start === longestWord) return undefined;
  const value = text.slice(start, end);
  if (isPassword && (isScrambled(value) || isPersonal(value))) return { start, end };
  if (!/\d/.test(value)) return undefined;
  if (isPassword && (looksStrong(value) || isChosen(value))) return { start, end };
  return end - start >= 16 && isAnnounced(value) ? { start, end } : undefined;
}

const commented = /(?:["'`)\];,]|[0-9A-Za-z])[ \t]{0,8}(?:\/\/|#|--(?!-)|\/\*)[^"'`\n]{0,40}$/;
const literal = /["'`]([^"'`\n\\]{8,160})\\{0,7}["'`]/g;
const longestLine = 240;

/** `client("…") // the key of the service`: from the first literal on the line to the last. */
const inComment: Clue['match'] = (text, at, after) => {
  if (!commented.test(text.slice(Math.max(0, at - 32), at + 1))) return undefined;
  const before = text.slice(Math.max(0, at - longestLine), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const from = at - line.length;
  if (notOne.test(line)) return undefined;
  const isOfPassword = /pass/i.test(text.slice(at, after));
  let found: Span | undefined;
  for (const match of line.matchAll(literal)) {
    const value = match[1] as string;
    const isOne = looksRandom(value, 16) || (isOfPassword && (isSpoken(value) || isWordPhrase(value)));
    if (!isOne || isPlaceholder(value) || encodesSentence(value)) continue;
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
  return (!password.includes('/') || isGenerated(password)) && (isUnlikeWords(password) || isPersonal(password))
    ? value
    : undefined;
};

const knownUser =
  /(?:^|[\s`"'*(:：])(?:root|admin|administrator|postgres|ubuntu|ec2-user|deploy|guest|oracle|sa|pi|[\w.+-]{1,40}@[\w.-]{2,40}\.[a-z]{2,12})[`"'*]{0,2}$/i;
const withDigit = /[^\s\d]{0,40}\d|[a-z]{4,12}-[a-z]{4,12}-[a-z]{4,12}/y;
const loginWord =
  /login|log in|sign in|signin|account|creds|access|user|堡垒机|跳板机|账号|帐号|账户|登录|后台|数据库|管理|\bsvn\b|\bftp\b|\bssh\b|\bvpn\b|wi-?fi|zugang|anmeld|accès|acceso|accesso|доступ|вход|系统|認証|ログイン|アカウント|로그인|계정/i;

/** `root / …`, or the same with any user if the sentence is about a login. */
const barePair: Clue['match'] = (text, at, after) => {
  // Most texts of this shape are lists of words.
  if (endOf(withDigit, text, after - 1) === undefined) return undefined;
  const before = text.slice(Math.max(0, at - 64), at);
  const isKnown = knownUser.test(before);
  const isUser = /[\w.@+-]{2,40}[`"'*]{0,2}$/.test(before);
  if (!isKnown && !isUser) return undefined;
  const value = readWord(text, after - 1);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  if (!isKnown && !loginWord.test(before) && standsOut(password) < 2 && !isPersonal(password)) return undefined;
  const isOne = isPersonal(password) || (/\d/.test(password) && /[A-Za-z]/.test(password) && isUnlikeWords(password));
  return isOne && !/[/\\:<>=]|^v?\d/.test(password) ? value : undefined;
};

/** `admin/…`, `root:…` in a sentence. */
const gluedPair: Clue['match'] = (text, at, after) => {
  if (/[\w/.@-]/.test(text.charAt(at - 1))) return undefined;
  const value = readWord(text, after - 1);
  if (value === undefined || text[value.end] === '/') return undefined;
  const password = text.slice(value.start, value.end);
  return (standsOut(password) >= 1 || isPersonal(password)) && !/[/:]/.test(password) ? value : undefined;
};

const withBoth =
  /[^\n]{0,100}? (?:with|using|as) [`"'*]{0,2}[\w.@+-]{2,60}[`"'*]{0,2} (?:and|with|\+|&) [`"'*]{0,2}(?=[!-~])/y;
/** `sign in at … with … and …`. */
const userAndPassword: Clue['match'] = (text, _at, after) => {
  withBoth.lastIndex = after;
  if (!withBoth.test(text)) return undefined;
  const value = readWord(text, withBoth.lastIndex);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  return /\d/.test(password) && /[A-Z!@#$%^&*]/.test(password) && isUnlikeWords(password) && !/[/:]/.test(password)
    ? value
    : undefined;
};

const twoLines = /s?:?[ \t]{0,4}\r?\n[\w.@+-]{2,40}[ \t]{0,4}\r?\n(?=\S{6})/y;
/** A user and a password, each on a line of its own. */
const pairBelow: Clue['match'] = (text, _at, after) => {
  twoLines.lastIndex = after;
  const value = twoLines.test(text) ? readWord(text, twoLines.lastIndex) : undefined;
  if (value === undefined) return undefined;
  lineRest.lastIndex = value.end;
  const password = text.slice(value.start, value.end);
  return lineRest.test(text) && (looksStrong(password) || isChosen(password)) ? value : undefined;
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
const anyCase = (words: readonly string[], match: Clue['match']): Clue[] =>
  words.map((text) => ({ anchor: { anyCase: text }, match }));

/** Secrets revealed by a sentence, or by the output of a command. */
export const proseRules: readonly SecretRule[] = [
  {
    id: 'announced-secret',
    label: 'Secret that a sentence announces, or that a command prints',
    shape: 'here is my key, use it for the test: …, login: name / …, $ openssl rand -hex 32',
    evidence: 'guess',
    clues: [
      ...anyCase(
        [
          'password',
          'passwd',
          'passphrase',
          ' key',
          'keyfile',
          'key material',
          'secret',
          'token',
          'credential',
          '密码',
          '密钥',
          '令牌',
        ],
        announced,
      ),
      ...anyCase(['secret', '[A-Za-z0-9_ ?&"\'.\n-]key', 'token', 'password'], inComment),
      ...anyCase(
        [
          'credential',
          'creds',
          'login',
          'log in',
          'account',
          'sign in',
          'zugangsdaten',
          'anmeldedaten',
          'identifiants',
          'credenciales',
          'credenziali',
          'credenciais',
          'inloggegevens',
          'логин',
          'доступ',
        ],
        pair,
      ),
      ...anyCase(['credential', 'creds', 'login'], pairWithColon),
      ...anyCase(['credential', 'creds', 'login'], pairBelow),
      ...[' as pw', ' as pass', ' as the pass'].map((anchor) => ({
        anchor,
        match: (text: string, _at: number, after: number) => beforeName(text, after - 1, true),
      })),
      ...anyCase(['sign in', 'log in', 'logged in', 'login'], userAndPassword),
      { anchor: ' / [!-~]', match: barePair },
      ...['admin[/:][A-Za-z0-9]', 'root[/:][A-Za-z0-9]', 'deploy[/:][A-Za-z0-9]'].map((anchor) => ({
        anchor,
        match: gluedPair,
      })),
      ...anyCase(['creds', 'credentials'], pairInChinese),
      ...anyCase(['账号', '帐号', '账户', '用户名', '登录'], pairInChinese),
      ...printedClues,
    ],
  },
];
