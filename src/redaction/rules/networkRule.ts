import { decodeBase64, holdsCredentials } from '../judge/base64.ts';
import {
  isChosen,
  isGenerated,
  isGivenPassword,
  isHandmade,
  isPlacedPassword,
  isSpoken,
  isUnlikeWords,
  looksLikePassword,
  looksStrong,
} from '../judge/looksLikePassword.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { isPassphrase, isWordChain, isWordPair } from '../judge/passphrases.ts';
import { readArgument } from '../match/commandArgument.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { settings } from './deviceSettings.ts';

/** A value for which a single word is enough, because of the text before it. */
function isGiven(value: string): boolean {
  return isGivenPassword(value) && /[^a-z-]/.test(value);
}

/** A secret after a pattern that begins after the anchor. */
function behind(place: RegExp, judge = isGiven): Clue['match'] {
  const sticky = new RegExp(place.source, `y${place.flags}`);
  return (text, _at, after) => {
    sticky.lastIndex = after;
    if (!sticky.test(text)) return undefined;
    const value = readArgument(text, sticky.lastIndex);
    if (value === undefined) return undefined;
    // No sentence goes on in its line behind an exclamation mark and a word in capitals.
    const end = value.end + (/^! [A-Z]/.test(text.slice(value.end, value.end + 3)) ? 1 : 0);
    return judge(text.slice(value.start, end)) ? { start: value.start, end } : undefined;
  };
}

