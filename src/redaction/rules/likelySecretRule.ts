import { isLikelySecret } from '../judge/evidence.ts';
import { type Candidate, visitCandidates, visitDrawn } from '../match/candidates.ts';
import { charSet, inSet, nextRun, runEnd, runStart } from '../scan/charSet.ts';
import type { SecretRule, Span } from '../secretRule.ts';

/** How far before and behind a word about credentials values are weighed, in characters; lines do not end it. */
const reachBefore = 96;
const reachAfter = 160;

/** Texts of at most this length, such as what a person types, are weighed as a whole. */
const shortText = 400;

const words = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pass ',
  ' pwd',
  ' pw[ :=]',
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
  '密钥',
  '令牌',
  'パスワード',
  '비밀번호',
  'credential',
  'creds',
  'secret',
  'token',
  ' key ',
  'api key',
  'apikey',
  'license key',
  'licence key',
  'login',
  'log in',
  'sign in',
  'get in',
  ' auth ',
  'unlock',
  'sudo',
  'ssh ',
  'wifi',
  'wi-fi',
  '登录',
  '登入',
  '账号',
  '帐号',
  '帳號',
] as const;

/** Secrets that no name, sign or shape gives away, but all that stands around them together. */
export const likelySecretRule: SecretRule = {
  id: 'likely-secret',
  label: 'Value that looks like a secret, and all that stands around it speaks for one',
  shape: 'use admin / …, new Client("…"), what opens it is …',
  evidence: 'guess',
  clues: words.map((word) => ({ anchor: { anyCase: word }, match: () => undefined })),
  search: (text, places, found) => {
    const weigh = (candidate: Candidate): void => {
      const { start, end, look } = candidate;
      if (isLikelySecret(text, start, end, look)) found(candidate);
    };
    visitDrawn(text, weigh);
    visitSeedPhrases(text, found);
    // A text without blanks is a name or an id.
    if (text.length <= shortText && text.includes(' ')) {
      visitCandidates(text, 0, text.length, weigh);
      return;
    }
    let seenTo = 0;
    for (const { start, end } of places) {
      // `tokens` are counted more often than they are shown.
      if (inSet(plural, text.charCodeAt(end)) && text[end - 1] === 'n') continue;
      const to = end + reachAfter;
      if (to > seenTo) seenTo = visitCandidates(text, Math.max(seenTo, start - reachBefore), to, weigh);
    }
  },
};

const plural = charSet('sS');

const seedChars = charSet('a-z ');
const shortestSeed = 47;
const longestSeed = 24 * 9;
// Words of two letters, and these, are in every sentence of a dozen words; the list that seed phrases are drawn from has none of them.
const ofSentences =
  /\b(?:the|and|are|was|were|has|have|had|not|but|his|her|its|our|their|they|with|from|that|which|should|would|could|must|been|your|for|can|use|used|via|per|into|test|tests|file|files|error|string|function|return|type|value|true|false|null)\b/;

/** Calls `found` for a line of twelve to twenty-four small words that form no sentence: the seed phrase of a wallet without a name. */
function visitSeedPhrases(text: string, found: (secret: Span) => void): void {
  for (let at = nextRun(text, 0, seedChars, shortestSeed); at !== -1; ) {
    const end = runEnd(text, at, seedChars, longestSeed);
    const start = runStart(text, at, seedChars, longestSeed);
    at = nextRun(text, end, seedChars, shortestSeed);
    if (end - start > longestSeed) continue;
    const run = text.slice(start, end);
    const words = run.trim();
    const from = start + run.indexOf(words);
    const isAlone = seedOpening.test(text.slice(Math.max(0, from - 2), from)) && seedClosing.test(text.charAt(end));
    if (isAlone && isSeedPhrase(words)) found({ start: from, end: from + words.length });
  }
}

const seedOpening = /(?:^|[\n"'`:>]) ?$/;
const seedClosing = /^[\r\n"'`\\<]?$/;

function isSeedPhrase(phrase: string): boolean {
  if (!/^[a-z]{3,8}(?: [a-z]{3,8}){11,23}$/.test(phrase) || ofSentences.test(phrase)) return false;
  const words = phrase.split(' ');
  return words.length % 3 === 0 && new Set(words).size > words.length * 0.75;
}
