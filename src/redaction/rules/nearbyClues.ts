import { standsOut } from '../judge/standsOut.ts';
import { charSet, inSet } from '../scan/charSet.ts';
import type { Clue, Span } from '../secretRule.ts';

/** How far from a word about credentials a value may stand, in characters of its line. */
const reachAfter = 128;
const reachBefore = 64;
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

/** A text before a value that hands it over, and a user before it: `use name / …`, `(name:…`. */
const leads =
  /(?:\b(?:is|was|to|with|use|using|used|as|be|now|try|has|said|type|enter|via|got|gave|put)|[用是为為成填了換换]|[=:：→—–(（>-])["'`*(（ ]{0,4}$/;
const leadsAsPair = /[\w.@+-]{2,40}[`"'*]{0,3} ?(?:\/|→|->|\||\band\b|和) ?[`"'*]{0,3}$/;
const trailing = /[.,;:)\]'*]+$/;

/** Finds the value on the line of `[at, after)` that is most likely the secret that the words there speak of. */
function nearby(weight: 1 | 2): Clue['match'] {
  return (text, at, after) => {
    const isWide = text.charCodeAt(at) > 0x7f;
    return (
      inReach(text, after, Math.min(text.length, after + (isWide ? 2 * reachWide : reachAfter)), weight) ??
      (weight === 2 ? inReach(text, lineStart(text, at, isWide ? reachWide : reachBefore), at, weight) : undefined)
    );
  };
}

function lineStart(text: string, at: number, reach: number): number {
  const from = Math.max(0, at - reach);
  const feed = text.lastIndexOf('\n', at - 1);
  return Math.max(from, feed + 1);
}

/** Walks over the words of a line, and judges those that have letters, digits and the length of a secret. */
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
    if (code === lineFeed) return undefined;
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
  const lead = colon > 0 || leadsAsPair.test(before) ? 2 : leads.test(before) ? 1 : 0;
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
  ...passwordWords.map((word) => ({ anchor: { anyCase: word }, match: nearby(2) })),
  ...loginWords.map((word) => ({ anchor: { anyCase: word }, match: nearby(1) })),
];
