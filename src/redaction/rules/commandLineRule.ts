import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { readBareHead, wholeBare } from '../match/readBare.ts';
import { readQuoted } from '../match/readQuoted.ts';
import type { Anchor } from '../scan/anchor.ts';
import { blanks, charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

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

function readArgument(text: string, at: number): Span | undefined {
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) return quoted;
  const bare = readBareHead(text, at);
  return bare && wholeBare(text, bare);
}

/** A password behind an option of a program; the option stands in the same command, not far from its name. */
function afterOption(option: RegExp): Clue['match'] {
  const sticky = new RegExp(`(?:[^\\n|;&\\\\]|\\\\\\r?\\n){0,160}?${option.source}`, 'y');
  return (text, _at, after) => {
    sticky.lastIndex = after;
    if (!sticky.test(text)) return undefined;
    const value = readArgument(text, sticky.lastIndex);
    return value !== undefined && isArgument(text.slice(value.start, value.end)) ? value : undefined;
  };
}

/** The option says what the value is, so that a word will do. */
function isArgument(value: string): boolean {
  return value.length >= 4 && /^[\x21-\x7e]+$/.test(value) && !isPlaceholder(value);
}

const separate = (option: string): RegExp => new RegExp(`\\s-${option}\\s+`);
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
];

const piped =
  /(?:echo|printf)(?: -[neE]{1,3}| '%s(?:\\n)?')? {1,4}(?:["']?)(?:[A-Za-z0-9._-]{1,32}:)?([^\s"'|:]{4,80})["']? {0,4}\|[^|\n]{0,80}$/;

/** A password that is piped into a program: `echo … | sudo -S`. */
const fromPipe: Clue['match'] = (text, at) => {
  const from = Math.max(0, at - 200);
  const match = piped.exec(text.slice(from, at));
  const [whole = '', value = ''] = match ?? [];
  if (match === null || !isArgument(value)) return undefined;
  const start = from + match.index + whole.lastIndexOf(value, whole.indexOf('|'));
  return { start, end: start + value.length };
};

/** Passwords in command lines and in SQL, where no name with an equals sign gives them away. */
export const commandLineRule: SecretRule = {
  id: 'command-line-password',
  label: 'Password in a command or in SQL',
  shape: "curl -u user:…, mysql -p…, redis-cli -a …, echo … | sudo -S, sshpass -p …, IDENTIFIED BY '…'",
  evidence: 'context',
  clues: [
    { anchor: ' -u ', match: afterUser },
    { anchor: ' -u[A-Za-z]', match: (text, at, after) => afterUser(text, at, after - 1) },
    { anchor: '--user[ =]', match: afterUser },
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
