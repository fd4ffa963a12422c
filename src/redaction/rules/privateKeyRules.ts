import { decodeBase64 } from '../judge/base64.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { keyBlockEnd, keyBlockStart } from '../match/keyBlock.ts';
import { charSet, digits, inSet, runEnd, runStart } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const dashes = charSet('-');
// A sixth dash belongs to a removed line in a diff.
const begin =
  /-{4,6} ?BEGIN (?:[A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|SEED|SECRET(?: KEY)?)|OpenVPN [A-Za-z0-9 -]{4,30} ?(?:key|V1)) ?-{4,5}/y;
const closing =
  /-{4,6} ?END (?:[A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|SEED|SECRET(?: KEY)?)|OpenVPN [A-Za-z0-9 -]{4,30} ?(?:key|V1)) ?-{4,5}/y;

/** A key block from its first line, or what is left of it. */
const fromBegin: Clue['match'] = (text, at) => {
  const start = runStart(text, at + 3, dashes, 6);
  begin.lastIndex = start;
  if (!begin.test(text)) return undefined;
  const end = keyBlockEnd(text, begin.lastIndex) ?? framedEnd(text, begin.lastIndex);
  return end === undefined ? undefined : { start, end };
};

const longestBlock = 32_768;
const bodyLine = /[A-Za-z0-9+/=]{40}/;

/**
 * Finds the end of a block with a prefix or suffix on each line (file names, times, authors, a frame): everything up to the closing line,
 * if no other line of dashes comes first.
 */
function framedEnd(text: string, from: number): number | undefined {
  const dashesAt = text.indexOf('-----', from);
  if (dashesAt === -1 || dashesAt - from > longestBlock) return undefined;
  closing.lastIndex = dashesAt;
  return closing.test(text) && bodyLine.test(text.slice(from, dashesAt)) ? closing.lastIndex : undefined;
}

/** A block whose first line was cut off. */
const fromEnd: Clue['match'] = (text, at) => {
  closing.lastIndex = runStart(text, at + 3, dashes, 6);
  const start = closing.test(text) ? keyBlockStart(text, runStart(text, at + 3, dashes, 6)) : undefined;
  return start === undefined ? undefined : { start, end: closing.lastIndex };
};

/** PuTTY's own format: a line with the number of private lines comes before them. */
const fromPrivateLines: Clue['match'] = (text, _at, after) => {
  const start = runEnd(text, after, digits, 6);
  const end = start === after ? undefined : keyBlockEnd(text, start);
  return end === undefined ? undefined : { start, end };
};

const encodedFile = /[A-Za-z0-9+/]{48,}={0,2}/y;

/** A file that was encoded in Base64 as a whole, and begins at `at`. */
function encodedFrom(text: string, at: number): Span | undefined {
  if (!startsToken(text, at)) return undefined;
  encodedFile.lastIndex = at;
  return encodedFile.test(text) ? { start: at, end: encodedFile.lastIndex } : undefined;
}

/** A PKCS #12 file in Base64: a sequence of more than 255 bytes whose first member is the version, 3. */
const fromPkcs12: Clue['match'] = (text, at) =>
  /^MII[A-Za-z0-9+/]{3}$/.test(text.slice(Math.max(0, at - 6), at)) ? encodedFrom(text, at - 6) : undefined;

/** A PEM file, as in a kubeconfig; its label distinguishes a key from a certificate. */
const fromEncodedPem: Clue['match'] = (text, at) => {
  const file = encodedFrom(text, at);
  return decodeBase64(text.slice(at, at + 48))?.includes('PRIVATE KEY') ? file : undefined;
};

const jwkValue = /\\{0,7}"? ?: ?\\{0,7}"([A-Za-z0-9_-]{22,1400})\\{0,7}"/y;
const jwkReach = 1600;

