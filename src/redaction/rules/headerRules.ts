import { holdsCredentials } from '../judge/holdsCredentials.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readAssigned, wholeValue } from '../match/readAssigned.ts';
import { charSet, runEnd } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const bearerValue = /[A-Za-z0-9._~+/-]{16,}={0,2}/y;
const basicValue = /[A-Za-z0-9+/]{8,2048}={0,2}(?![A-Za-z0-9+/=_-])/y;
const credentialStart =
  /(?:\\{0,8}["'`])?\]?[ \t]{0,4}(?:=>|[:=,])[ \t]{0,4}(?:[fFbBrRuU](?=\\{0,8}["'`]))?(?:\\{0,8}["'`])?(?:(?!bearer|basic)[a-z][a-z0-9-]{1,20} )?/iy;
const credentialValue = /[A-Za-z0-9._~+/=:*-]{16,48}/y;
const credentialRest = charSet('A-Za-z0-9._~+/=:-');

const longest = 16_384;

const isCredential = (value: string): boolean => looksRandom(value, 16) && !isPlaceholder(value);

/** Matches `value` at `from` and lets `isSecret` judge it. */
function valueAt(text: string, from: number, value: RegExp, isSecret: (value: string) => boolean): Span | undefined {
  value.lastIndex = from;
  if (!value.test(text)) return undefined;
  const end = value.lastIndex;
  return isSecret(text.slice(from, end)) ? { start: from, end } : undefined;
}

const afterBearer: Clue['match'] = (text, at, after) =>
  startsToken(text, at) ? valueAt(text, after, bearerValue, isCredential) : undefined;

const afterBasic: Clue['match'] = (text, at, after) =>
  startsToken(text, at) ? valueAt(text, after, basicValue, holdsCredentials) : undefined;

const afterAuthorization: Clue['match'] = (text, _at, after) => {
  credentialStart.lastIndex = after;
  if (!credentialStart.test(text)) return undefined;
  // Judged by its head, so that a text of nothing but headers takes linear time.
  const head = valueAt(text, credentialStart.lastIndex, credentialValue, isCredential);
  return head && { start: head.start, end: runEnd(text, head.end, credentialRest, longest) };
};

const digest = /[0-9a-f]{32}(?:[0-9a-f]{32})?(?=")/y;
/** What proves the password in `Authorization: Digest …`, and lets it be guessed. */
const inDigest: Clue['match'] = (text, at, after) => {
  digest.lastIndex = after;
  const isOne = digest.test(text) && /\bDigest\b[^\n]*$/.test(text.slice(Math.max(0, at - 400), at));
  return isOne ? { start: after, end: digest.lastIndex } : undefined;
};

const registryAuth: Clue['match'] = (text, at, after) => {
  const value = readAssigned(text, at, after);
  if (value === undefined) return undefined;
  const whole = wholeValue(text, value);
  return holdsCredentials(text.slice(whole.start, whole.end)) ? whole : undefined;
};

const encodedFile = charSet('A-Za-z0-9+/=');

/** A whole `{"auths":…}` in Base64, as Kubernetes stores it. */
const encodedAuths: Clue['match'] = (text, at, after) => {
  if (!startsToken(text, at)) return undefined;
  const end = runEnd(text, after, encodedFile, longest);
  return end - after >= 40 ? { start: at, end } : undefined;
};

/** Credentials in HTTP headers and in the files in which clients store them. */
export const headerRules: readonly SecretRule[] = [
  {
    id: 'bearer-token',
    label: 'Bearer token',
    shape: 'Authorization: Bearer …',
    evidence: 'context',
    clues: [
      { anchor: { anyCase: 'bearer ' }, match: afterBearer },
      { anchor: { anyCase: 'bearer%20' }, match: afterBearer },
    ],
  },
  {
    id: 'basic-auth',
    label: 'Basic authentication, of HTTP or of a registry',
    shape: 'Authorization: Basic …, "auth": "…", .dockerconfigjson: …',
    evidence: 'context',
    clues: [
      { anchor: { anyCase: 'basic ' }, match: afterBasic },
      { anchor: { anyCase: '["_]auth' }, match: registryAuth },
      { anchor: 'eyJhdXRocyI6', match: encodedAuths },
      { anchor: '"encoded', match: registryAuth },
    ],
  },
  {
    id: 'authorization-header',
    label: 'Authorization header of another scheme',
    shape: 'Authorization: token …',
    evidence: 'context',
    clues: [
      { anchor: { anyCase: 'authorization' }, match: afterAuthorization },
      { anchor: ' response="', match: inDigest },
    ],
  },
];
