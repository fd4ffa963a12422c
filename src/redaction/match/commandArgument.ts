import { isPlaceholder } from '../judge/isPlaceholder.ts';
import type { Clue, Span } from '../secretRule.ts';
import { readBareHead, wholeBare } from './readBare.ts';
import { readQuoted } from './readQuoted.ts';

/** Reads an argument of a command that begins at `at`, in quotes or bare. */
export function readArgument(text: string, at: number): Span | undefined {
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) return quoted;
  const bare = readBareHead(text, at);
  return bare && wholeBare(text, bare);
}

/** A secret behind an option of a program; the option stands in the same command, not far from its name. */
export function afterOption(option: RegExp): Clue['match'] {
  const sticky = new RegExp(`(?:[^\\n|;&\\\\]|\\\\\\r?\\n){0,160}?${option.source}`, 'y');
  return (text, _at, after) => {
    sticky.lastIndex = after;
    if (!sticky.test(text)) return undefined;
    const value = readArgument(text, sticky.lastIndex);
    return value !== undefined && isArgument(text.slice(value.start, value.end)) ? value : undefined;
  };
}

/** Judges a value of which the command says what it is, so that a word will do. */
export function isArgument(value: string): boolean {
  return value.length >= 4 && !value.startsWith('-') && /^[\x21-\x7e]+$/.test(value) && !isPlaceholder(value);
}

const piped =
  /(?:echo|printf)(?: -[neE]{1,3}| '%s(?:\\n)?')? {1,4}(?:\\{0,15}["'])?(?:[A-Za-z0-9._-]{1,32}:)?([^\s"'|:\\]{4,80})(?:\\{0,15}["'])? {0,4}\|[^|\n]{0,80}$/;

/** A secret that is piped into a program: `echo … | sudo -S`. */
export const fromPipe: Clue['match'] = (text, at) => {
  const from = Math.max(0, at - 200);
  const match = piped.exec(text.slice(from, at));
  const [whole = '', value = ''] = match ?? [];
  if (match === null || !isArgument(value)) return undefined;
  const start = from + match.index + whole.lastIndexOf(value, whole.indexOf('|'));
  return { start, end: start + value.length };
};
