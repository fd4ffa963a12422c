import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { afterOption, fromPipe, readArgument } from '../match/commandArgument.ts';
import { readQuoted } from '../match/readQuoted.ts';
import type { Anchor } from '../scan/anchor.ts';
import { blanks, charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const userChars = charSet('A-Za-z0-9._@%+-');

/** A password that follows at once: `sshpass -p …`, `IDENTIFIED BY '…'`. */
const asArgument: Clue['match'] = (text, _at, after) => {
  const value = readArgument(text, runEnd(text, after, blanks, 4));
  return value !== undefined && looksLikePassword(text.slice(value.start, value.end)) ? value : undefined;
};

/** A password in quotes, as in `PASSWORD('…')`. */
const inQuotes: Clue['match'] = (text, _at, after) => {
  const value = readQuoted(text, after);
  return value !== undefined && looksLikePassword(text.slice(value.start, value.end)) ? value : undefined;
};

/** A password behind the name of a user: `curl -u name:…`. */
const afterUser: Clue['match'] = (text, _at, after) => {
  const argument = readArgument(text, after);
  if (argument === undefined) return undefined;
  const colon = runEnd(text, argument.start, userChars, 64);
  if (colon === argument.start || text[colon] !== ':') return undefined;
  const value = { start: colon + 1, end: argument.end };
  return value.end > value.start && looksLikePassword(text.slice(value.start, value.end)) ? value : undefined;
};

const separate = (option: string): RegExp => new RegExp(`\\s-${option}(?:\\s+|=)`);
const glued = /\s-p(?=[^\s=])/;
const programs: readonly (readonly [Anchor, RegExp])[] = [
  ['mysql', glued],
  ['mariadb', glued],
  ['redis-cli', separate('a')],
  ['docker login', separate('p')],
  ['podman login', separate('p')],
  ['registry login', separate('p')],
  ['az login', separate('p')],
  ['ldapsearch', separate('w')],
  ['ldapmodify', separate('w')],
  ['sqlcmd', separate('P')],
  ['htpasswd -', /b[A-Za-z]*\s+\S{1,80}\s+\S{1,40}\s+/],
  ['openssl ', /pass(?:in|out)? pass:/],
  ['openssl enc', separate('k')],
  ['mongosh', separate('p')],
  ['mongodump', separate('p')],
  ['mongorestore', separate('p')],
  ['twine upload', separate('p')],
  ['7z [ax]', glued],
  ['7za [ax]', glued],
];

/** Passwords in command lines and in SQL, where no name with an equals sign gives them away. */
export const commandLineRule: SecretRule = {
  id: 'command-line-password',
  label: 'Password in a command or in SQL',
  shape:
    "curl -u user:…, mysql -p…, docker login -p …, redis-cli -a …, echo … | sudo -S, sshpass -p …, IDENTIFIED BY '…'",
  evidence: 'context',
  clues: [
    { anchor: ' -u ', match: afterUser },
    { anchor: ' -u[A-Za-z]', match: (text, at, after) => afterUser(text, at, after - 1) },
    { anchor: ' -[A-Za-z]u ', match: afterUser },
    { anchor: ' -[A-Za-z][A-Za-z]u ', match: afterUser },
    { anchor: ' -U ', match: afterUser },
    { anchor: '--user[ =]', match: afterUser },
    { anchor: '--proxy-user[ =]', match: afterUser },
    { anchor: 'http -a ', match: afterUser },
    { anchor: 'https -a ', match: afterUser },
    { anchor: 'sshpass -p', match: asArgument },
    { anchor: 'zip -P ', match: asArgument },
    { anchor: { anyCase: 'identified by ' }, match: asArgument },
    { anchor: { anyCase: 'password(' }, match: inQuotes },
    { anchor: 'sudo -S', match: fromPipe },
    { anchor: 'chpasswd', match: fromPipe },
    { anchor: '--password-stdin', match: fromPipe },
    ...programs.map(([anchor, option]) => ({ anchor, match: afterOption(option) })),
  ],
};
