import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { charSet, runEnd } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const wordChars = charSet('!#-[]-~');
const blank = /(?:[ \t\r\n]|\\{1,8}[nrt]){1,20}/y;

const ofMachine: Clue['match'] = (text, at, after) =>
  startsToken(text, at) ? ofEntry(text, readWord(text, after)) : undefined;

/** The entry for all other machines. */
const ofDefault: Clue['match'] = (text, at) =>
  startsToken(text, at) ? ofEntry(text, { start: at, end: at + 'default'.length }) : undefined;

function ofEntry(text: string, first: Span | undefined): Span | undefined {
  let word = first;
  // `login` and `account` may come before `password`, each with a word of its own.
  for (let pair = 0; pair < 4 && word !== undefined; pair++) {
    const name = readNext(text, word);
    const value = name && readNext(text, name);
    if (name === undefined || value === undefined) return undefined;
    switch (text.slice(name.start, name.end)) {
      case 'password':
        return value.end - value.start < 6 || isPlaceholder(text.slice(value.start, value.end)) ? undefined : value;
      case 'login':
      case 'account':
      case 'port':
        word = value;
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function readNext(text: string, before: Span): Span | undefined {
  blank.lastIndex = before.end;
  return blank.test(text) ? readWord(text, blank.lastIndex) : undefined;
}

function readWord(text: string, start: number, longest = 256): Span | undefined {
  const end = runEnd(text, start, wordChars, longest);
  return end === start ? undefined : { start, end };
}

const pgpassColumns = /[^:\s"'\\]{1,64}:[^:\s"'\\]{1,64}:(?=\S)/y;

/** An entry of a `.pgpass` file: host, port, database, user, password. */
const inPgpass: Clue['match'] = (text, _at, after) => {
  pgpassColumns.lastIndex = after;
  const value = pgpassColumns.test(text) ? readWord(text, pgpassColumns.lastIndex, 64) : undefined;
  return value === undefined || !looksLikePassword(text.slice(value.start, value.end)) ? undefined : value;
};

/** Entries of `.netrc` and `.pgpass` files. */
export const netrcRule: SecretRule = {
  id: 'netrc-password',
  label: 'Password of an entry of .netrc or .pgpass',
  shape: 'machine … login … password …, host:5432:db:user:…',
  evidence: 'context',
  clues: [
    { anchor: 'machine ', match: ofMachine },
    { anchor: 'default login', match: ofDefault },
    ...[':5432:', ':543[0-9]:', ':6432:', ':2[56]432:', ':1543[0-9]:', '[*]:[*]:'].map((anchor) => ({
      anchor,
      match: inPgpass,
    })),
  ],
};
