import { holdsCredentials } from '../judge/base64.ts';
import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readAssigned, wholeValue } from '../match/readAssigned.ts';
import { readQuoted } from '../match/readValue.ts';
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

const headerStart =
  /(?:(?:\\{0,8}["'`])?\]?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?|[ \t]{0,4}=[ \t]{0,4}\\{0,8}["'`])/y;
const cookieName = charSet('A-Za-z0-9._~!#$%&*+^|-');
const cookieValue = charSet('A-Za-z0-9._~!#$%&*+^|/:=@()-');
const longestName = 128;
const closing = charSet('\\"\'`');
const headLength = 48;
const longestValue = 16_384;

/** The secret values of a Cookie header. */
const inHeader: Clue['match'] = (text, _at, after) => {
  headerStart.lastIndex = after;
  return headerStart.test(text) ? secretsFrom(text, headerStart.lastIndex) : undefined;
};

/** Returns the range from the first secret cookie value to the last; anything between them is masked too. */
function secretsFrom(text: string, from: number): Span | undefined {
  let start: number | undefined;
  let end = 0;
  let at = from;
  for (;;) {
    const valueStart = valueStartOf(text, at);
    if (valueStart === undefined) break;
    const isSecret = isSecretAt(text, valueStart);
    const valueEnd = runEnd(text, valueStart, cookieValue, longestValue);
    if (isSecret) {
      start ??= valueStart;
      end = valueEnd;
    }
    if (!text.startsWith('; ', valueEnd)) break;
    at = valueEnd + 2;
  }
  return start === undefined ? undefined : { start, end };
}

/** A cookie whose name is known to carry a session. */
const byName: Clue['match'] = (text, at) => {
  const start = startsToken(text, at) ? valueStartOf(text, at) : undefined;
  if (start === undefined || !isSecretAt(text, start)) return undefined;
  return { start, end: runEnd(text, start, cookieValue, longestValue) };
};

// Columns of a cookie jar between the encryption flag and the value: expiry and name.
const jarColumns = /(?:\t|\\t)\d{1,16}(?:\t|\\t)[^\t\n\\]{1,128}(?:\t|\\t)/y;

/** A cookie in a curl or wget cookie jar. */
const inJar: Clue['match'] = (text, _at, after) => {
  jarColumns.lastIndex = after - 1;
  if (!jarColumns.test(text) || !isSecretAt(text, jarColumns.lastIndex)) return undefined;
  const start = jarColumns.lastIndex;
  return { start, end: runEnd(text, start, cookieValue, longestValue) };
};

const mapStart = /s?(?:\\{0,15}["'`])?\]?[ \t]{0,4}[:=][ \t]{0,4}\{/y;
const mapName = /(?:[\s,]|\\{1,15}[nrt]){0,40}\\{0,15}["'`][\w.~!#$%&*+^|-]{1,128}\\{0,15}["'`][ \t]{0,4}:[ \t]{0,4}/y;
const mostNames = 40;

/** Returns the range of `cookies={"name": "…"}` from its first secret value to its last. */
const inMap: Clue['match'] = (text, _at, after) => {
  mapStart.lastIndex = after;
  if (!mapStart.test(text)) return undefined;
  let start: number | undefined;
  let end = 0;
  let at = mapStart.lastIndex;
  for (let count = 0; count < mostNames; count++) {
    mapName.lastIndex = at;
    const value = mapName.test(text) ? readQuoted(text, mapName.lastIndex) : undefined;
    if (value === undefined) break;
    if (isSecretAt(text, value.start)) {
      start ??= value.start;
      end = value.end;
    }
    at = runEnd(text, value.end, closing, 16);
  }
  return start === undefined ? undefined : { start, end };
};

const optionStart = /\s(?:\\{0,15}["'])?/y;

/** The cookies of `curl --cookie "name=…"`. */
const inOption: Clue['match'] = (text, _at, after) => {
  optionStart.lastIndex = after - 1;
  return optionStart.test(text) ? secretsFrom(text, optionStart.lastIndex) : undefined;
};

const reach = 1200;
const fieldEnd = /\\{0,15}["'`]?[ \t]{0,4}:[ \t]{0,4}(?:true|false|\\{0,15}["'`])/iy;
const valueField = /\\{0,15}["'`]?[ \t]{0,4}[:=][ \t]{0,4}/y;

/** The value of a cookie given as an object: `{"name": "sid", "value": "…", "httpOnly": true}`, with its fields in any order. */
const inObject: Clue['match'] = (text, at, after) => {
  fieldEnd.lastIndex = after;
  if (!fieldEnd.test(text)) return undefined;
  const from = Math.max(0, at - reach);
  const before = text.slice(from, at);
  const open = before.lastIndexOf('{');
  const inFront = open === -1 ? -1 : before.indexOf('value', open);
  const behind = text.slice(after, after + reach);
  const close = behind.indexOf('}');
  const inBack = (close === -1 ? behind : behind.slice(0, close)).indexOf('value');
  const field = inFront !== -1 ? from + inFront : inBack !== -1 ? after + inBack : undefined;
  if (field === undefined) return undefined;
  valueField.lastIndex = field + 'value'.length;
  const value = valueField.test(text) ? readQuoted(text, valueField.lastIndex) : undefined;
  return value !== undefined && isSecretAt(text, value.start) ? value : undefined;
};

// `"name": "session_id", "value": "…"`: a `session_id` with its own value is an id; as the name of a cookie it is a secret.
const entry =
  /(?:[_-]?(?:id|token|key))?\\{0,15}["'`](?:[\s,]|\\{1,15}[nrt]){1,40}\\{0,15}["'`]?value\\{0,15}["'`]?[ \t]{0,4}:[ \t]{0,4}/iy;

/** The value of an entry named like a session. */
const inEntry: Clue['match'] = (text, _at, after) => {
  entry.lastIndex = after;
  const value = entry.test(text) ? readQuoted(text, entry.lastIndex) : undefined;
  return value !== undefined && isSecretAt(text, value.start) ? value : undefined;
};

function valueStartOf(text: string, at: number): number | undefined {
  const nameEnd = runEnd(text, at, cookieName, longestName);
  return nameEnd > at && text[nameEnd] === '=' ? nameEnd + 1 : undefined;
}

/** Judges a value by its head, so that a text of nothing but cookies takes linear time. */
function isSecretAt(text: string, start: number): boolean {
  const value = text.slice(start, runEnd(text, start, cookieValue, headLength));
  if (isPlaceholder(value)) return false;
  return (
    looksRandom(value, 16) ||
    value.split(/[:@|.&]/).some((part) => looksRandom(part, 16)) ||
    (value.includes('|') && value.split('|').length >= 4 && /\d{6}/.test(value))
  );
}

/** Session values in Cookie and Set-Cookie headers, and after the names of well-known session cookies. */
export const cookieRule: SecretRule = {
  id: 'cookie',
  label: 'Cookie value',
  shape: 'Cookie: session=…, {"name": "sid", "value": "…", "httpOnly": true}',
  evidence: 'context',
  clues: [
    { anchor: { anyCase: 'cookie' }, match: (text, at, after) => inHeader(text, at, after) ?? inMap(text, at, after) },
    { anchor: '--cookie[ =]', match: inOption },
    { anchor: ` -b ["']`, match: (text, at, after) => inOption(text, at, after - 1) },
    { anchor: { anyCase: 'httponly' }, match: inObject },
    { anchor: { anyCase: 'samesite' }, match: inObject },
    { anchor: { anyCase: 'session' }, match: inEntry },
    { anchor: { anyCase: 'sessid' }, match: inEntry },
    { anchor: `["'_.-]sid["'\\]`, match: (text, at, after) => inEntry(text, at, after - 1) },
    { anchor: 'PHPSESSID', match: byName },
    { anchor: 'JSESSIONID', match: byName },
    ...[
      'connect.sid',
      'SESSDATA=',
      'bili_jct=',
      'laravel_session=',
      'remember_token=',
      'user_session=',
      'cf_clearance=',
      'wordpress_logged_in_',
    ].map((anchor) => ({ anchor, match: byName })),
    { anchor: 'ROBLOSECURITY=', match: byName },
    { anchor: 'ASP.NET_SessionId', match: byName },
    { anchor: '__Secure-', match: byName },
    { anchor: '__Host-', match: byName },
    { anchor: 'TRUE[\t\\]', match: inJar },
    { anchor: 'FALSE[\t\\]', match: inJar },
  ],
};
