import { decodeBase64 } from '../judge/decodeBase64.ts';
import { keyBlockEnd, keyBlockStart } from '../match/keyBlock.ts';
import { charSet, digits, runEnd, runStart } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const dashes = charSet('-');
// A sixth dash is that of a removed line in a diff.
const begin = /-{4,6} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const closing = /-{4,6} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;

/** A block from its first line, or what is left of it. */
const fromBegin: Clue['match'] = (text, at) => {
  const start = runStart(text, at + 3, dashes, 6);
  begin.lastIndex = start;
  if (!begin.test(text)) return undefined;
  const end = keyBlockEnd(text, begin.lastIndex);
  return end === undefined ? undefined : { start, end };
};

/** A block of which the first line was cut off. */
const fromEnd: Clue['match'] = (text, at) => {
  closing.lastIndex = runStart(text, at + 3, dashes, 6);
  const start = closing.test(text) ? keyBlockStart(text, runStart(text, at + 3, dashes, 6)) : undefined;
  return start === undefined ? undefined : { start, end: closing.lastIndex };
};

/** PuTTY's own format: the private lines follow a line that counts them. */
const fromPrivateLines: Clue['match'] = (text, _at, after) => {
  const start = runEnd(text, after, digits, 6);
  const end = start === after ? undefined : keyBlockEnd(text, start);
  return end === undefined ? undefined : { start, end };
};

/** A PEM file that was encoded as a whole, as in a kubeconfig: the label tells a key from a certificate. */
const encodedPem = /[A-Za-z0-9+/]{48,}={0,2}/y;
const fromEncodedPem: Clue['match'] = (text, at) => {
  if (!startsToken(text, at)) return undefined;
  encodedPem.lastIndex = at;
  if (!encodedPem.test(text)) return undefined;
  const firstLine = decodeBase64(text.slice(at, at + 48));
  return firstLine?.includes('PRIVATE KEY') ? { start: at, end: encodedPem.lastIndex } : undefined;
};

export const privateKeyRules: readonly SecretRule[] = [
  {
    id: 'private-key',
    label: 'Private key (PEM, OpenSSH, PGP, PuTTY)',
    shape: '-----BEGIN … PRIVATE KEY----- … -----END … PRIVATE KEY-----',
    evidence: 'format',
    clues: [
      { anchor: '---[- ]BEGIN', match: fromBegin },
      { anchor: '---[- ]END', match: fromEnd },
      { anchor: 'Private-Lines: ', match: fromPrivateLines },
    ],
  },
  {
    id: 'encoded-private-key',
    label: 'Private key, the whole file in Base64',
    shape: 'client-key-data: LS0tLS1CRUdJTiB…',
    evidence: 'format',
    clues: [{ anchor: 'LS0tLS1CRUdJTi', match: fromEncodedPem }],
  },
];
