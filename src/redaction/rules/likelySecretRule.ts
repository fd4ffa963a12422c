import { isLikelySecret } from '../judge/evidence.ts';
import { type Candidate, visitCandidates, visitDrawn } from '../match/candidates.ts';
import type { SecretRule } from '../secretRule.ts';

/** How far before and behind a word about credentials values are weighed, in characters; lines do not end it. */
const reachBefore = 96;
const reachAfter = 160;

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
    let seenTo = 0;
    for (const { start, end } of places) {
      // `tokens` are counted more often than they are shown.
      if (/n[sS]$/.test(text.slice(end - 1, end + 1))) continue;
      const to = end + reachAfter;
      if (to > seenTo) seenTo = visitCandidates(text, Math.max(seenTo, start - reachBefore), to, weigh);
    }
  },
};
