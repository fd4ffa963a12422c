import { passwordNouns } from '../judge/credentialNouns.ts';
import { isOdd, isOtherThing } from '../judge/isOdd.ts';
import { isPlaceholder, isStockWord } from '../judge/isPlaceholder.ts';
import { isChosen, isHandmade, isPersonal, isSpoken, looksStrong } from '../judge/looksLikePassword.ts';
import { standsOut } from '../judge/looksRandom.ts';
import {
  isBarePhrase,
  isCommonPassword,
  isLongPhrase,
  isNumberedPhrase,
  isPassphrase,
  isPlainPassphrase,
  isShortPhrase,
  isSpokenPhrase,
  isWordPhrase,
} from '../judge/passphrases.ts';
import { readsLikeWords } from '../judge/readsLikeWords.ts';
import { notLetter } from '../match/assignmentRule.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { foreignSecretClues } from './foreignSecretClues.ts';
import { lineBreak, lineRest, readWord } from './printedClues.ts';

// Parts of the patterns below, in the order in which they stand behind a noun: `passwords (staging) is just “`.
/** The noun's end: a plural, and no further word. */
const nounEnd = String.raw`s?(?![\w-])`;
/** What may stand between the noun and the verb: `(staging)`, `for the wiki`. */
const aside = String.raw`(?:\([^()\n]{1,40}\)|[^\n:：=<>{}()"\\;])`;
/** `is`, `was to be`, `it’s`, `namely`. */
const verb = String.raw`(?:\b(?:is|was|be|are|remains|stays|reads|says|becomes|became|to|namely|it['’]s|that['’]s|now|still)|['’]s)(?: to(?: be)?)?[ \t]{1,3}`;
/** `:`, `?`, `→`, ` - `. */
const sign = String.raw`[ \t]?(?:[:：?？]|→|->|=>|⇒|–|—| - )[ \t]{0,4}`;
/** `是`, `改成`. */
const chineseVerb = String.raw`(?:是|为|為|成|到|改用|换成|就用|填|用|叫|即|还是|仍是|变成|写的是)[ \t]{0,2}`;
/** `use`, `type`, `enter`, `输`. */
const order = String.raw`(?:\b(?:use|using|with|try|type|enter|put in|paste|as|send|give it|answer|write)|[用填试输]入?)[ \t]{0,3}`;
// Captures, because the engine unrolls a short repetition that captures nothing: these words three times take twenty times as long to compile.
const filler =
  '(?:(just|now|still|simply|currently|probably|literally|actually|definitely|again|only|set|changed|reset|back|like|called|the|this|that|one|word|phrase|string|always|then|and|for now|at the moment|these days) ){0,3}';
const opening = '["\'`*“”‘’「『(<]{0,4}';
const sentence = new RegExp(`${nounEnd}${aside}{0,60}?(?:${verb}|${sign}|${chineseVerb})${filler}${opening}`, 'iy');
const afterColon = new RegExp(String.raw`${nounEnd}[^\n:：=<>{}()"\\;]{1,100}[:：→][ \t]{1,4}${opening}`, 'y');
const instruction = new RegExp(String.raw`${nounEnd}[^\n:：=<>{}()"\\]{0,60}?${order}${filler}${opening}`, 'iy');

function afterSign(pattern: RegExp, text: string, from: number): Span | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? readWord(text, pattern.lastIndex) : undefined;
}

