import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readQuoted } from '../match/readQuoted.ts';
import { charSet, runEnd } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

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
  return looksRandom(value, 16) || (value.includes('|') && value.split('|').length >= 4 && /\d{6}/.test(value));
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
