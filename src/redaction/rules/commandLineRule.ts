import { looksLikePassword } from '../judge/looksLikePassword.ts';
import { readBareHead } from '../match/readBare.ts';
import { readQuoted } from '../match/readQuoted.ts';
import { blanks, charSet, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

const userChars = charSet('A-Za-z0-9._@%+-');

/** A password that follows at once: `sshpass -p …`, `IDENTIFIED BY '…'`. */
const asArgument: Clue['match'] = (text, _at, after) => {
  const value = readArgument(text, runEnd(text, after, blanks, 4));
  return value !== undefined && isPassword(text, value) ? value : undefined;
};

/** A password behind the name of a user: `curl -u name:…`. */
const afterUser: Clue['match'] = (text, _at, after) => {
  const argument = readArgument(text, after);
  if (argument === undefined) return undefined;
  const colon = runEnd(text, argument.start, userChars, 64);
  if (colon === argument.start || text[colon] !== ':') return undefined;
  const value = { start: colon + 1, end: argument.end };
  return value.end > value.start && isPassword(text, value) ? value : undefined;
};

function readArgument(text: string, at: number): Span | undefined {
  return readQuoted(text, at) ?? readBareHead(text, at);
}

function isPassword(text: string, { start, end }: Span): boolean {
  return looksLikePassword(text.slice(start, end));
}

/** Passwords in command lines and in SQL, where no name with an equals sign gives them away. */
export const commandLineRule: SecretRule = {
  id: 'command-line-password',
  label: 'Password in a command or in SQL',
  shape: "curl -u user:…, sshpass -p …, IDENTIFIED BY '…'",
  evidence: 'context',
  clues: [
    { anchor: ' -u ', match: afterUser },
    { anchor: '--user ', match: afterUser },
    { anchor: 'sshpass -p', match: asArgument },
    { anchor: { anyCase: 'identified by ' }, match: asArgument },
  ],
};
