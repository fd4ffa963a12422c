import { standsOut } from '../judge/standsOut.ts';
import { charSet, inSet } from '../scan/charSet.ts';
import type { Clue, Span } from '../secretRule.ts';

/** How far from a word about credentials a value may stand, in characters of its line. */
const reachAfter = 96;
const reachBefore = 48;
/** A word in Chinese says as much in a quarter of the characters. */
const reachWide = 24;
const mostJudged = 2;
const shortest = 8;
const longest = 128;
/** What a value needs together: its own strength, that of the word near it, and what leads to it. */
const enough = 5;

const wordChars = charSet('!#-&*+.-:=?-Z^_a-z~-');
const capitals = charSet('A-Z');
const digits = charSet('0-9');
const lineFeed = 0x0a;
const lastAscii = 0x7f;
const bracket = 0x5b;
const marker = '[REDACTED:';

/** A text before a value that hands it over, and a user before it: `use name / …`, `(name:…`. */
const leads =
  /(?:\b(?:is|was|to|with|use|using|used|as|be|now|try|has|said|type|enter|via|got|gave|put)|[用是为為成填了換换]|[=:：→—–(（>-])["'`*(（ ]{0,4}$/;
const states =
  /(?:\b(?:is|was|are|to|still|ist|lautet|est|c'est|es|è|é|jest|это|هي|هو)|[是为為成]) ?[:：]?[ \t]?["'`*]{0,3}$/;
const leadsAsPair = /[\w.@+-]{2,40}[`"'*]{0,3} ?(?:\/|→|->|\||\band\b|和) ?[`"'*]{0,3}$/;
const trailing = /[.,;:)\]'*]+$/;

/** Finds the first value behind a word that speaks of credentials, on its line. */
function behindWord(weight: 1 | 2): Clue['match'] {
  return (text, at, after) => {
    const reach = text.charCodeAt(at) > lastAscii ? 2 * reachWide : reachAfter;
    return inReach(text, after, Math.min(text.length, after + reach), weight);
  };
}

/** Finds the first value before such a word. If one is masked already, the rest of the line is about something else. */
const beforeWord: Clue['match'] = (text, at) => {
  const reach = text.charCodeAt(at) > lastAscii ? reachWide : reachBefore;
  const near = text.slice(Math.max(0, at - reach), at);
  return near.includes(marker) ? undefined : inReach(text, at - near.length + near.lastIndexOf('\n') + 1, at, 2);
};

// A value that touches the word is part of its name, or is read by other rules. Chinese needs no blank.
function inReach(text: string, from: number, to: number, weight: number): Span | undefined {
  let start = inSet(wordChars, text.charCodeAt(from - 1)) ? to : from;
  let hasDigit = false;
  let hasMore = false;
  let judged = 0;
  for (let at = from; at <= to; at++) {
    const code = at < to ? text.charCodeAt(at) : lineFeed;
    if (inSet(wordChars, code)) {
      if (inSet(digits, code)) hasDigit = true;
      else if (inSet(capitals, code) || code < 0x40) hasMore = true;
      continue;
    }
    const isWhole = at < to || !inSet(wordChars, text.charCodeAt(to));
    if (isWhole && hasDigit && hasMore && at - start >= shortest && at - start <= longest) {
      const found = judge(text, start, at, weight);
      if (found !== undefined) return found;
      if (++judged === mostJudged) return undefined;
    }
    if (code === lineFeed || (code === bracket && text.startsWith(marker, at))) return undefined;
    start = at + 1;
    hasDigit = false;
    hasMore = false;
  }
  return undefined;
}

function judge(text: string, from: number, to: number, weight: number): Span | undefined {
  // A word with an escape in it is read where the escape is resolved.
  if (text[from - 1] === '\\' || /^\\[u/]/.test(text.slice(to, to + 2))) return undefined;
  const word = text.slice(from, to).replace(trailing, '');
  const colon = /^[\w.@+-]{2,40}:(?=[^/:]+$)/.exec(word)?.[0].length ?? 0;
  const value = word.slice(colon);
  if (/[\w-]=\\{0,15}["']?$/.test(text.slice(Math.max(0, from - 20), from))) return undefined;
  const strength = standsOut(value);
  if (strength + weight < enough - 2) return undefined;
  const start = from + colon;
  const before = text.slice(Math.max(0, start - 48), start);
  const lead =
    colon > 0 || leadsAsPair.test(before) || (weight === 2 && states.test(before)) ? 2 : leads.test(before) ? 1 : 0;
  return strength + weight + lead >= enough ? { start, end: start + value.length } : undefined;
}

const passwordWords = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'credential',
  'creds',
  ' pwd',
  ' pw [A-Za-z]',
  'passwort',
  'kennwort',
  'contraseñ',
  'wachtwoord',
  'mot de passe',
  'парол',
  '密码',
  '密碼',
  '口令',
  '密語',
  'パスワード',
  '비밀번호',
] as const;
const loginWords = [
  'login',
  'log in',
  'sign in',
  ' auth ',
  'get in',
  '登录',
  '登入',
  '账号',
  '帐号',
  '帳號',
  'wifi',
  'wi-fi',
  'unlock',
] as const;

/** Secrets that no sign binds to a name: they stand out, and words near them speak of credentials. */
export const nearbyClues: readonly Clue[] = [
  ...passwordWords.flatMap((word) => [
    { anchor: { anyCase: word }, match: behindWord(2) },
    { anchor: { anyCase: word }, match: beforeWord },
  ]),
  ...loginWords.map((word) => ({ anchor: { anyCase: word }, match: behindWord(1) })),
];
