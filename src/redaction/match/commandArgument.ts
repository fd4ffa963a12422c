import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { blanks, charSet, runStart } from '../scan/charSet.ts';
import type { Clue, Span } from '../secretRule.ts';
import { readQuoted } from './readValue.ts';

/** Reads the command argument that begins at `at`, quoted or bare. A quoted one may contain blanks. */
export function readArgument(text: string, at: number): Span | undefined {
  const quoted = readQuoted(text, at) ?? readQuoted(text, at, true);
  if (quoted !== undefined) return quoted;
  return readWord(text, at);
}

// A word of a shell command. It is read past its head only where the head looks random, so that a text of nothing but options takes linear time.
const longestHead = 96;
const head = /[^\s"'`|;&<>()\\\u2e80-\uffff]{1,96}/y;
const rest = /[^\s"'`|;&<>()\\\u2e80-\uffff]{0,4096}/y;
const closing = '.,:!…。，';

function readWord(text: string, at: number): Span | undefined {
  head.lastIndex = at;
  if (!head.test(text)) return undefined;
  rest.lastIndex = head.lastIndex;
  const isLong = head.lastIndex - at === longestHead && looksRandom(text.slice(at, head.lastIndex), 16);
  const end = isLong && rest.test(text) ? rest.lastIndex : head.lastIndex;
  const last = end - at > 512 ? end : withoutClosing(text, at, end);
  return last === at ? undefined : { start: at, end: last };
}

/** End of a word without the punctuation that closes a sentence behind it. */
function withoutClosing(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && closing.includes(text.charAt(end - 1))) end--;
  return end;
}

/** Text allowed between the name of a program and an option: the rest of the same command, which may continue on the next line. */
const sameCommand = String.raw`(?:[^\n|;&\\]|\\{1,15}(?:\r?\n|[^nr\s\\]|n(?=[ \t\\.])))`;

/** A secret after an option of a program; the option stands in the same command, near the program's name. */
export function afterOption(option: RegExp, judge: (value: string) => boolean = isArgument): Clue['match'] {
  const sticky = new RegExp(`${sameCommand}{0,160}?(?:${option.source})`, `y${option.flags}`);
  return (text, _at, after) => {
    // The anchor may include the blank before the option.
    sticky.lastIndex = text[after - 1] === ' ' ? after - 1 : after;
    if (!sticky.test(text)) return undefined;
    const value = readArgument(text, sticky.lastIndex);
    return value !== undefined && judge(text.slice(value.start, value.end)) ? value : undefined;
  };
}

/** Judges a value whose meaning is given by the command, so that a single word is enough. */
export function isArgument(value: string): boolean {
  return (
    value.length >= 4 &&
    !/^[-/|]|^(?:~|\.{1,2})\/|[\r\n\t]/.test(value) &&
    !/^@|\$\(|^(?:stdin|file|env|read|prompt|ask|none|null|true|false|password|token|secret)$/i.test(value) &&
    !isPlaceholder(value)
  );
}

const format = String.raw`(?: {1,2}(?:'(?:%s(?:\\{1,15}n)?){1,3}'|"(?:%s(?:\\{1,15}n)?){1,3}"))?`;
const piped = new RegExp(
  String.raw`(?:echo|printf|cat)(?: -[neE]{1,3})?${format} {0,4}(?:<<< ?)?(?:(?:\\{0,15}["'])?(?:[A-Za-z0-9._-]{1,32}:)?((?:[^\s"'|:\\]|\\{1,15}n){4,120})(?:\\{0,15}["'])?|\\{0,15}(["'])([^"'|\\]{8,120})\\{0,15}\2)(?: \1)?(?: ?; ?echo [^\s|;)]{4,120})?\)? {0,4}\|[^|\n]{0,80}$`,
);

/** A secret that is piped into a program: `echo … | sudo -S`. */
export const fromPipe: Clue['match'] = (text, at, after) => {
  const from = Math.max(0, at - 200);
  const match = piped.exec(text.slice(from, at));
  const whole = match?.[0] ?? '';
  const value = (match?.[1] ?? match?.[3] ?? '').replace(/\n.*$/s, '').replace(/(?:\\+n)+$/, '');
  if (match === null || !isArgument(value)) return fromHereString(text, after);
  const start = from + match.index + whole.indexOf(value, whole.indexOf(' '));
  // The same secret again, for programs that ask twice.
  const last = from + match.index + whole.lastIndexOf(value);
  return { start, end: last + value.length };
};

const hereString = /[^\n|;&<]{0,120}?<<<[ \t]?/y;

/** A secret in a here-string: `sudo -S … <<< …`. */
function fromHereString(text: string, after: number): Span | undefined {
  hereString.lastIndex = after;
  if (!hereString.test(text)) return undefined;
  const value = readArgument(text, hereString.lastIndex);
  return value !== undefined && isArgument(text.slice(value.start, value.end)) ? value : undefined;
}

const written =
  /(?:echo|printf)(?: -[neE]{1,3})?(?: '%s(?:\\n)?'| "%s(?:\\n)?")? {1,4}(?:(\\{0,15}["'])([^"'\\\n]{6,120})\1|([^\s"'|<>;&\\]{6,120})) {0,3}>{1,2} {0,3}["']?[\w./~$-]{0,80}$/;

const pathChars = charSet('A-Za-z0-9_./~$"\'-');

/** A secret written to a file whose name says that it holds one: `echo … > .vault_pass`. */
export const intoFile: Clue['match'] = (text, at) => {
  const pathAt = runStart(text, at, pathChars, 40);
  if (text[runStart(text, pathAt, blanks, 3) - 1] !== '>') return undefined;
  const from = Math.max(0, at - 240);
  const match = written.exec(text.slice(from, at));
  const value = match?.[2] ?? match?.[3];
  if (match === null || value === undefined || !isArgument(value)) return undefined;
  const start = from + match.index + match[0].indexOf(value, 4);
  return { start, end: start + value.length };
};
