import { encodesSentence } from '../judge/base64.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { isGivenPassword, looksStrong } from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, Span } from '../secretRule.ts';

export const lineBreak = String.raw`(?:\r?\n|\\{1,15}n|\\{1,15}r\\{1,15}n)`;
export const fence = String.raw`(?:[ \t]{0,8}(?:\`{3}|~{3})[\w-]{0,12}${lineBreak})?`;
const word = /[\x21-\x26\x28-\x5b\x5d-\x5f\x61-\x7e\u00c0-\u024f\u0370-\u04ff]{1,160}/y;
const trailing = /(?<![.,;:!?(){}\]"'*])[.,;:!?(){}\]"'*]+$/;
const opening = charSet('"\'`*([<');

/** Reads one word, without the punctuation of the sentence around it. */
export function readWord(text: string, from: number): Span | undefined {
  const start = runEnd(text, from, opening, 4);
  word.lastIndex = start;
  if (!word.test(text)) return undefined;
  // The end of a text in JSON, and what follows it there.
  const whole = text.slice(start, word.lastIndex).replace(/"(?:,"|[}\]]).*$/, '');
  const length = whole.replace(trailing, '').length;
  return length < 6 ? undefined : { start, end: start + length };
}

export const lineRest = /[ \t"'`*]{0,4}(?:[\r\n]|\\{1,15}[nr]|(?<=")(?:,"|[}\]])|$)/y;

export function isAnnounced(value: string): boolean {
  if (
    /^\d+$|[(){}[\];,<>`]|=\w|^@|\w@\w|^[\w-]+[.:][\w-]+[.:(]|^[A-Za-z]{3,}(?:-\w{1,20}){0,4}-[0-9a-f]{40,64}$/.test(
      value,
    )
  )
    return false;
  return (
    !isPlaceholder(value) &&
    !encodesSentence(value) &&
    (looksRandom(value, 16) || (looksStrong(value) && !value.includes('=')))
  );
}

/** Commands whose whole output is a secret: it stands on the next line. */
const printers = [
  'openssl rand',
  'dumpprivkey',
  'master.key',
  'erlang.cookie',
  'token_urlsafe(',
  'token_hex(',
  'randomBytes(',
  'initial-password',
  'print-access-token',
  'print-identity-token',
  'gh auth token',
  'get-login-password',
  'get-access-token',
  'wg genkey',
  'keyring generate',
  'get-parameter --',
  'get-password-data',
  'sudo -i',
  'su - root',
  'consul keygen',
  'consul acl ',
  'wg genpsk',
  'wg pubkey <',
  'auth:token',
  'find-generic-password',
  'rails secret',
  'key:generate',
  'bw get password',
  'keyring get',
  'op read ',
  'pass show',
  'base64 -d',
  'base64 --decode',
  'pwgen',
  '/dev/urandom',
  'generate-password',
  'reset-password',
  'create token',
  'Fernet.generate_key',
  'initialAdminPassword',
  'authtoken',
  'apg -',
  'doppler secrets get',
  'kv get -field',
  'credential fill',
  'op item get',
  'keys create',
  'key create',
  'apikeys create',
  'tokens create',
  'token generate',
  'generate-token',
  'key.private',
  'private.key',
  'secret.key',
  'bw unlock',
  'join-token',
  'node-token',
  'token create',
  'print-join-command',
  'gh auth status',
  'secret-tool lookup',
  'lpass show',
  'gopass show',
  'chamber read',
  'vault print token',
  'get-secret-value',
  'versions access',
  'output -raw',
  'Secret.decrypt(',
  'config get-value',
  'make-password',
  'makepasswd',
  'mkpasswd',
  'xkcdpass',
] as const;
const nextLine = new RegExp(
  String.raw`[^\n\\]{0,200}(?:${lineBreak}){1,2}${fence}[ \t]{0,8}(?:(?:Result:|=>|Out\[\d{1,4}\]:) ?)?(?:b?['"])?`,
  'y',
);

const printed: Clue['match'] = (text, _at, after) => {
  nextLine.lastIndex = after;
  if (!nextLine.test(text)) return undefined;
  const value = readWord(text, nextLine.lastIndex);
  if (value === undefined || value.end - value.start < 8) return wholeLine(text, nextLine.lastIndex);
  const secretEnd = value.end + (/^[!?.]{1,3}/.exec(text.slice(value.end, value.end + 3))?.[0].length ?? 0);
  lineRest.lastIndex = secretEnd;
  const secret = text.slice(value.start, secretEnd);
  const isAlone = lineRest.test(text);
  if (!isAlone) return besideId(text, value) ?? wholeLine(text, nextLine.lastIndex);
  return isAlone && (looksRandom(secret, 12) || looksStrong(secret) || isToken(secret))
    ? { start: value.start, end: secretEnd }
    : wholeLine(text, nextLine.lastIndex);
};

const line = /[!-~]{12,128}(?=[ \t]*(?:[\r\n]|\\{1,15}[nr]|$))/y;
const kindsOfNoise = 5;
/** A line without blanks that is full of signs, brackets and quotes among them, as a generator makes it. */
function wholeLine(text: string, start: number): Span | undefined {
  line.lastIndex = start;
  const value = line.exec(text)?.[0];
  if (value === undefined || new Set(value.match(/[^A-Za-z0-9_./:-]/g)).size < kindsOfNoise) return undefined;
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
  return isMixed && !/[A-Za-z]{5,}/.test(value) ? { start, end: line.lastIndex } : undefined;
}

const besideIt = /[ \t]{1,8}(?=[A-Za-z0-9+/_=-]{16,200}(?:[\s"\\]|$))/y;
/** An id and its secret on one line: the second is drawn by chance, both cases and digits in it. */
function besideId(text: string, id: Span): Span | undefined {
  besideIt.lastIndex = id.end;
  if (!besideIt.test(text) || !/\d/.test(text.slice(id.start, id.end))) return undefined;
  const value = readWord(text, besideIt.lastIndex);
  if (value === undefined) return undefined;
  lineRest.lastIndex = value.end;
  const secret = text.slice(value.start, value.end);
  const isDrawn = looksRandom(secret, 16) && /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret);
  return isDrawn && lineRest.test(text) ? value : undefined;
}

function isToken(value: string): boolean {
  return (
    value.length >= 12 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /^[A-Za-z0-9+/=_-]+$/.test(value) &&
    isGivenPassword(value)
  );
}

const otherLabel =
  /commit|sha|hash|digest|id\b|branch|path|file|url|version|session|image|model|address|public|checksum|integrity|name|run|trace|request|class|function|method/i;

/** `- **Service**: `…``, as models list credentials that they found. */
const labelled: Clue['match'] = (text, at, after) => {
  const label = /\*\*([^*\n]{1,60})$/.exec(text.slice(Math.max(0, at - 64), at))?.[1];
  const value = readWord(text, after);
  if (label === undefined || otherLabel.test(label) || value === undefined || text[value.end] !== '`') return undefined;
  const secret = text.slice(value.start, value.end);
  return isAnnounced(secret) && secret.length >= 20 ? value : undefined;
};

/** Secrets in the output of commands, and in lists written by models. */
export const printedClues: readonly Clue[] = [
  { anchor: '**: `', match: labelled },
  ...printers.map((anchor) => ({ anchor, match: printed })),
];
