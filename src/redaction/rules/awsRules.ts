import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { contextRule } from '../match/contextRule.ts';
import { tokenRule } from '../match/tokenRule.ts';
import { alphanumerics, charSet, inSet, runEnd } from '../scan/charSet.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const keyIdPrefixes = ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T[A-Z0-9]'] as const;
const keyIdLength = 20;
const secretLength = 40;
const secretChars = charSet('A-Za-z0-9+/');
const idChars = charSet('A-Z0-9');
const reach = 160;

/** Finds a secret key that stands near its id without a name of its own, as in a CSV file or a listing. */
const nearKeyId: Clue['match'] = (text, at) => {
  const idEnd = at + keyIdLength;
  if (!startsLoneToken(text, at) || runEnd(text, at, idChars, reach) !== idEnd) return undefined;
  if (inSet(alphanumerics, text.charCodeAt(idEnd)) || isMadeUp(text.slice(at, idEnd))) return undefined;
  const last = Math.min(text.length, idEnd + reach);
  for (let start = idEnd; start < last; start++) {
    const end = runEnd(text, start, secretChars, reach);
    const value = text.slice(start, end);
    if (value.length === secretLength && looksRandom(value, secretLength) && !isMadeUp(value)) return { start, end };
    start = end;
  }
  return undefined;
};

const named = contextRule({
  id: 'aws-secret-access-key',
  label: 'AWS secret access key',
  shape: 'aws_secret_access_key = …',
  names: ['secret[_-]access[_-]key', 'secretaccesskey', 'aws[_-]secret[_-]key', 'aws[_-]secret', 'awssecretkey'],
  value: /[A-Za-z0-9+/]{40}/,
});

/** Credentials of Amazon Web Services. */
export const awsRules: readonly SecretRule[] = [
  tokenRule({
    id: 'aws-access-key-id',
    label: 'AWS access key id',
    shape: 'AKIA…, ASIA…, ABIA…, ACCA…, A3T…',
    forms: keyIdPrefixes.map((prefix) => ({ prefix, body: /[A-Z0-9]{16}/, weak: true })),
  }),
  { ...named, clues: [...named.clues, ...keyIdPrefixes.map((anchor) => ({ anchor, match: nearKeyId }))] },
  tokenRule({
    id: 'aws-session-token',
    label: 'AWS session token',
    shape: 'IQoJb3JpZ2lu…, FwoGZXIvYXdz…',
    forms: [
      { prefix: 'IQoJb3JpZ2lu', body: /[A-Za-z0-9+/%]{80,}={0,2}/ },
      { prefix: 'F[wQ]oGZXIvYXdz', body: /[A-Za-z0-9+/%]{80,}={0,2}/ },
    ],
  }),
];
