import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { charSet, runEnd } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const headerStart =
  /(?:(?:\\{0,8}["'`])?\]?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?|[ \t]{0,4}=[ \t]{0,4}\\{0,8}["'`])/y;
const cookieName = charSet('A-Za-z0-9._~!#$%&*+^|-');
const cookieValue = charSet('A-Za-z0-9._~!#$%&*+^|/:=@()-');
const longestName = 128;
const headLength = 48;
const longestValue = 4096;

/** Gives the part of a Cookie header from its first secret value to its last; what stands between two goes with them. */
const inHeader: Clue['match'] = (text, _at, after) => {
  headerStart.lastIndex = after;
  if (!headerStart.test(text)) return undefined;
  let start: number | undefined;
  let end = 0;
  let at = headerStart.lastIndex;
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
};

/** A cookie whose name is known to carry a session. */
const byName: Clue['match'] = (text, at) => {
  const start = startsToken(text, at) ? valueStartOf(text, at) : undefined;
  if (start === undefined || !isSecretAt(text, start)) return undefined;
  return { start, end: runEnd(text, start, cookieValue, longestValue) };
};

// The columns of a cookie jar between the flag for encryption and the value: when it expires, and its name.
const jarColumns = /(?:\t|\\t)\d{1,16}(?:\t|\\t)[^\t\n\\]{1,128}(?:\t|\\t)/y;

/** A cookie in a jar of curl or wget. */
const inJar: Clue['match'] = (text, _at, after) => {
  jarColumns.lastIndex = after - 1;
  if (!jarColumns.test(text) || !isSecretAt(text, jarColumns.lastIndex)) return undefined;
  const start = jarColumns.lastIndex;
  return { start, end: runEnd(text, start, cookieValue, longestValue) };
};

function valueStartOf(text: string, at: number): number | undefined {
  const nameEnd = runEnd(text, at, cookieName, longestName);
  return nameEnd > at && text[nameEnd] === '=' ? nameEnd + 1 : undefined;
}

/** Judges a value by its head, so that a text of nothing but cookies takes linear time. */
function isSecretAt(text: string, start: number): boolean {
  const value = text.slice(start, runEnd(text, start, cookieValue, headLength));
  return looksRandom(value, 16) && !isPlaceholder(value);
}

/** Session values in Cookie and Set-Cookie headers, and after the names of well-known session cookies. */
export const cookieRule: SecretRule = {
  id: 'cookie',
  label: 'Cookie value',
  shape: 'Cookie: session=…',
  evidence: 'context',
  clues: [
    { anchor: { anyCase: 'cookie' }, match: inHeader },
    { anchor: 'PHPSESSID', match: byName },
    { anchor: 'JSESSIONID', match: byName },
    { anchor: 'connect.sid', match: byName },
    { anchor: 'ASP.NET_SessionId', match: byName },
    { anchor: '__Secure-', match: byName },
    { anchor: '__Host-', match: byName },
    { anchor: 'TRUE[\t\\]', match: inJar },
    { anchor: 'FALSE[\t\\]', match: inJar },
  ],
};
