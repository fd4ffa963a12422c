import { base64Url, blanks, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';

/** What stands between a name and its value. */
export interface Sign {
  readonly end: number;
  /**
   * `tight`: the name is surely a variable, a flag or a tag. `loose`: it may be code. `cell`: the next cell of a table.
   * `open`: only quotes make it a value.
   */
  readonly kind: 'tight' | 'loose' | 'cell' | 'open';
}

const equalsParts = charSet('=>');
const longEquals = /(?:===?|=>|:=|(?:\\{1,8}u003|%3)[dD])(?!=)/y;
// A type between a name and its value: `password: str = "…"`, `token: Option<String> = …`, `KEY: &'static str = …`.
const typed =
  /:[ \t]{0,4}(?:&(?:'\w{1,20} )?)?[A-Za-z_][\w.]{0,40}(?:[[<][\w, .|]{0,40}[\]>])?(?: \| \w{1,30})?[ \t]{0,4}=(?![=>])/y;
// An entry of a list of settings: `"name": "DB_PASSWORD", "value": "…"`, or the same in YAML.
const entry = /(?:[\s,]|\\{1,8}[nrt]){1,80}(?:\\{0,8}["'])?[vV]alue(?:\\{0,8}["'])?[ \t]{0,4}[:=]/y;
// What a person writes: `the password is …`.
const verb = /(?:is|was)[ :]{1,3}/y;
const openingQuote = /\\{0,15}["'`]/y;

/** Reads the sign at `from`, behind the name at `[nameStart, nameEnd)` and its closing quote, if it has one. */
export function readSign(text: string, nameStart: number, nameEnd: number, from: number): Sign | undefined {
  switch (text[from]) {
    case ':':
      if (text[from + 1] === '=') return readEquals(text, nameEnd, from);
      return { end: endOf(typed, text, from) ?? from + 1, kind: 'loose' };
    case '：':
    case '＝':
    case '是':
    case '为':
      return { end: from + 1, kind: 'loose' };
    case '|':
      return from > nameEnd && text[from + 1] !== '|' ? { end: from + 1, kind: 'cell' } : undefined;
    case '=':
    case '%':
      return readEquals(text, nameEnd, from);
    case '\\':
      return readEquals(text, nameEnd, from) ?? readEntry(text, from);
    case '>':
      return isTag(text, nameStart) ? { end: from + 1, kind: 'tight' } : undefined;
    case ',':
      return readEntry(text, from) ?? (from > nameEnd ? { end: from + 1, kind: 'open' } : undefined);
    case '\n':
    case '\r':
      return readEntry(text, from);
    default:
      return from > nameEnd ? readGap(text, nameStart, from) : undefined;
  }
}

function readEquals(text: string, nameEnd: number, from: number): Sign | undefined {
  const isPlain = text[from] === '=' && !inSet(equalsParts, text.charCodeAt(from + 1));
  const end = isPlain ? from + 1 : endOf(longEquals, text, from);
  if (end === undefined) return undefined;
  if (text.startsWith('==', from)) return { end, kind: 'open' };
  const isTight = from === nameEnd && !inSet(blanks, text.charCodeAt(end));
  return { end, kind: isTight ? 'tight' : 'loose' };
}

function readEntry(text: string, from: number): Sign | undefined {
  const end = endOf(entry, text, from);
  return end === undefined ? undefined : { end, kind: 'tight' };
}

/** Nothing but blanks: a flag and its value, a sentence, or a value in quotes. */
function readGap(text: string, nameStart: number, from: number): Sign | undefined {
  if (text[from - 1] === ' ' && (isFlag(text, nameStart) || isSet(text, nameStart)))
    return { end: from, kind: 'tight' };
  const verbEnd = endOf(verb, text, from);
  if (verbEnd !== undefined) return { end: verbEnd, kind: 'loose' };
  return endOf(openingQuote, text, from) === undefined ? undefined : { end: from, kind: 'open' };
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

function isFlag(text: string, nameStart: number): boolean {
  const start = runStart(text, nameStart, base64Url, 40);
  return text[start] === '-' && (start === 0 || inSet(beforeFlag, text.charCodeAt(start - 1)));
}

/** Commands that set a variable without a sign: `setx NAME value`, `set -gx NAME value`. */
function isSet(text: string, nameStart: number): boolean {
  const start = runStart(text, nameStart, base64Url, 40);
  return /(?:setx|set -[gUxl]{1,3}) $/.test(text.slice(Math.max(0, start - 10), start));
}

const beforeFlag = charSet(' \t\r\n"\'`');
const tagName = charSet('A-Za-z0-9_.:-');

function isTag(text: string, nameStart: number): boolean {
  return text[runStart(text, nameStart, tagName, 40) - 1] === '<';
}

const closers = charSet('"\'`');
const afterName = charSet('?!])');
const backslashes = charSet('\\');

/** Skips what closes a name: a quote, escaped or not, and the bracket of `env["NAME"]` or the mark of `name?:`. */
export function skipNameEnd(text: string, nameEnd: number): number {
  const quote = runEnd(text, nameEnd, backslashes, 15);
  const hasQuote = runEnd(text, quote, closers, 1) > quote;
  return runEnd(text, hasQuote ? quote + 1 : nameEnd, afterName, 2);
}
