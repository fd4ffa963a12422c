import { isPlaceholder } from '../judge/isPlaceholder.ts';
import {
  isChosen,
  isGenerated,
  isGivenPassword,
  isPlacedPassword,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isWordPhrase } from '../judge/passphrases.ts';
import { afterOption, fromPipe, intoFile, isArgument, readArgument } from '../match/commandArgument.ts';
import { readQuoted } from '../match/readValue.ts';
import { blanks, charSet, inSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { placed, programs } from './passwordPrograms.ts';

const userChars = charSet('A-Za-z0-9._@+\\\\/-');

const longestUser = 100;

/** A password directly after the program or keyword: `sshpass -p …`, `IDENTIFIED BY '…'`. */
const asArgument: Clue['match'] = (text, _at, after) => {
  const value = readArgument(text, runEnd(text, after, blanks, 4));
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  const isQuoted = /["'`]/.test(text.charAt(value.start - 1));
  return looksLikePassword(password) || (isQuoted && isPlacedPassword(password)) ? value : undefined;
};

/** A quoted password, as in `PASSWORD('…')`. */
const inQuotes: Clue['match'] = (text, _at, after) => {
  const value = readQuoted(text, after);
  return value !== undefined && looksLikePassword(text.slice(value.start, value.end)) ? value : undefined;
};

/** A password after a user name and a separator: `curl -u name:…`, `smbclient -U name%…`, `lftp -u name,…`. */
function afterUser(sign: string, judge: (value: string) => boolean): Clue['match'] {
  return (text, _at, after) => {
    const argument = readArgument(text, after) ?? { start: after, end: after };
    const signAt = runEnd(text, argument.start, userChars, longestUser);
    if (signAt === argument.start || text[signAt] !== sign) return undefined;
    // A key instead of the user.
    const user = text.slice(argument.start, signAt);
    const isKey = looksRandom(user, 20) && /\d.*\d/.test(user) && !/[/\\@]/.test(user);
    if (isKey) return { start: argument.start, end: Math.max(signAt, argument.end) };
    const value =
      readQuoted(text, signAt + 1) ??
      restOfQuoted(text, argument, signAt + 1) ??
      bareAfter(text, signAt + 1, argument.end);
    return value !== undefined && judge(text.slice(value.start, value.end)) ? value : undefined;
  };
}

/** The rest of a quoted argument, which may contain blanks. */
function restOfQuoted(text: string, argument: Span, start: number): Span | undefined {
  const isQuoted = /["']/.test(text.charAt(argument.start - 1)) && text.slice(start, argument.end).includes(' ');
  return isQuoted ? { start, end: argument.end } : undefined;
}

function bareAfter(text: string, start: number, end: number): Span | undefined {
  return end > start ? { start, end } : readArgument(text, start);
}

// A plain number after the colon is a group id or a port.
const isLogin = (value: string): boolean =>
  isPlacedPassword(value) || (isGivenPassword(value) && /[^a-z_-]/.test(value) && !/^\d+$/.test(value));
const login = afterUser(':', isLogin);
// Oracle's tools: `user/password@host`.
const oracleLogin = /[^\n|;&]{0,160}?[\s=](?:\\{0,15}["'])?[\w$.]{1,40}\/([^\s/@"'\\]{3,60})(?=[@\s"'\\]|$)/y;
const beforeHost: Clue['match'] = (text, at, after) => {
  if (/[A-Za-z]/.test(text.charAt(at - 1))) return undefined;
  oracleLogin.lastIndex = after;
  const value = oracleLogin.exec(text)?.[1];
  if (value === undefined || !isArgument(value)) return undefined;
  if (text[oracleLogin.lastIndex] !== '@' && !looksLikePassword(value)) return undefined;
  return { start: oracleLogin.lastIndex - value.length, end: oracleLogin.lastIndex };
};

const serviceLogin = /[\w$]{1,40}\/([^\s/@"'\\]{4,60})@[\w/:.-]/y;
/** `CONNECT user/…@service`. */
function atService(text: string, after: number): Span | undefined {
  serviceLogin.lastIndex = after;
  const value = serviceLogin.exec(text)?.[1];
  if (value === undefined || !isLogin(value)) return undefined;
  const start = text.indexOf('/', after) + 1;
  return { start, end: start + value.length };
}

// Text piped into a command that mentions secrets, whatever its name.
const pipedInto =
  /(?:-[neE]{1,3} |'%s(?:\\n)?' |"%s(?:\\n)?" )?(?:(["'])([^"'\\\n|]{6,120})\1|([^\s"'|<>;&$`\\]{6,120})) ?\|(?!\s*(?:e?grep|rg|sed|awk|jq|cut|tr|wc|head|tail|sort|xargs|base64|md5|sha\d|od|xxd|python|node|bc)\b)[^\n|;]{0,160}?(?:pass(?!ed)|secret|token|\bkey|[-_]key|\blogin\b|\bauth|unlock|stdin\b|keystore|credential)/iy;
const intoSecretCommand: Clue['match'] = (text, at) => {
  const from = text.indexOf(' ', at) + 1;
  pipedInto.lastIndex = from;
  const match = pipedInto.exec(text);
  const value = match?.[2] ?? match?.[3];
  if (match === null || value === undefined || isPlaceholder(value)) return undefined;
  if (!looksLikePassword(value) && !isWordPhrase(value) && !looksRandom(value, 16) && !isGroups(value))
    return undefined;
  const start = from + match[0].indexOf(value);
  return { start, end: start + value.length };
};
const encodedLogin =
  /(?:-[neE]{1,3} |'%s(?:\\n)?' |"%s(?:\\n)?" )?(?:\\{0,15}["'])?[\w.@+-]{0,60}:([^\s"'`|]{5,160})(?:\\{0,15}["'])? ?\| ?(?:base64|openssl (?:enc )?-?base64)/y;

/** `printf 'user:…' | base64`, as for basic authentication. */
const intoBase64: Clue['match'] = (text, at) => {
  encodedLogin.lastIndex = text.indexOf(' ', at) + 1;
  const match = encodedLogin.exec(text);
  const value = match?.[1];
  if (match === null || value === undefined || !isLogin(value)) return undefined;
  const start = match.index + match[0].indexOf(`:${value}`) + 1;
  return { start, end: start + value.length };
};

const isGroups = (value: string): boolean =>
  /^[A-Za-z0-9*!]{2,12}(?:[*_.-][A-Za-z0-9]{2,12}){1,5}[*!]?$/.test(value) && (/\d/.test(value) || value.includes('*'));

/** The value of an option that always takes a key, whatever the option is called. */
const keyOption: Clue['match'] = (text, at, after) => {
  const value = readArgument(text, after);
  if (value === undefined) return undefined;
  const key = text.slice(value.start, value.end);
  const isHex = /^[0-9a-f]{32,64}$/i.test(key) && text[at + 2] === 'k';
  return (isHex || (!/^[0-9a-f-]+$/i.test(key) && looksRandom(key, 20) && /\d.*\d/.test(key))) && !isPlaceholder(key)
    ? value
    : undefined;
};

// HTTPie: `-A bearer -a …`.
const bearerOption = afterOption(/\s(?:-a|--auth)[ =]/);

const percentUser = afterUser('%', isArgument);
const commaUser = afterUser(',', isLogin);

// Any program: a password after `-p`, if the same command names a user.
const userOption = /\s-(?:u|U|l|D|-user(?:name)?|-login|user(?:name)?)(?:[= ]|(?=[A-Za-z]))[^\n|;&]{0,120}$/;
const isOptionPassword = (value: string): boolean =>
  /^\d{8,16}$/.test(value) ||
  looksStrong(value) ||
  isChosen(value) ||
  (looksLikePassword(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[/:]|\.[a-z]{1,4}$/.test(value));
// Every password judged here has a digit; most values of this option are paths and ports.
const optionWithDigit = /(?![./~])[^\s\d]{0,60}\d/y;
const besideUser: Clue['match'] = (text, at, after) => {
  const before = text.slice(Math.max(0, at - 120), at);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\\n')) + 1;
  const isGlued = text[after - 1] !== ' ';
  optionWithDigit.lastIndex = isGlued ? after - 1 : after;
  if (!optionWithDigit.test(text)) return undefined;
  const value = readArgument(text, isGlued ? after - 1 : after);
  if (value === undefined || !isOptionPassword(text.slice(value.start, value.end))) return undefined;
  const behind = text.slice(value.end, value.end + 80).split('\n', 1)[0] ?? '';
  const password = text.slice(value.start, value.end);
  if (!isGlued && isGenerated(password) && !/[/,:={}]/.test(password)) return value;
  return userOption.test(before.slice(lineStart)) || /^["'\\]{0,4} -(?:u|U|-user(?:name)?)[= ]/.test(behind)
    ? value
    : undefined;
};

/** Passwords in command lines and in SQL that are not assigned to a name. */
export const commandLineRule: SecretRule = {
  id: 'command-line-password',
  label: 'Password in a command or in SQL',
  shape:
    "curl -u user:…, mysql -p…, docker login -p …, redis-cli -a …, echo … | sudo -S, sshpass -p …, IDENTIFIED BY '…'",
  evidence: 'context',
  clues: [
    { anchor: ' -u ', match: (text, at, after) => login(text, at, after) ?? commaUser(text, at, after) },
    { anchor: ' -u[A-Za-z"\']', match: (text, at, after) => login(text, at, after - 1) },
    { anchor: ' -[A-Za-z]u ', match: login },
    { anchor: ' -[A-Za-z][A-Za-z]u ', match: login },
    { anchor: ' -U ', match: (text, at, after) => login(text, at, after) ?? percentUser(text, at, after) },
    { anchor: ' -U[A-Za-z"\']', match: (text, at, after) => percentUser(text, at, after - 1) },
    { anchor: '--user[ =]', match: (text, at, after) => login(text, at, after) ?? percentUser(text, at, after) },
    { anchor: '--proxy-user[ =]', match: login },
    { anchor: '-creds[ =]', match: login },
    { anchor: '--auth[ =]', match: login },
    { anchor: '-auth[ =]', match: login },
    { anchor: '--basic[ =]', match: login },
    { anchor: '--login[ =]', match: login },
    { anchor: 'http -a ', match: login },
    { anchor: 'https -a ', match: login },
    { anchor: 'xh -a ', match: login },
    {
      anchor: 'user=[A-Za-z]',
      match: (text, at, after) =>
        inSet(spaceOrComma, text.charCodeAt(at - 1)) ? percentUser(text, at, after - 1) : undefined,
    },
    { anchor: 'sshpass -p', match: asArgument },
    { anchor: { anyCase: 'identified by ' }, match: asArgument },
    { anchor: { anyCase: 'password(' }, match: inQuotes },
    { anchor: 'sudo -S', match: fromPipe },
    { anchor: 'sudo --stdin', match: fromPipe },
    { anchor: 'sudo -kS', match: fromPipe },
    { anchor: 'chpasswd', match: fromPipe },
    { anchor: 'passwd --stdin', match: fromPipe },
    { anchor: 'passphrase-fd', match: fromPipe },
    { anchor: 'cryptsetup', match: fromPipe },
    { anchor: 'kinit', match: fromPipe },
    { anchor: 'vncpasswd', match: fromPipe },
    { anchor: 'smbpasswd', match: fromPipe },
    ...['| passwd', '| su ', '| sudo'].map((anchor) => ({
      anchor,
      match: (text: string, at: number, after: number) => fromPipe(text, at + 1, after),
    })),
    { anchor: 'gpg --batch', match: fromPipe },
    { anchor: 'openconnect', match: fromPipe },
    { anchor: 'saslpasswd', match: fromPipe },
    { anchor: 'ssh-add', match: fromPipe },
    { anchor: 'htpasswd -i', match: fromPipe },
    { anchor: 'mkpasswd', match: fromPipe },
    { anchor: 'p4 login', match: fromPipe },
    { anchor: 'ansible-vault', match: fromPipe },
    { anchor: '--credential[ =]', match: login },
    ...[' -p ', ' -P ', ' -w ', ' -K ', ' -pw ', ' -p[A-Za-z0-9]'].map((anchor) => ({ anchor, match: besideUser })),
    { anchor: '-stdin', match: fromPipe },
    ...['echo ["\']', 'echo [A-Za-z0-9!-/]', 'printf ["\']'].map((anchor) => ({
      anchor,
      match: (text: string, at: number, after: number) =>
        intoSecretCommand(text, at, after) ?? intoBase64(text, at, after),
    })),
    ...[' -k ', ' -K ', ' -s ', ' -k=', ' -s=', 'setcookie '].map((anchor) => ({ anchor, match: keyOption })),
    { anchor: 'pass insert', match: fromPipe },
    ...['pass', 'secret', 'token', 'credential'].map((word) => ({ anchor: { anyCase: word }, match: intoFile })),
    { anchor: '-a bearer', match: bearerOption },
    { anchor: '-A bearer', match: bearerOption },
    ...programs.map(([anchor, option]) => ({ anchor, match: afterOption(option) })),
    ...['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman ', 'sqlcl '].map((anchor) => ({ anchor, match: beforeHost })),
    ...['CONNECT ', 'connect '].map((anchor) => ({
      anchor,
      match: (text: string, _at: number, after: number) => atService(text, after),
    })),
    ...placed.map(([anchor, place]) => ({ anchor, match: afterOption(place, isLogin) })),
  ],
};

const spaceOrComma = charSet(' ,"\'');