/** The private exponent or scalar of a JSON Web Key. */
const inJwk: Clue['match'] = (text, _at, after) => {
  jwkValue.lastIndex = after - 1;
  const value = jwkValue.exec(text)?.[1];
  if (value === undefined || !looksRandom(value, 22)) return undefined;
  if (value.length < 43 && !text.slice(Math.max(0, after - jwkReach), after + jwkReach).includes('kty'))
    return undefined;
  const start = text.indexOf(value, after);
  return { start, end: start + value.length };
};

/** The other private fields: their names are short, so the key's type must stand nearby. */
const inKeyPart: Clue['match'] = (text, at, after) => {
  const name = text.slice(at, after);
  const value = inJwk(text, at, at + name.search(/[:\\"](?=[^A-Za-z]*$)/) + 1);
  return value !== undefined && text.slice(Math.max(0, at - jwkReach), at + jwkReach).includes('kty')
    ? value
    : undefined;
};

const xmlValue = /[A-Za-z0-9+/]{40,700}={0,2}(?=<\/)/y;
/** The numbers of an RSA key in XML. */
const inXml: Clue['match'] = (text, _at, after) => {
  xmlValue.lastIndex = after;
  return xmlValue.test(text) ? { start: after, end: xmlValue.lastIndex } : undefined;
};

const byteArray =
  /[^[\]\n]{0,60}(?:\r?\n|\\{1,15}n)?[^[\]\n]{0,20}\[((?:\s{0,4}\d{1,3}\s{0,4},){15,63}\s{0,4}\d{1,3})\s{0,4}\]/y;
/** A key as a list of bytes, as Solana stores it. */
const inByteArray: Clue['match'] = (text, at, after) => {
  byteArray.lastIndex = after;
  const value = byteArray.exec(text)?.[1];
  const count = value?.split(',').length ?? 0;
  // The key of a radio mesh has sixteen bytes.
  const isShort = count === 16 && /(?:network|link|aes)_?key/i.test(text.slice(at, after));
  if (![32, 64].includes(count) && !isShort) return undefined;
  const end = text.lastIndexOf(']', byteArray.lastIndex);
  return { start: text.lastIndexOf('[', end) + 1, end };
};

const hexArray = /[^\n{(]{0,60}?[{([]\s{0,12}((?:0x[0-9a-fA-F]{2}\s{0,4},\s{0,8}){15,127}0x[0-9a-fA-F]{2})/y;
/** A key as a list of hexadecimal bytes, as in code. */
const inHexArray: Clue['match'] = (text, _at, after) => {
  hexArray.lastIndex = after;
  const value = hexArray.exec(text)?.[1];
  return value === undefined ? undefined : { start: hexArray.lastIndex - value.length, end: hexArray.lastIndex };
};

const dump = /\s{1,20}(?:[0-9a-f]{2}:[\s0-9a-f:]{0,4000})[0-9a-f]{2}/iy;
/** A key as `openssl -text` prints it. */
const inDump: Clue['match'] = (text, _at, after) => {
  dump.lastIndex = after;
  return dump.test(text) ? { start: after + 1, end: dump.lastIndex } : undefined;
};

const body =
  /[A-Za-z0-9+/]{8,76}={0,2}(?:(?:\r?\n|\\{1,15}n)[ \t>|+]{0,6}(?=[A-Za-z0-9+/]{0,60}[A-Z0-9+/])[A-Za-z0-9+/]{4,76}={0,2}(?![\w-])){1,80}/y;
const base64 = charSet('A-Za-z0-9+/');
const longestLineStart = 12;
const padding = charSet('=');
const oneLine = { least: 100, most: 16_384 };
/** A key in one line is looked for up to here behind the beginning of letters of Base64: behind each, it would be read time and again. */
const longestBefore = 400;

/** End of the letters of Base64 at `start`, if they may be a key. */
function oneLineEnd(text: string, start: number): number | undefined {
  if (runStart(text, start, base64, longestBefore) === start - longestBefore) return undefined;
  const end = runEnd(text, start, base64, oneLine.most + 1);
  if (end - start < oneLine.least || end - start > oneLine.most) return undefined;
  const padded = runEnd(text, end, padding, 2);
  return padded > end && inSet(base64, text.charCodeAt(padded)) ? padded - 1 : padded;
}

/** A private key without its first line, in lines or in one: how such keys begin is fixed. */
const inBody: Clue['match'] = (text, at) => {
  const start = runStart(text, at, base64, longestLineStart);
  body.lastIndex = start;
  if (body.test(text)) return { start, end: body.lastIndex };
  const end = oneLineEnd(text, start);
  return end === undefined ? undefined : { start, end };
};

const keystore = /[A-Za-z0-9+/]{80,65536}={0,2}/y;
const inKeystore: Clue['match'] = (text, at, after) => {
  keystore.lastIndex = after;
  return keystore.test(text) ? { start: at, end: keystore.lastIndex } : undefined;
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
      ...['MHcCAQEE', 'MIGHAgEAMBMG', 'MC4CAQAwBQYD', 'IBAAKCAQ', 'IBAAKCAg', 'IBADANBgkq'].map((anchor) => ({
        anchor,
        match: inBody,
      })),
    ],
  },
  {
    id: 'jwk-private-key',
    label: 'Private part of a JSON Web Key',
    shape: '"d": "…"',
    evidence: 'context',
    clues: [
      { anchor: '"d":', match: inJwk },
      { anchor: '"d\\["\\\\]', match: inJwk },
      { anchor: '"d" :', match: inJwk },
      ...['k', 'p', 'q', 'dp', 'dq', 'qi'].flatMap((part) => [
        { anchor: `"${part}":${part.length === 1 ? '["\\\\ ]' : ''}`, match: inKeyPart },
        { anchor: `"${part}\\["\\\\]`, match: inKeyPart },
      ]),
      ...[
        'solana',
        'id.json',
        'keypair',
        'secretkey',
        'secret_key',
        'privatekey',
        'private_key',
        'wallet',
        'network_key',
        'link_key',
        'aes_key',
      ].map((word) => ({
        anchor: { anyCase: word },
        match: inByteArray,
      })),
      ...['key', 'secret'].flatMap((word) =>
        ['[] =[]', ' = '].map((sign) => ({ anchor: { anyCase: `${word}${sign}` }, match: inHexArray })),
      ),
      { anchor: '<InverseQ>', match: inXml },
      { anchor: '<DP>', match: inXml },
      { anchor: '<DQ>', match: inXml },
      { anchor: '<D>[A-Za-z0-9+/]', match: (text, at, after) => inXml(text, at, after - 1) },
      { anchor: '<P>[A-Za-z0-9+/]', match: (text, at, after) => inXml(text, at, after - 1) },
      { anchor: '<Q>[A-Za-z0-9+/]', match: (text, at, after) => inXml(text, at, after - 1) },
      ...['privateExponent:', 'prime1:', 'prime2:', 'exponent1:', 'exponent2:', 'coefficient:', 'priv:'].map(
        (anchor) => ({
          anchor,
          match: inDump,
        }),
      ),
    ],
  },
  {
    id: 'encoded-private-key',
    label: 'Private key, the whole file in Base64',
    shape: 'client-key-data: LS0tLS1CRUdJTiB…',
    evidence: 'format',
    clues: [
      { anchor: 'LS0tLS1CRUdJTi', match: fromEncodedPem },
      { anchor: 'IBAzCC', match: fromPkcs12 },
      // `{"type":"service_account"` of Google, with and without blanks.
      ...[
        'eyJ0eXBlIjoic2VydmljZV9hY2NvdW50',
        'eyJ0eXBlIjogInNlcnZpY2VfYWNjb3Vud',
        'ewogICJ0eXBlIjogInNlcnZpY2VfYWNjb3Vud',
        'ewogICAgInR5cGUiOiAic2VydmljZV9hY2NvdW50',
      ].map((anchor) => ({ anchor, match: encodedFrom })),
      // A keystore of Java.
      { anchor: '/u3+7QAA', match: inKeystore },
    ],
  },
];
