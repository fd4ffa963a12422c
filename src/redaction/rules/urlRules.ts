import { isMadeUp, isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { type CharSet, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const userChars = charSet('A-Za-z0-9._~%!$&*+=,;-');
const passwordChars = charSet('A-Za-z0-9._~%!$&*+=,;:#?^|()-');
// In a database URL only the host comes before the first slash, so an @ before that slash ends the password.
const databaseChars = charSet('A-Za-z0-9._~%!$&*+=,;:#?^|()/-');
const hostStart = charSet('A-Za-z0-9[%_');
const schemeChars = charSet('A-Za-z0-9+.-');
const longest = 512;

const databases =
  /(?:postgres(?:ql)?|mysql2?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|cassandra|neo4j|bolt|couchdb|nats|kafka|memcached|ldaps?)(?:\+\w{1,10})?$/i;

/** Finds the password in `scheme://user:password@host`, whose user part begins at `after`. */
function passwordIn(text: string, after: number, chars: CharSet): Span | undefined {
  const colon = runEnd(text, after, userChars, longest);
  if (text[colon] !== ':') return undefined;
  const end = runEnd(text, colon + 1, chars, longest);
  // A text that was cut off inside of the address: no port has letters.
  const isEnd =
    end === text.length &&
    end - colon > 5 &&
    /[A-Za-z]/.test(text.slice(colon + 1, end)) &&
    !text.slice(colon, end).includes('/');
  const isCutOff = text[end] === '…' || isEnd;
  if (!isCutOff && (text[end] !== '@' || !inSet(hostStart, text.charCodeAt(end + 1)))) return undefined;
  const password = text.slice(colon + 1, end);
  const isSameAsUser = password === text.slice(after, colon);
  const isPort = /^\d{1,5}(?:\/|$)/.test(password);
  return password.length < 3 || isSameAsUser || isPort || isPlaceholder(password)
    ? undefined
    : { start: colon + 1, end };
}

const isDatabase = (text: string, schemeEnd: number): boolean =>
  databases.test(text.slice(runStart(text, schemeEnd, schemeChars, 20), schemeEnd));

const inDatabaseUrl: Clue['match'] = (text, at, after) => {
  return isDatabase(text, at + 1) ? (passwordIn(text, after, databaseChars) ?? tokenIn(text, after)) : undefined;
};

const tunnel = /(?<![A-Za-z])(?:trojan|trojan-go|hysteria2?|hy2|ss|ssr|vmess|vless|tuic|anytls)$/i;
const tunnelChars = charSet('A-Za-z0-9._~%!$&*+=,;:/-');
/** Proxy addresses, which begin with the password or are Base64 as a whole. */
const inTunnel: Clue['match'] = (text, at, after) => {
  if (!tunnel.test(text.slice(Math.max(0, at - 11), at + 1))) return undefined;
  const end = runEnd(text, after, tunnelChars, longest);
  return end - after < 8 || isPlaceholder(text.slice(after, end)) ? undefined : { start: after, end };
};

/** `jdbc:oracle:thin:user/password@host`. */
const oracle = /[\w$]{1,40}\/([^\s@"'/]{3,80})(?=@)/y;
const inOracle: Clue['match'] = (text, _at, after) => {
  oracle.lastIndex = after;
  const value = oracle.exec(text)?.[1];
  if (value === undefined || isPlaceholder(value)) return undefined;
  return { start: oracle.lastIndex - value.length, end: oracle.lastIndex };
};

/** A password, or a token instead of the user: `https://<token>@host`. */
const inOtherUrl: Clue['match'] = (text, at, after) => {
  if (isDatabase(text, at + 1)) return undefined;
  return (
    passwordIn(text, after, passwordChars) ??
    longPasswordIn(text, after) ??
    behindAddress(text, after) ??
    tokenIn(text, after)
  );
};

const mailLogin = /[\w.+-]{1,64}@[\w.-]{1,64}:([^\s"'`@/:]{4,80})@(?=[A-Za-z0-9[])/y;
/** A user who is an address: `https://name@domain:…@host`. */
function behindAddress(text: string, after: number): Span | undefined {
  mailLogin.lastIndex = after;
  const value = mailLogin.exec(text)?.[1];
  if (value === undefined || /^\d{1,5}$/.test(value) || isPlaceholder(value)) return undefined;
  return { start: mailLogin.lastIndex - 1 - value.length, end: mailLogin.lastIndex - 1 };
}

const longLogin = /[\w.~%-]{1,64}:[A-Za-z0-9+/=_-]{20,200}@/y;

/** A password in Base64, which may contain slashes; an address with a port may also have an `@` in its path. */
function longPasswordIn(text: string, after: number): Span | undefined {
  longLogin.lastIndex = after;
  if (!longLogin.test(text)) return undefined;
  const password = passwordIn(text, after, databaseChars);
  return password !== undefined && looksRandom(text.slice(password.start, password.end), 20) ? password : undefined;
}

function tokenIn(text: string, after: number): Span | undefined {
  const end = runEnd(text, after, userChars, longest);
  // Some programs want a colon behind it, for a password that is empty.
  if ((text[end] !== '@' && !text.startsWith(':@', end)) || end - after < 20) return undefined;
  const token = text.slice(after, end);
  return looksRandom(token, 20) && !isPlaceholder(token) ? { start: after, end } : undefined;
}

const encoded =
  /([A-Za-z0-9._~!$*+-]{0,64})%3[aA]((?:[A-Za-z0-9._~!$*+-]|%(?!40)[0-9a-fA-F]{2}){3,128})%40(?=[A-Za-z0-9])/y;

/** The same inside another URL: `postgres%3A%2F%2Fuser%3A…%40host`. */
const inEncodedUrl: Clue['match'] = (text, _at, after) => {
  encoded.lastIndex = after;
  const [, user = '', password = ''] = encoded.exec(text) ?? [];
  if (password === '' || isPlaceholder(password)) return undefined;
  const start = after + user.length + '%3A'.length;
  return { start, end: start + password.length };
};

const signatureHead = /[A-Za-z0-9%+/=_~-]{27,48}/y;
const signatureChars = charSet('A-Za-z0-9%+/=_~-');
const longestSignature = 4096;
const inQuery: Clue['match'] = (text, at, after) => {
  if (!startsToken(text, at + 1)) return undefined;
  signatureHead.lastIndex = after;
  if (!signatureHead.test(text)) return undefined;
  const { lastIndex: headEnd } = signatureHead;
  const head = text.slice(after, headEnd);
  if (!/\d/.test(head) || isMadeUp(head)) return undefined;
  return { start: after, end: runEnd(text, headEnd, signatureChars, longestSignature) };
};

const hexSignature = /[0-9a-f]{64}(?![0-9A-Za-z])|[0-9a-f]{12,63}$/y;
/** `Authorization: AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`. */
const inAuthorization: Clue['match'] = (text, _at, after) => {
  hexSignature.lastIndex = after - 1;
  return hexSignature.test(text) ? { start: after - 1, end: hexSignature.lastIndex } : undefined;
};

// Of Go's drivers: `user:password@tcp(host:3306)/db`.
const inDsn: Clue['match'] = (text, at) => {
  const head = text.slice(Math.max(0, at - 200), at);
  const password = /(?:^|[\s"'`=/\\])[\w.$-]{1,60}:([^\s"'`]{3,128})$/.exec(head)?.[1];
  return password === undefined || isPlaceholder(password) ? undefined : { start: at - password.length, end: at };
};

const codeHead = /[A-Za-z0-9%+/=_.~-]{20,48}/y;
/** A code that replaces a login, or the key of a function: `?code=…`. */
const inCode: Clue['match'] = (text, _at, after) => {
  codeHead.lastIndex = after;
  if (!codeHead.test(text)) return undefined;
  const head = text.slice(after, codeHead.lastIndex);
  if (!looksRandom(head, 20) || isMadeUp(head)) return undefined;
  return { start: after, end: runEnd(text, codeHead.lastIndex, signatureChars, longestSignature) };
};

const migration = /:\/\/offline\?data=([A-Za-z0-9%+/=_-]{20,4096})/y;
const inMigration: Clue['match'] = (text, _at, after) => {
  migration.lastIndex = after;
  const value = migration.exec(text)?.[1];
  return value === undefined ? undefined : { start: migration.lastIndex - value.length, end: migration.lastIndex };
};

// The link in a mail that logs its reader in.
const mailedLink =
  /[\w.-]{0,20}(?:\/[\w.-]{1,30}){0,3}(?:\/|\/?\?(?:[\w.-]{1,20}=[\w.%@+-]{0,60}&(?:amp;)?){0,3}\w{1,16}=)([A-Za-z0-9_-]{24,400})(?![\w./-])/y;
const inMailedLink: Clue['match'] = (text, at, after) => {
  if (text[at - 1] !== '/') return undefined;
  mailedLink.lastIndex = after;
  const value = mailedLink.exec(text)?.[1];
  if (value === undefined || !looksRandom(value, 24) || /^[0-9a-f-]{36}$/.test(value)) return undefined;
  return { start: mailedLink.lastIndex - value.length, end: mailedLink.lastIndex };
};

const hookPath = /(?:[\w.-]{1,40}\/){0,3}([A-Za-z0-9_-]{16,200}(?:[+/][A-Za-z0-9_+/-]{1,200}={0,2})?)(?![\w-])/y;
/** A webhook address: whoever knows it may post. */
const inHookPath: Clue['match'] = (text, at, after) => {
  if (!/:\/\/[^\s"'`<>]{1,100}$/.test(text.slice(Math.max(0, at - 110), at))) return undefined;
  hookPath.lastIndex = after;
  const value = hookPath.exec(text)?.[1];
  if (value === undefined || !looksRandom(value, 16)) return undefined;
  return { start: hookPath.lastIndex - value.length, end: hookPath.lastIndex };
};

// A random part of a path, after a word that grants access.
const pathToken =
  /(?:[A-Za-z]{2}-)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_+=-]{20,200}(?:\/[A-Za-z0-9_+=/-]{20,200})?)(?=[/\s"'`<>)?#\]\\]|$)/y;
const inTokenPath: Clue['match'] = (text, at, after) => {
  if (!/:\/\/[^\s"'`<>]{1,100}$/.test(text.slice(Math.max(0, at - 110), at))) return undefined;
  pathToken.lastIndex = after;
  if (!pathToken.test(text)) return undefined;
  const value = text.slice(after, pathToken.lastIndex);
  const isKnown = /^\/(?:tokens?|keys?|secrets?|t|apikey|http)\/$/.test(text.slice(at, after));
  const isDrawn = looksRandom(value, 20) && !/^[0-9a-f-]+$/.test(value) && /\d.*\d/.test(value);
  const isOne = isKnown ? looksRandom(value.replace(/^[A-Za-z]{2}-(?=[0-9a-f]{8}-)/, ''), 20) : isDrawn;
  return isOne && !isMadeUp(value) ? { start: after, end: pathToken.lastIndex } : undefined;
};

const dsnKey = /[0-9a-f]{32}(?::[0-9a-f]{32})?@(?=[a-z0-9.-]{0,80}\.sentry\.io|sentry\.)/y;

/** Secrets that are part of a URL. */
export const urlRules: readonly SecretRule[] = [
  {
    id: 'database-url-password',
    label: 'Password in the URL of a database or broker',
    shape: 'postgres://user:…@host/db',
    evidence: 'context',
    clues: [
      { anchor: '[A-Za-z0-9]://', match: inDatabaseUrl },
      { anchor: '[A-Za-z0-9]://', match: inTunnel },
      { anchor: 'oracle:thin:', match: inOracle },
      { anchor: 'oracle:oci:', match: inOracle },
      { anchor: '@tcp(', match: inDsn },
      { anchor: '@unix(', match: inDsn },
    ],
  },
  {
    id: 'url-password',
    label: 'Password, or token in place of a user, in a URL',
    shape: 'https://user:…@host/, https://…@host/',
    evidence: 'context',
    clues: [
      { anchor: '[A-Za-z0-9]://', match: inOtherUrl },
      { anchor: { anyCase: '%3A%2F%2F' }, match: inEncodedUrl },
    ],
  },
  {
    id: 'sentry-dsn',
    label: 'Key of a Sentry DSN',
    shape: 'https://<32 hex digits>@….sentry.io/…',
    evidence: 'format',
    clues: [
      {
        anchor: '[A-Za-z0-9]://',
        match: (text, _at, after) => {
          dsnKey.lastIndex = after;
          return dsnKey.test(text) ? { start: after, end: dsnKey.lastIndex - 1 } : undefined;
        },
      },
    ],
  },
  {
    id: 'signed-url',
    label: 'Signature of a signed URL (S3, Google Cloud, Azure SAS)',
    shape: 'X-Amz-Signature=…, sig=…',
    evidence: 'context',
    clues: [
      // The 6 ends `\\u0026`, an ampersand in JSON.
      { anchor: '[&?6]sig=', match: inQuery },
      { anchor: '[&?6-]Signature=', match: inQuery },
      { anchor: '[&?6-]signature=', match: inQuery },
      { anchor: '[&?6-]SIGNATURE=', match: inQuery },
      { anchor: '-Security-Token=', match: inQuery },
      { anchor: '[ ,]Signature=[0-9a-f]', match: inAuthorization },
      { anchor: '[&?6]code=', match: inCode },
      { anchor: 'otpauth-migration', match: inMigration },
      ...['magic', 'reset', 'invite', 'verify', 'confirm', 'activate', 'unsubscribe'].map((anchor) => ({
        anchor,
        match: inMailedLink,
      })),
      ...[
        '/token/',
        '/tokens/',
        '/key/',
        '/apikey/',
        '/secret/',
        '/t/[A-Za-z0-9]',
        '/api/[A-Za-z0-9]',
        '/http/',
        '/auth/',
        '/feed/',
        '/ical/',
        '/ingest/',
        '/collect/',
        '/push/',
        '/send/',
        '/bot/',
        '/share/',
        '/invite/',
        '/session/',
        '/login/',
      ].map((anchor) => ({
        anchor,
        match: (text: string, at: number, after: number) =>
          inTokenPath(text, at, anchor.endsWith('/') ? after : after - 1),
      })),
      ...['/hooks/', '/hook/', '/webhook/', '/webhooks/', '/build_hooks/', '/inputs/', '/notify/', '/receiver/'].map(
        (anchor) => ({
          anchor,
          match: inHookPath,
        }),
      ),
    ],
  },
];