/** `the pwd for the wiki is still …`, `password (staging) → …`, `prompts for the passphrase, type …`. */
const inSentence: Clue['match'] = (text, at, after) => {
  if (/[\w-]$/.test(text.slice(Math.max(0, at - 1), at)) && /\w/.test(text.charAt(at))) return undefined;
  // What is given to a name is read by other rules.
  if (/[="']/.test(text.charAt(after))) return undefined;
  for (const way of [sentence, instruction, afterColon]) {
    const value = afterSign(way, text, after);
    if (value === undefined) continue;
    const word = text.slice(value.start, value.end);
    if (isOdd(word))
      return /^!+(?=\s|$)/.test(text.slice(value.end, value.end + 3)) && isSpoken(word)
        ? { start: value.start, end: value.end + 1 }
        : value;
  }
  return phraseAt(text, after) ?? wordAt(text, after) ?? onNextLine(text, after);
};

const toPhrase = new RegExp(
  String.raw`${nounEnd}${aside}{0,60}?(?:[:：]|\b(?:is|was|to|it['’]s|type|enter|use|try)|是|为)[ \t]{1,3}${filler}${opening}((?:[A-Za-z]{2,12} ){2,8}(?:[A-Za-z]{2,12}|\d{1,5}))(?=[ \t]*(?:[.,;!–—"'\x60*\r\n]|- |\\n|$))`,
  'y',
);

/** Four words or more that form no sentence; three of a passphrase. */
function phraseAt(text: string, after: number): Span | undefined {
  toPhrase.lastIndex = after;
  const found = toPhrase.exec(text);
  const phrase = found?.[2];
  if (found === null || phrase === undefined) return undefined;
  const words = phrase.toLowerCase();
  const isPhrase =
    (isWordPhrase(phrase) || isNumberedPhrase(phrase)) &&
    isBarePhrase(words) &&
    !(/\d/.test(phrase) && notPhrase.test(words));
  const isOfWords = /phrase/i.test(text.slice(after - 6, after));
  const isAsked =
    isOfWords && (words.split(' ').length > 3 ? isPassphrase(words.replace(/ /g, '-')) : isShortPhrase(phrase));
  if ((!isPhrase && !isAsked) || isPlaceholder(phrase)) return undefined;
  const start = found.index + found[0].length - phrase.length;
  return { start, end: start + phrase.length };
}

const toWord = new RegExp(
  String.raw`${nounEnd}${aside}{0,60}?(?:\b(?:is|was|it['’]s)|['’]s)(?: (?:just|still|simply|literally|only|now|again|actually)){1,2} ${opening}([a-z]{5,14})(?=["'\x60*]{0,3}(?:[.!,]?\s*(?:[\r\n]|\\n|$)|[.!] [A-Z]))`,
  'y',
);
const state = /(?:ed|en|ing|ly|able|ible|al|ive|ent|ant|ary|ory|ful|less|ous|ic)$/;

/** `… is just sunshine.` */
function wordAt(text: string, after: number): Span | undefined {
  toWord.lastIndex = after;
  const found = toWord.exec(text);
  const word = found?.[1];
  if (found === null || word === undefined || isStockWord(word)) return undefined;
  if (!isCommonPassword(word) && (state.test(word) || !readsLikeWords(word) || !isBarePhrase(word))) return undefined;
  const start = found.index + found[0].length - word.length;
  return { start, end: start + word.length };
}

const toNextLine = new RegExp(
  String.raw`${nounEnd}[^\n=<>{}]{0,120}(?:${lineBreak}){1,2}(?:[^\n:：]{1,24}[ \t]{1,4}(?:\[?\d{1,2}:\d\d(?: ?[AP]M)?\]?|[—–-][^\n]{0,24})${lineBreak})?[ \t>|]{0,8}(?:[-*•] |<?[\w.-]{1,20}>?: )?${opening}`,
  'y',
);

/** The answer to a question: alone on the next line, whoever writes it. */
function onNextLine(text: string, after: number): Span | undefined {
  const value = afterSign(toNextLine, text, after);
  if (value === undefined) return undefined;
  const end = value.end + (/[!?]/.test(text.charAt(value.end)) ? 1 : 0);
  lineRest.lastIndex = end;
  if (!lineRest.test(text)) return undefined;
  const word = text.slice(value.start, value.end);
  const isAnswer = /\?[ \t]*(?:\r?\n|\\{1,15}n)/.test(text.slice(after, value.start));
  const isMade = isLongPhrase(word) || (isAnswer && (isHandmade(word) || isChosen(word) || isPlainPassphrase(word)));
  return (isOdd(word) || isMade) && (isMade || !/^[A-Za-z0-9]+$|^[a-z-]+\d*$/.test(word))
    ? { start: value.start, end }
    : undefined;
}

const lineAbove = /(?:^|[\s"'`*])([!-~]{6,64})["'`*]{0,3}[ \t]{0,3}(?:\r?\n|\\{1,15}n)(?:[\w .-]{1,24}[:>] ?)?$/;
/** The value alone on a line, and on the next one what it is: `that's the password, …`. */
const onLineAbove: Clue['match'] = (text, at) => {
  const from = Math.max(0, at - 100);
  const found = lineAbove.exec(text.slice(from, at));
  const value = found?.[1]?.replace(/^["'`*]+|["'`*]+$/g, '');
  if (found === null || value === undefined || !isOdd(value.replace(/[.,]$/, ''))) return undefined;
  const start = from + found.index + found[0].indexOf(value);
  return { start, end: start + value.length };
};

const answer = /[^\n:：→=]{0,40}?(?:[:：=]|→|->|–|—|\bis\b|是)[ \t"'`*“「]{0,4}/y;
/** The answer to a security question. */
const securityAnswer: Clue['match'] = (text, _at, after) => {
  const value = afterSign(answer, text, after);
  if (value === undefined) return undefined;
  const word = text.slice(value.start, value.end);
  return /\d/.test(word) && !isOtherThing(word) && !isPlaceholder(word) ? value : undefined;
};

const aboutCredentials =
  /pass(?:word|wd|phrase|code)|\bpw\b|\bpwd\b|credential|\blog(?:in| in)\b|secret|token|密[码碼]|口令|\bsudo\b|\bwi-?fi\b/i;
const reachOfTurn = 400;
const saidBehind = /^[^\n.]{0,40}\b(?:password|passphrase|login|pw|pwd)\b/i;

/** `I set it to …`, `changed it to …`, `it's …`: the noun stands in the sentence or the turn before. */
const afterPronoun: Clue['match'] = (text, at, after) => {
  const value = readWord(text, after);
  if (value === undefined) return undefined;
  const word = text.slice(value.start, value.end);
  const isMade = isOdd(word) && (/[^\w-]/.test(word) || /\d/.test(word) || isLongPhrase(word) || isSpokenPhrase(word));
  if (!isMade) return undefined;
  const isAbout =
    aboutCredentials.test(text.slice(Math.max(0, at - reachOfTurn), at)) ||
    saidBehind.test(text.slice(value.end, value.end + 60));
  return isAbout ? value : undefined;
};

/** `protected with …`, `unlocks with …`: only secrets protect, so the value needs no noun. */
const afterProtection: Clue['match'] = (text, _at, after) => {
  const value = readWord(text, after);
  if (value === undefined) return undefined;
  const word = text.slice(value.start, value.end);
  return (!isOtherThing(word) || isPersonal(word)) &&
    (standsOut(word) >= 1 ||
      isPersonal(word) ||
      (isSpoken(word) && /\d/.test(word) && /[^A-Za-z0-9]/.test(word)) ||
      isLongPhrase(word))
    ? value
    : undefined;
};

/** `…, pass Balu17`, `root pw …`: the noun and its value alone. */
const behindNoun: Clue['match'] = (text, at, after) => {
  if (!directly.test(text.slice(Math.max(0, at - 24), at))) return undefined;
  const value = readWord(text, after);
  if (value === undefined || !/^[\s.,;)"'`]?$/.test(text.charAt(value.end))) return undefined;
  const word = text.slice(value.start, value.end);
  return looksStrong(word) || isPersonal(word) ? value : undefined;
};
const directly =
  /[,;(:|–—-]$|(?:root|admin|zip|user|wifi|vpn|db|ssh|smtp|ftp|guest|router|login|account|[\w.+-]@[\w.-]{2,40})$/i;

const person = /[ \t]{1,2}["'`*]{0,3}[\w.@+-]{2,40}["'`*]{0,3}(?: : | : ?|[ \t])["'`*]{0,3}(?=[!-~]{6})/y;
/** `login: jo …`, `creds jo …`: a user and a password with nothing but a blank between them. */
const behindPerson: Clue['match'] = (text, _at, after) => {
  const value = afterSign(person, text, after);
  if (value === undefined) return undefined;
  lineRest.lastIndex = value.end;
  const word = text.slice(value.start, value.end);
  return lineRest.test(text) && (isPersonal(word) || looksStrong(word)) ? value : undefined;
};

const user = /[\w.@+-]{2,40} ?\/ ?(?=\S{6})/y;
/** `use builder/…`. */
const usedPair: Clue['match'] = (text, _at, after) => {
  const value = afterSign(user, text, after);
  if (value === undefined || text[value.end] === '/') return undefined;
  const word = text.slice(value.start, value.end);
  return /\d/.test(word) &&
    /[A-Za-z]/.test(word) &&
    /^[\w!#$%^&*?~+-]+$/.test(word) &&
    isOdd(word) &&
    !/^v?\d|[a-z]-\d+$|^[a-z0-9-]+$/.test(word)
    ? value
    : undefined;
};

const andPassword =
  /[^\n]{0,60}?\b(?:with|as|using|和|用) ?["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2} ?(?:and|with|\+|和|密码) ?/y;
/** `ssh in with root and …`. */
const userAnd: Clue['match'] = (text, _at, after) => {
  const value = afterSign(andPassword, text, after);
  if (value === undefined) return undefined;
  const word = text.slice(value.start, value.end);
  return isPersonal(word) || (/\d/.test(word) && isOdd(word) && !/^[a-z0-9-]*-[a-z0-9-]*$/.test(word))
    ? value
    : undefined;
};
const phraseOf =
  /[^\n:=]{0,40}?(?:\bwith|\bwants|\bnamely|\bsay|\btype|\benter|\bto) ["'`*]{0,3}((?:[a-z]{3,10} ){3,8}[a-z]{3,10})(?=["'`*]{0,3}(?:[.,;!]|[ ]?[(–—]|\s*$|\r?\n))/y;
/** `the disk wants …`, `unlock it with …`: four words or more, none of them a word of sentences or code. */
const phraseBehind: Clue['match'] = (text, _at, after) => {
  phraseOf.lastIndex = after;
  const phrase = phraseOf.exec(text)?.[1];
  if (phrase === undefined || !isWordPhrase(phrase) || !isBarePhrase(phrase) || notPhrase.test(phrase))
    return undefined;
  return { start: phraseOf.lastIndex - phrase.length, end: phraseOf.lastIndex };
};
const notPhrase =
  /\b(?:the|and|for|with|from|into|your|that|this|than|then|all|any|each|other|more|less|using|via|but|its|their|some|every|only|you|they|one|two)\b|ing\b|ed\b|ly\b|tion\b/;

const credsPair =
  /s?(?:\*{2})?(?: (?:are|is|was|were)|:)? ["'`*]{0,3}[\w.@+-]{2,40}["'`*]{0,3}(?:,| then| and) (?=[!-~])/y;
/** `creds are name, …`. */
const pairWithComma: Clue['match'] = (text, _at, after) => {
  const value = afterSign(credsPair, text, after);
  return value !== undefined && isOdd(text.slice(value.start, value.end)) ? value : undefined;
};
const sudoWith = /(?: in)?(?: with| using) ["'`*]{0,3}/y;

/** Secrets that a sentence states, in English, Chinese and other languages. */
export const statedSecretRule: SecretRule = {
  id: 'told-secret',
  label: 'Secret that a sentence or an answer states',
  shape: 'the pwd for the wiki is still …, prompts for the passphrase, type …, 密码改成…',
  evidence: 'guess',
  clues: [
    ...[
      ...passwordNouns,
      ' pw ',
      ' pw:',
      ' pwd',
      ' pw?',
      'mima',
      'pasword',
      'passwrod',
      'passowrd',
      'passwod',
      'paswrd',
      'psasword',
      'passord',
      'shared secret',
      'shared key',
      'secret is',
      ' secret we',
      'wifi code',
      'wi-fi code',
      'access code',
      'pass is ',
      'pw is ',
    ].map((noun) => ({
      anchor: { anyCase: noun },
      match: (text: string, at: number, after: number) => inSentence(text, at, /[ :?]$/.test(noun) ? after - 1 : after),
    })),
    ...[
      'set it to ',
      'changed it to ',
      'change it to ',
      'reset it to ',
      'changed to ',
      'made it ',
      'it is now ',
      "it's now ",
      "it's ",
      "that's ",
      '改成',
      '改为',
      '改成了',
      '换成',
      '设成',
      '设为',
      '设置成',
      '设置为',
      '新的是',
      '现在是',
      'namely ',
    ].map((words) => ({ anchor: { anyCase: words }, match: afterPronoun })),
    ...[
      'protected by ',
      'protected with ',
      'secured with ',
      'secured by ',
      'encrypted with ',
      'zip it with ',
      'open it with ',
      'decrypt with ',
      'decrypts with ',
      'get in with ',
      'the safe word is ',
      'the secret word is ',
      'the safeword is ',
      'the code word is ',
      'the codeword is ',
      'the magic word is ',
      'locked with ',
      'unlock it with ',
      'unlocks with ',
      'unlock with ',
      'opens with ',
      'i always use ',
      'i usually use ',
      'we always use ',
      'decrypt it with ',
      'lets you in',
      'lets me in',
      'gets you in',
    ].map((words) => ({ anchor: { anyCase: words }, match: afterProtection })),
    ...['unlock', 'decrypt', ' disk ', 'the vault', 'boot', 'keystore'].map((words) => ({
      anchor: { anyCase: words },
      match: phraseBehind,
    })),
    ...['creds', 'credentials', 'login', ' guest'].map((words) => ({
      anchor: { anyCase: words },
      match: pairWithComma,
    })),
    { anchor: { anyCase: `${notLetter}use ` }, match: usedPair },
    ...[' pass ', ' pw ', ' pwd ', ' passcode '].map((noun) => ({ anchor: noun, match: behindNoun })),
    ...['creds ', 'creds: ', 'credentials: ', 'login: ', 'zugang: ', 'логин: '].map((noun) => ({
      anchor: { anyCase: noun },
      match: (text: string, at: number, after: number) => behindPerson(text, at, after - 1),
    })),
    ...['ssh in', 'log in', 'login', 'log into', 'logged in', 'sign in', 'rdp in', 'connect'].map((words) => ({
      anchor: { anyCase: words },
      match: userAnd,
    })),
    {
      anchor: 'sudo',
      match: (text, _at, after) => {
        const value = afterSign(sudoWith, text, after);
        return value !== undefined && isSpoken(text.slice(value.start, value.end)) ? value : undefined;
      },
    },
    ...foreignSecretClues,
    ...[
      "that's the pass",
      "that's my pass",
      'that is the pass',
      'this is the pass',
      "that's the pw",
      'is the password',
    ].map((words) => ({ anchor: { anyCase: words }, match: onLineAbove })),
    ...[
      'maiden name',
      'first pet',
      'security answer',
      'security question',
      'secret question',
      '密保答案',
      '密保问题',
    ].map((noun) => ({ anchor: { anyCase: noun }, match: securityAnswer })),
  ],
};
