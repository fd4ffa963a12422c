import { backslashes, base64Url, blanks, charSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';
import { bareEnd, readBareHead } from './readBare.ts';
import { readQuoted } from './readQuoted.ts';

/** A value that a text gives to a name, or its head. */
export interface Assigned extends Span {
  readonly isQuoted: boolean;
  /** In quotes, after `name=` without spaces or as a flag (`strong`), or elsewhere, where it may well be code (`weak`). */
  readonly binding: 'strong' | 'weak';
}

const closers = charSet('"\'`');
const afterName = charSet('?!])');
const maxGap = 12;

/**
 * Reads the value that is given to the name at `[nameStart, nameEnd)`: `name: value`, `"name": "value"`, `name=value`,
 * `name => 'value'`, `--name value`, `<name>value</name>`, `name: str = "value"`, `"name", "value"`,
 * `{"name": "NAME", "value": "…"}`; quotes may be escaped any number of times, because texts hold JSON that holds JSON.
 */
export function readAssigned(text: string, nameStart: number, nameEnd: number): Assigned | undefined {
  const closed = skipClosing(text, nameEnd);
  const from = runEnd(text, closed, blanks, maxGap);
  const sign = readSign(text, nameStart, from, closed > nameEnd);
  if (sign === undefined) return undefined;
  const valueAt = runEnd(text, sign.end, blanks, maxGap);
  const quoted = readQuoted(text, valueAt);
  if (quoted !== undefined) return { ...quoted, isQuoted: true, binding: 'strong' };
  if (sign.needsQuotes) return undefined;
  const bare = readBareHead(text, valueAt);
  if (bare === undefined) return undefined;
  const isTight = sign.isFlag || (sign.isEqual && from === nameEnd && valueAt === sign.end);
  return { ...bare, isQuoted: false, binding: isTight ? 'strong' : 'weak' };
}

/** Gives the range of a value whole. */
export function wholeValue(text: string, value: Assigned): Span {
  return { start: value.start, end: value.isQuoted ? value.end : bareEnd(text, value) };
}

/** Skips what closes a name: a quote, escaped or not, and the bracket of `env["NAME"]` or the mark of `name?:`. */
function skipClosing(text: string, nameEnd: number): number {
  const quote = runEnd(text, nameEnd, backslashes, maxGap);
  const hasQuote = runEnd(text, quote, closers, 1) > quote;
  return runEnd(text, hasQuote ? quote + 1 : nameEnd, afterName, 2);
}

interface Sign {
  readonly end: number;
  readonly isEqual: boolean;
  readonly isFlag: boolean;
  readonly needsQuotes: boolean;
}

const plain = { isEqual: false, isFlag: false, needsQuotes: false };
const equals = /(?:===?|=>|:=|=|(?:\\{1,8}u003|%3)[dD])(?!=)/y;
// A type between a name and its value: `password: str = "…"`, `token: Option<String> = …`.
const typed = /:[ \t]{0,4}[A-Za-z_][\w.]{0,40}(?:[[<][\w, .|]{0,40}[\]>])?(?: \| \w{1,30})?[ \t]{0,4}=(?![=>])/y;
// An entry of a list of settings: `"name": "DB_PASSWORD", "value": "…"`, or the same in YAML.
const entry = /(?:[\s,]|\\{1,8}[nrt]){1,80}(?:\\{0,8}["'])?[vV]alue(?:\\{0,8}["'])?[ \t]{0,4}[:=]/y;

function readSign(text: string, nameStart: number, from: number, isClosed: boolean): Sign | undefined {
  const char = text[from];
  if (char === ':' && text[from + 1] !== '=') return { ...plain, end: endOf(typed, text, from) ?? from + 1 };
  const equalEnd =
    char === '=' || char === ':' || char === '\\' || char === '%' ? endOf(equals, text, from) : undefined;
  if (equalEnd !== undefined) {
    const needsQuotes = text.startsWith('==', from);
    return { ...plain, end: equalEnd, isEqual: true, needsQuotes };
  }
  if (char === '>' && isTag(text, nameStart)) return { ...plain, end: from + 1, isEqual: true };
  const entryEnd = isClosed || char === '\n' || char === '\\' ? endOf(entry, text, from) : undefined;
  if (entryEnd !== undefined) return { ...plain, end: entryEnd, isFlag: true };
  if (char === ',' && isClosed) return { ...plain, end: from + 1, needsQuotes: true };
  return from > 0 && text[from - 1] === ' ' && isFlag(text, nameStart)
    ? { ...plain, end: from, isFlag: true }
    : undefined;
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

function isFlag(text: string, nameStart: number): boolean {
  const start = runStart(text, nameStart, base64Url, 40);
  return text.startsWith('--', start);
}

function isTag(text: string, nameStart: number): boolean {
  return text[runStart(text, nameStart, tagName, 40) - 1] === '<';
}

const tagName = charSet('A-Za-z0-9_.:-');