const userLines = /\s{1,20}(?:expire:\s{0,4}\w{1,8}\s{1,20})?(?:list:|users:)[ \t|]{0,4}/y;
const userLine = /\s{1,20}(?:- )?[\w-]{1,32}:[ \t]{0,2}([^\s"'\\]{4,80})(?=\s|\\|["']|$)/y;
/** The users in cloud-init's `chpasswd`, one per line. */
const inChpasswd: Clue['match'] = (text, _at, after) => {
  userLines.lastIndex = after;
  if (!userLines.test(text)) return undefined;
  let found: Span | undefined;
  userLine.lastIndex = userLines.lastIndex;
  for (let count = 0; count < mostUsers; count++) {
    const value = userLine.exec(text)?.[1];
    if (value === undefined) break;
    if (!longText(value)) continue;
    found = { start: found?.start ?? userLine.lastIndex - value.length, end: userLine.lastIndex };
  }
  return found;
};
const mostUsers = 40;

const encodedResponse = /[ =]?([A-Za-z0-9+/]{12,400}={0,2})(?![A-Za-z0-9])/y;
/** A SASL message: user and password in Base64, separated by a colon or NUL. */
const inResponse: Clue['match'] = (text, _at, after) => {
  encodedResponse.lastIndex = after;
  const value = encodedResponse.exec(text)?.[1];
  if (value === undefined) return undefined;
  const isLogin = decodeBase64(value)?.includes('\0') === true || holdsCredentials(value);
  return isLogin ? { start: encodedResponse.lastIndex - value.length, end: encodedResponse.lastIndex } : undefined;
};

const wif = /[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/y;
const wifPlace = /[^\n]{0,60}?[\s"'`:=(](?=[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9]))/iy;

const inWif: Clue['match'] = (text, _at, after) => {
  wifPlace.lastIndex = after;
  if (!wifPlace.test(text)) return undefined;
  wif.lastIndex = wifPlace.lastIndex;
  return wif.test(text) ? { start: wifPlace.lastIndex, end: wif.lastIndex } : undefined;
};

const hexKey = /[^\n]{0,80}?(?:0x)?([0-9a-fA-F]{64})(?![0-9a-fA-F])/y;
const keyList =
  /s?[ \t]{0,16}:?[ \t]{0,16}\r?\n[=-]{3,40}\r?\n(?:\(\d{1,2}\)[ \t]{1,16}(?:0x)?[0-9a-fA-F]{64}(?:\r?\n)?){1,40}/iy;
const inHexKey: Clue['match'] = (text, _at, after) => {
  keyList.lastIndex = after;
  if (keyList.test(text)) return { start: text.indexOf('(', after), end: keyList.lastIndex };
  hexKey.lastIndex = after;
  const value = hexKey.exec(text)?.[1];
  return value === undefined ? undefined : { start: hexKey.lastIndex - 64, end: hexKey.lastIndex };
};

const subprotocol =
  /(?:[ \t]*:[ \t]*)?(?:[A-Za-z][\w.]{1,60}(?:, ?|\.(?=[A-Za-z0-9_-]{40}))){0,3}([A-Za-z0-9_.-]{20,400})/y;
const inSubprotocol: Clue['match'] = (text, _at, after) => {
  subprotocol.lastIndex = after;
  const value = subprotocol.exec(text)?.[1];
  if (value === undefined || !looksRandom(value, 20)) return undefined;
  return { start: subprotocol.lastIndex - value.length, end: subprotocol.lastIndex };
};

const saml =
  /(?:sponse|quest)(?:=|\\{0,8}["'](?:[ \t]{0,4}value=|[ \t]{0,4}:[ \t]{0,4})\\{0,8}["'])([A-Za-z0-9+/%=]{80,16384})/y;
const inSaml: Clue['match'] = (text, _at, after) => {
  saml.lastIndex = after;
  const value = saml.exec(text)?.[1];
  return value === undefined ? undefined : { start: saml.lastIndex - value.length, end: saml.lastIndex };
};

// Arguments listed one by one, as in the Linux audit log.
const audited =
  /[^\n]{0,200}?a\d{1,2}="-{1,2}(?:p|P|w|a|k|pass|passwd|password|token|secret)"[ \t]+a\d{1,2}="([^"\n]{4,120})"/y;
const auditedGlued = /[^\n]{0,200}?a\d{1,2}="(?:-p|--password=|--pass=|--token=)([^"\n]{4,120})"/y;
const inAudit: Clue['match'] = (text, _at, after) => {
  for (const pattern of [audited, auditedGlued]) {
    pattern.lastIndex = after;
    const value = pattern.exec(text)?.[1];
    if (value === undefined || !isGivenPassword(value)) continue;
    return { start: pattern.lastIndex - 1 - value.length, end: pattern.lastIndex - 1 };
  }
  return undefined;
};

const unsealKey = /[ _]?(?:\d{1,2})?[ \t]*[:=][ \t"']{1,3}/y;
const unsealChars = /[A-Za-z0-9+/]{43,66}={0,2}|\d{6}(?:-\d{6}){7}/y;
const inUnseal: Clue['match'] = (text, _at, after) => {
  unsealKey.lastIndex = after;
  if (!unsealKey.test(text)) return undefined;
  unsealChars.lastIndex = unsealKey.lastIndex;
  return unsealChars.test(text) ? { start: unsealKey.lastIndex, end: unsealChars.lastIndex } : undefined;
};

// FTP, POP and SMTP commands, which a protocol trace shows with their line ends.
const user = /USER [^\s\\]{1,60}/;
const asked = /\b331[ -][^\n]{0,100}\n[^\n]{0,20}$/;
const passWord = /([\x21-\x5b\x5d-\x7e]{5,80}?)(?=\\{1,15}r|\r|\n|\\{1,15}n|["']|$)/y;
const afterPass: Clue['match'] = (text, at, after) => {
  passWord.lastIndex = after;
  const value = passWord.exec(text)?.[1];
  if (value === undefined || !isGiven(value)) return undefined;
  const before = text.slice(Math.max(0, at - 160), at);
  const isTrace =
    (at === 0 && isHandmade(value)) ||
    /^\\{0,15}(?:r|\r)/.test(text.slice(passWord.lastIndex, passWord.lastIndex + 4)) ||
    user.test(before) ||
    asked.test(before);
  return isTrace && /(?:^|[\s"'>:])$/.test(before) ? { start: after, end: passWord.lastIndex } : undefined;
};

const redisAuth = /(?:[\w.-]{1,40} )?(?=\S)/y;
const afterAuth: Clue['match'] = (text, at, after) => {
  if (!/(?:> ?|["'\n]|^|\b\d{4,5}>\s?)$/.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  for (const place of [redisAuth, /(?=\S)/y]) {
    place.lastIndex = after;
    if (!place.test(text)) continue;
    const value = readArgument(text, place.lastIndex);
    if (value !== undefined && looksLikePassword(text.slice(value.start, value.end))) return value;
  }
  return undefined;
};

const encodedAnswer = /\s{1,4}(?:>{1,3} |C: |-> )?([A-Za-z0-9+/]{6,160}={0,2})(?![A-Za-z0-9])/y;
const afterEncodedPrompt: Clue['match'] = (text, _at, after) => {
  encodedAnswer.lastIndex = after;
  const value = encodedAnswer.exec(text)?.[1];
  return value === undefined
    ? undefined
    : { start: encodedAnswer.lastIndex - value.length, end: encodedAnswer.lastIndex };
};

const plainAnswer = /[ \t]+([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9])/y;
const afterAuthPlain: Clue['match'] = (text, _at, after) => {
  plainAnswer.lastIndex = after;
  const value = plainAnswer.exec(text)?.[1];
  if (value === undefined || decodeBase64(value)?.includes('\0') !== true) return undefined;
  return { start: plainAnswer.lastIndex - value.length, end: plainAnswer.lastIndex };
};

const chapSecret = /[ \t]*"?([^\s"\\]{6,80})"?[ \t]+"?\*"?(?=[ \t]*(?:[\r\n]|\\{1,15}[nr]|["']|$))/y;

const quotedChapSecret = /[ \t]{1,8}\\{0,8}"([^\s"\\]{6,80})"/y;

/** The third column of `chap-secrets`: client, server, secret, addresses. */
const lastColumn = /[ \t]*"?([^\s"\\]{6,80})"?(?:[ \t]+"?\*"?)?(?=[ \t]*(?:[\r\n]|\\{1,15}[nr]|["']|$))/y;

const inChapSecrets: Clue['match'] = (text, at, after) => {
  quotedChapSecret.lastIndex = after - 1;
  const phrase = quotedChapSecret.exec(text)?.[1];
  if (phrase !== undefined && isGivenPassword(phrase)) {
    return { start: quotedChapSecret.lastIndex - 1 - phrase.length, end: quotedChapSecret.lastIndex - 1 };
  }
  const isEntry = /(?:^|\n|\\n)[\w.@"-]{1,40}$/.test(text.slice(Math.max(0, at - 44), at + 1));
  const pattern = isEntry ? lastColumn : chapSecret;
  pattern.lastIndex = after;
  const value = pattern.exec(text)?.[1];
  if (value === undefined || !looksLikePassword(value) || !/\d/.test(value)) return undefined;
  const start = text.indexOf(value, after);
  return { start, end: start + value.length };
};

// `user … password …`, in prose and in settings.
const userThenPassword =
  /[ \t]{0,16}[:=]?[ \t]{0,16}[`"']?[\w.@+\\-]{1,60}[`"']?[ \t]{0,16}[,;/&]?[ \t]{0,16}(?:and |with |& )?(?:the )?(?:pass(?:word|wd|phrase|code)?|pw|pwd)(?:[ \t]{0,16}[:=][ \t]{0,16}|[ \t]{1,16}(?:is[ \t]{1,16})?)/iy;
const afterUserWord: Clue['match'] = (text, _at, after) => {
  userThenPassword.lastIndex = after;
  if (!userThenPassword.test(text)) return undefined;
  const value = readArgument(text, userThenPassword.lastIndex);
  if (value === undefined) return undefined;
  const password = text.slice(value.start, value.end);
  return isUnlikeWords(password) ? value : undefined;
};

// A line of an `ftp` script: user, name, password.
const loginLine = /[\w.@-]{1,40}[ \t]+(\S{6,80}?)(?=[ \t]*(?:\r?\n|\\{1,15}n|$|>{1,2} ?\S))/y;
const onLoginLine: Clue['match'] = (text, at, after) => {
  if (!/(?:^|\n|\\n|ftp> )[ \t]{0,8}(?:@?echo )?$/.test(text.slice(Math.max(0, at - 10), at))) return undefined;
  loginLine.lastIndex = after;
  const value = loginLine.exec(text)?.[1];
  if (
    value === undefined ||
    !(looksStrong(value) || isChosen(value) || isWordChain(value) || isHandmade(value) || isSpoken(value))
  )
    return undefined;
  return { start: loginLine.lastIndex - value.length, end: loginLine.lastIndex };
};

const userInMap =
  /(?:[\s,]|\\{1,15}[nrt]){0,40}\\{0,15}["'`][\w.@+ -]{1,60}\\{0,15}["'`][ \t]{0,4}(?::|=>)[ \t]{0,4}(?:[\w.]{1,40}\()?\\{0,15}["'`]([^\s"'`\\]{0,80})\\{0,15}["'`]\)?/y;
/** `users = {"jo": "…", "ada": "…"}`: from the first password to the last. */
const inMapOfUsers: Clue['match'] = (text, _at, after) => {
  let found: Span | undefined;
  userInMap.lastIndex = after;
  for (let count = 0; count < mostUsers; count++) {
    const from = userInMap.lastIndex;
    const entry = userInMap.exec(text);
    const value = entry?.[1];
    if (entry === null || value === undefined) break;
    if (!isMade(value)) continue;
    const start = from + entry[0].lastIndexOf(value);
    found = { start: found?.start ?? start, end: start + value.length };
  }
  return found;
};
const isMade = (value: string): boolean =>
  /\d/.test(value) &&
  (isUnlikeWords(value) || (looksRandom(value, 16) && !/^[0-9a-f-]+$/.test(value))) &&
  !/@[\w-]+\.|[/:]/.test(value);

const rowOfUser =
  /(?:\r?\n|\\{1,15}n)[ \t]{0,8}(?:[#;][^\n]{0,120}|[\w.@\\-]{1,60}[ \t]{0,24}[=:][ \t]{0,24}([^\s"'\\,]{6,120})[^\n]{0,120})/y;
/** `[admins]` and the lines below: a name, and its password. */
const inSection: Clue['match'] = (text, at, after) => {
  if (!/(?:^|\n|\\n)[ \t]{0,8}$/.test(text.slice(Math.max(0, at - 10), at))) return undefined;
  let found: Span | undefined;
  rowOfUser.lastIndex = after;
  for (let count = 0; count < mostUsers; count++) {
    const from = rowOfUser.lastIndex;
    const row = rowOfUser.exec(text);
    if (row === null) break;
    const value = row[1];
    if (value === undefined || !isMade(value)) continue;
    const start = from + row[0].indexOf(value, row[0].search(/[=:]/));
    found = { start: found?.start ?? start, end: start + value.length };
  }
  return found;
};

const accountLine =
  /(?:[\w.-]{1,60}:)?[\w.+-]{1,60}@[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){1,3}[:;|]([^\s"'\\/]{6,64})(?=[ \t]*(?:\r?\n|\\{1,15}n|$))/y;
const longestAccount = 100;
/** A whole line `name@host:…`, as in lists of accounts, or with a server before it. */
const onAccountLine: Clue['match'] = (text, at, after) => {
  const before = text.slice(Math.max(0, at - longestAccount), at);
  const opened = /(?:^|\n|\\n)([\w.:+@-]{3,100})$/.exec(before)?.[1];
  if (opened === undefined) return undefined;
  accountLine.lastIndex = at - opened.length;
  const value = accountLine.exec(text)?.[1];
  if (
    value === undefined ||
    accountLine.lastIndex < after ||
    !(looksStrong(value) || isWordPair(value) || isGenerated(value))
  )
    return undefined;
  return { start: accountLine.lastIndex - value.length, end: accountLine.lastIndex };
};

const longText = (value: string): boolean =>
  looksRandom(value, 12) ||
  isPlacedPassword(value) ||
  isPassphrase(value) ||
  (isGivenPassword(value) && /\d/.test(value));
const isWireGuardKey = (value: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(value);

/** Secrets in settings and traces of networks, devices and wallets. */
export const networkRule: SecretRule = {
  id: 'setting-secret',
  label: 'Secret in a line of settings, or in the trace of a protocol',
  shape: 'snmp-server community …, : PSK "…", WIFI:…;P:…;;, PASS …, Unseal Key 1: …, user … password …',
  evidence: 'context',
  clues: [
    ...settings.map(([anchor, place]) => ({ anchor, match: behind(place, longText) })),
    ...['PrivateKey', 'PresharedKey', 'PreSharedKey'].map((anchor) => ({
      anchor,
      match: behind(/[ \t]*=[ \t]*/, isWireGuardKey),
    })),
    ...['private-key', 'preshared-key'].map((anchor) => ({ anchor, match: behind(/[ \t]+/, isWireGuardKey) })),
    { anchor: 'chpasswd:', match: inChpasswd },
    ...['resp=', 'PLAIN '].map((anchor) => ({ anchor, match: inResponse })),
    { anchor: { anyCase: 'raw key' }, match: inHexKey },
    { anchor: '.authorization.k8s.io.', match: inSubprotocol },
    { anchor: 'WebSocket-Protocol', match: inSubprotocol },
    { anchor: 'SAMLRe', match: inSaml },
    { anchor: 'EXECVE', match: inAudit },
    { anchor: 'Unseal Key', match: inUnseal },
    { anchor: 'unseal_key', match: inUnseal },
    { anchor: 'Recovery Key', match: inUnseal },
    { anchor: { anyCase: 'privkey' }, match: (text, at, after) => inWif(text, at, after) ?? inHexKey(text, at, after) },
    {
      anchor: { anyCase: '[\u0000-@[-`{-\u007f]wif[\u0000-@[-`{-\u007f]' },
      match: (text, at, after) => inWif(text, at, after - 1),
    },
    {
      anchor: { anyCase: 'private key' },
      match: (text, at, after) => inWif(text, at, after) ?? inHexKey(text, at, after),
    },
    {
      anchor: { anyCase: 'private_key' },
      match: (text, at, after) => inWif(text, at, after) ?? inHexKey(text, at, after),
    },
    {
      anchor: { anyCase: 'privatekey' },
      match: (text, at, after) => inWif(text, at, after) ?? inHexKey(text, at, after),
    },
    { anchor: 'importprivkey', match: inWif },
    ...['startBroadcast(', 'vm.addr('].map((anchor) => ({ anchor, match: inHexKey })),
    { anchor: 'PASS ', match: afterPass },
    { anchor: 'AUTH ', match: afterAuth },
    { anchor: 'UGFzc3dvcmQ6', match: afterEncodedPrompt },
    { anchor: 'AUTH PLAIN', match: afterAuthPlain },
    { anchor: '[A-Za-z0-9"] [*] ', match: inChapSecrets },
    { anchor: '[A-Za-z0-9"]\t[*]\t', match: inChapSecrets },
    { anchor: '" "[*]" ', match: inChapSecrets },
    ...['users', 'accounts', 'credentials', 'passwords', 'logins', 'admins', 'tokens', 'secrets'].flatMap((word) =>
      [' = {', '={', '": {', "': {", '":{', ': {', ' => {'].map((sign) => ({
        anchor: { anyCase: `${word}${sign}` },
        match: inMapOfUsers,
      })),
    ),
    ...['users', 'user', 'admins', 'accounts', 'credentials', 'passwords', 'secrets', 'logins', 'auth'].map((word) => ({
      anchor: `[[]${word}]`,
      match: inSection,
    })),
    ...['com', 'net', 'org', 'dev', 'edu', 'local', 'io', 'de', 'co', 'uk', 'fr', 'cn'].map((end) => ({
      anchor: `.${end}:[!-~]`,
      match: onAccountLine,
    })),
    { anchor: 'user ', match: onLoginLine },
    ...['user ', 'user:', 'user=', 'username', 'login ', 'login:'].map((word) => ({
      anchor: { anyCase: word },
      match: afterUserWord,
    })),
  ],
};
