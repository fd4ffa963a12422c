import { isGenerated, looksStrong } from '../judge/looksLikePassword.ts';
import { standsOut } from '../judge/looksRandom.ts';
import { isBarePhrase, isNumberedPhrase, isWordPhrase } from '../judge/passphrases.ts';
import { blanks, charSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';
import { endOf, readSign, type Sign, skipNameTail, widestColumn } from './readSign.ts';
import { bareEnd, endsStatement, readBareHead, readQuoted } from './readValue.ts';

/** A value that a text assigns to a name, or the value's head. */
export interface Assigned extends Span {
  /**
   * How surely the value is a literal: `quoted`; `tight`, as in `name=value` or `--name value`; `stated` at the end of a line or of words
   * (`name: value`); `beside`: quoted, but only next to the name; `loose`: may well be code; `next`: a word after the name without any
   * sign; `phrase`: quoted, with blanks; `prose`: in a sentence; `below`: alone on a line below the name.
   */
  readonly binding: 'quoted' | 'tight' | 'stated' | 'beside' | 'loose' | 'next' | 'phrase' | 'prose' | 'below';
  /** Start of an older value that the text also shows: `"old" -> "new"`. */
  readonly earlier?: number | undefined;
}

const maxGap = 12;

/**
 * Reads the value assigned to the name at `[nameStart, nameEnd)`: `name: value`, `"name": "value"`, `name=value`, `name => 'value'`,
 * `--name value`, `<name>value</name>`, `name: str = "value"`, `"name", "value"`, `name is value`, `{"name": "NAME", "value": "…"}`, `|
 * name
 * value |`, `**name:** value`, `name (of what): value`, `name value`, `name: |` with the value on the next line. Quotes may be escaped any
 * number of times, because texts hold JSON within JSON.
 */
export function readAssigned(text: string, nameStart: number, nameEnd: number): Assigned | undefined {
  const tailEnd = skipNameTail(text, nameEnd);
  const sign = readSign(text, nameStart, nameEnd, tailEnd);
  if (sign === undefined) {
    const value = below(text, tailEnd);
    const isOne =
      value !== undefined &&
      /\d/.test(text.slice(value.start, value.end)) &&
      (isAskedFor(text, nameEnd) || isAlone(text, nameStart, nameEnd));
    return isOne ? value : undefined;
  }
  const emphasis = runEnd(text, runEnd(text, sign.end, blanks, widestColumn), stars, 3);
  const closed = runEnd(text, emphasis, blanks, maxGap);
  const valueAt =
    endOf(yamlType, text, closed) ??
    endOf(valueInObject, text, closed) ??
    endOf(formatted, text, closed) ??
    endOf(openingMark, text, closed) ??
    endOf(listStart, text, closed) ??
    endOf(hostOfValue, text, closed) ??
    endOf(defaultOf, text, closed) ??
    runEnd(text, closed, stars, 3);
  return (
    readLiteral(text, sign, valueAt) ??
    readBareValue(text, sign, valueAt, nameStart) ??
    readNextLine(text, sign, valueAt)
  );
}

/** Reads a value in quotes or braces. */
function readLiteral(text: string, { kind, earlier }: Sign, valueAt: number): Assigned | undefined {
  if (text[valueAt] === '{' && kind === 'tight') {
    const end = endOf(braced, text, valueAt);
    if (end !== undefined) return { start: valueAt + 1, end: end - 1, binding: 'quoted' };
  }
  if (kind === 'tight' && text[valueAt - 1] === '>') {
    const end = endOf(tagged, text, valueAt);
    if (end !== undefined) return { start: valueAt, end, binding: 'quoted' };
  }
  const literalAt = endOf(wrapper, text, valueAt) ?? valueAt;
  const quoted = readQuoted(text, literalAt);
  if (quoted !== undefined) {
    const changedAt = endOf(changed, text, quoted.end);
    const changedTo = changedAt === undefined ? undefined : readQuoted(text, changedAt);
    if (changedTo !== undefined) return { ...changedTo, binding: 'quoted', earlier: quoted.start };
    return { ...quoted, binding: kind === 'open' ? 'beside' : 'quoted', earlier };
  }
  const handed = readHanded(text, valueAt);
  if (handed !== undefined) return { ...handed, binding: 'quoted', earlier };
  const phrase = kind === 'cell' ? wholeCell(text, valueAt) : readQuoted(text, literalAt, true);
  return phrase === undefined ? undefined : { ...phrase, binding: 'phrase' };
}

/** Reads what a call is handed that makes the value, if that is surely a secret: `password: await hash("…")`. */
function readHanded(text: string, valueAt: number): Span | undefined {
  const opened = endOf(anyCall, text, valueAt);
  if (opened === undefined || looksUp.test(text.slice(valueAt, opened))) return undefined;
  const value = readQuoted(text, opened);
  if (value === undefined) return undefined;
  const literal = text.slice(value.start, value.end);
  return looksStrong(literal) || standsOut(literal) > 0 ? value : undefined;
}

const cellOfWords = /[a-z]{3,10}(?: [a-z]{3,10}){3,7}(?=[ \t]{0,8}[|│┃])/y;

function wholeCell(text: string, from: number): Span | undefined {
  const end = endOf(cellOfWords, text, from);
  return end === undefined ? undefined : { start: from, end };
}

function readBareValue(text: string, sign: Sign, valueAt: number, nameStart: number): Assigned | undefined {
  if (sign.kind === 'open') return undefined;
  const from = readBlockStart(text, valueAt) ?? valueAt;
  const head = readBareHead(text, from);
  const generated = head === undefined || !endsStatement(text, head.end) ? readGenerated(text, from) : undefined;
  if (generated !== undefined) return { ...generated, binding: 'stated', earlier: sign.earlier };
  const phrase = maySayPhrase.has(sign.kind) ? endOf(barePhrase, text, from) : undefined;
  if (phrase !== undefined && isBarePhrase(text.slice(from, phrase)))
    return { start: from, end: phrase, binding: 'phrase' };
  const numbered = maySayPhrase.has(sign.kind) ? endOf(bareNumbered, text, from) : undefined;
  if (numbered !== undefined && isPhraseOfSecret(text.slice(from, numbered)))
    return { start: from, end: numbered, binding: 'phrase' };
  const said = sign.kind === 'tight' && isLineStart(text, nameStart) ? endOf(bareSentence, text, from) : undefined;
  if (said !== undefined && isWordPhrase(text.slice(from, said))) return { start: from, end: said, binding: 'phrase' };
  if (head === undefined) return undefined;
  const end = withoutEmphasis(text, head, valueAt > sign.end && text[valueAt - 1] === '*');
  if (end === head.start) return undefined;
  const isCut = end < head.end;
  return { start: head.start, end, binding: bindingOf(text, sign, end, nameStart, isCut), earlier: sign.earlier };
}

const maySayPhrase: ReadonlySet<Sign['kind']> = new Set(['loose', 'tight', 'said']);
// A line of nothing but lower-case words: a passphrase or a sentence.
const barePhrase = /[a-z]{3,12}(?: [a-z]{3,12}){3,7}(?: \d{1,4})?(?=[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|["'`*]|$))/y;
const bareNumbered =
  /[A-Za-z]{3,12}(?: [A-Za-z]{3,12}){1,4} \d{2,4}[!?.]?(?=[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|["'`*]|$))/y;

// A line of words that ends in a number, behind `password=`.
const bareSentence =
  /[A-Z][a-z]{2,11}(?: [A-Za-z]{1,12}){3,7} \d{2,4}[!?.]?(?=[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|["'`]|$))/y;

/** A phrase with a number that is neither a date nor says what happened. */
function isPhraseOfSecret(phrase: string): boolean {
  return (
    isNumberedPhrase(phrase) &&
    isBarePhrase(phrase.toLowerCase()) &&
    !/(?:ing|ed|ly|tion)\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)/i.test(phrase)
  );
}

const noisyWord = /[^\s"'`\\\u0080-\uffff]{8,47}(?=[\s"'`\\\u0080-\uffff]|$)/y;

/** Reads a word with brackets and other signs of code that a password manager generated. */
function readGenerated(text: string, from: number): Span | undefined {
  const end = endOf(noisyWord, text, from);
  if (end === undefined) return undefined;
  const word = text.slice(from, end).replace(/(?<![.,;:])[.,;:]+$/, '');
  return isGenerated(word) ? { start: from, end: from + word.length } : undefined;
}

function bindingOf(text: string, { kind }: Sign, end: number, nameStart: number, isCut: boolean): Assigned['binding'] {
  switch (kind) {
    case 'next':
      return isLineOfSettings(text, nameStart, end) && text[end - 1] !== '?' ? 'stated' : 'next';
    case 'said':
      return 'stated';
    case 'cell':
      return endsCell(text, end) ? 'stated' : 'loose';
    case 'loose':
    case 'open':
      return endsStatement(text, end) || isCut || endsDefault(text, end, nameStart) ? 'stated' : 'loose';
    default:
      return kind;
  }
}

function readNextLine(text: string, { kind }: Sign, valueAt: number): Assigned | undefined {
  return kind === 'loose' || kind === 'said' || kind === 'prose' ? below(text, valueAt) : undefined;
}

function below(text: string, from: number): Assigned | undefined {
  const value = readBelow(text, from);
  return value && { ...value, binding: 'below' };
}

// The text of an element, up to its closing tag.
const tagged = /[^<>\s"'\\]{4,200}(?=<\/)/y;
// A planned change as tools print it: `"old" -> "new"`.
const changed = /\\{0,15}["'`] (?:->|=>|→) |\\{0,15}["'`][ \t]{0,2}[+.][ \t]{0,2}(?=\\{0,15}["'`])/y;
// ODBC wraps values with special characters in braces: `PWD={…}`.
const braced = /\{[^{}\s"'=:,]{4,80}\}(?=[;"'\s]|$)/y;
// Conversions of a literal to bytes.
const wrapper =
  /(?:\[\]byte|Buffer\.from|bytes\.fromhex|bytes|unhexlify|hex\.DecodeString|(?:base64\.)?b64decode|atob|String|str|Some|SecretStr|SecretString)\(/y;

// Any call with a literal as its first argument, and those whose argument is a name.
const anyCall =
  /(?:await |new )?[A-Za-z_$][\w$]{0,40}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,40}){0,3}\(\s{0,12}(?=[bBrRuUfFN@$]{0,2}\\{0,15}["'`])/y;
const looksUp =
  /get|find|fetch|read|load|env|require|import|query|select|locator|lookup|secret(?:s)?\(|ref\(|param|config|prompt|\bt\(|translate|i18n|label|describe|test|regex|match|url|path|file|id\(|input|field/i;

const formatted = /%s(?:\\{1,15}n)?\\{0,15}["'][ \t]{1,4}/y;
// Terraform outputs: `{"sensitive": true, "value": "…"}`.
const valueInObject = /\{[^{}]{0,120}?\\{0,7}"value\\{0,7}"[ \t]{0,4}:\s{0,8}(?=\\{0,7}")/y;
// `!!str x`, `string(12) "x"`.
const yamlType = /!!\w{1,12} |\s{0,24}str(?:ing)?\(\d{1,4}\) (?=")/y;
// `secret: ['…']`, `token=@ByteArray(…)`, `KEY=host.internal=…`.
const listStart = /\[\s{0,8}(?=["'])|@ByteArray\(/y;
const hostOfValue = /[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){1,5}=(?=[A-Za-z0-9]{20})/y;
// Typographic quotes, which code does not use.
const openingMark = /[«“„‹「『‘’]\s?/y;
// `${VARIABLE:-value}`: what a variable is by default.
const defaultOf = /\\{0,15}["']?\$\{[A-Za-z_][\w.]{0,60}:[-=]?(?=[^\s{}?]{4,160}\})/y;
const stars = charSet('*');

/** Strips the closing asterisks of `**value**`. */
function withoutEmphasis(text: string, { start, end }: Span, isEmphasised: boolean): number {
  return isEmphasised ? runStart(text, end, stars, Math.min(3, end - start)) : end;
}

/** The value closes a template: `${mail.password:…}`, `${VARIABLE:-…}`. */
function endsDefault(text: string, end: number, nameStart: number): boolean {
  if (text[end] !== '}') return false;
  const before = text.slice(Math.max(0, nameStart - 60, end - 240), end);
  const opened = before.lastIndexOf('${');
  return opened !== -1 && !before.includes(':?', opened);
}

const lineBegin = /(?:^|\n|\\n)[ \t]{0,16}[\w.-]{0,24}$/;
const lineEnd = /[ \t]{0,8}(?:\r?\n|\\{1,8}[nr]|\\{0,8}"[,}\]]|$)/y;

/** `password …` as a whole line, as in the settings of many programs. */
function isLineOfSettings(text: string, nameStart: number, end: number): boolean {
  return endOf(lineEnd, text, end) !== undefined && isLineStart(text, nameStart);
}

/** The name at `nameStart`, or the longer name that it ends, begins the line. */
function isLineStart(text: string, nameStart: number): boolean {
  return lineBegin.test(text.slice(Math.max(0, nameStart - 40), nameStart));
}

const cellEnd = /[ \t]{0,64}(?:[|│┃]|\\{1,8}[nrt]|[\r\n]|$)/y;

function endsCell(text: string, end: number): boolean {
  return endOf(cellEnd, text, end) !== undefined;
}

// `password: |`, a line break, which may be escaped, and the indented line; `cat -n` and diffs put a prefix before it.
const block =
  /[|>][-+\d]{0,2}[ \t]{0,4}(?:\r?\n|\\{1,15}n|\\{1,15}r\\{1,15}n)(?:[ \t]{0,8}\d{1,7}(?:\t|→|:|\\{1,15}t))?[-+]?[ \t]{1,40}/y;

/** Start of the first line of the YAML block at `at`, if there is one. */
function readBlockStart(text: string, at: number): number | undefined {
  if (text[at] !== '|' && text[at] !== '>') return undefined;
  return endOf(block, text, at);
}

/** Returns the range of the whole value. */
export function wholeValue(text: string, value: Assigned): Span {
  if (value.binding === 'quoted' || value.binding === 'beside' || value.binding === 'phrase') {
    return { start: value.earlier ?? value.start, end: value.end };
  }
  const end = bareEnd(text, value);
  const isEmphasised = text.startsWith('**', value.start - 2);
  return {
    start: value.earlier ?? value.start,
    end: withoutEmphasis(text, { start: value.start, end }, isEmphasised),
  };
}

const lineBreak = String.raw`(?:\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n)`;
// An empty line, a fence, an indent, a bullet.
const down = new RegExp(
  String.raw`[ \t]{0,8}${lineBreak}(?:[ \t>]{0,8}${lineBreak})?(?:[ \t]{0,8}(?:\`{3}|~{3})[\w-]{0,12}${lineBreak})?[ \t>]{0,24}(?:[-*•][ \t]{1,3})?(?:\$\d{1,4} = )?(?:0x[0-9a-f]{4,16} )?`,
  'y',
);
const headEnd = /\\{0,15}["'`*]{0,3}[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|$)/y;

/** Reads a value that stands alone on one of the lines below `from`, which is the end of a line. */
function readBelow(text: string, from: number): Span | undefined {
  const at = endOf(down, text, from);
  if (at === undefined) return undefined;
  const value = readQuoted(text, at) ?? readBareHead(text, at);
  return value !== undefined && (endOf(headEnd, text, value.end) !== undefined || value.end - value.start >= wholeHead)
    ? value
    : undefined;
}

/** A value whose head has this length may continue. */
const wholeHead = 48;

// `$ cat …`, `root@host:~# echo …`, `PS C:\> …`, `name="…"` of a form.
const asked =
  /(?:(?:^|\n|\\n)[ \t]{0,8}(?:[$#%>❯➜+][ \t]|PS [^\n>]{0,60}>[ \t]|[\w.@-]{1,40}[:~][^\n$#]{0,40}[$#][ \t]|\((?:gdb|lldb|i?[Pp]db|pry|byebug)\)[ \t]|>>> |In \[\d{1,4}\]: |(?:cat|echo|printenv|head|tail|type|Get-Content)[ \t])[^\n]{0,140}|[ \t;]name=\\{0,15}["']?[\w.[\]-]{0,60})$/;
const farthest = 200;

/** A line of nothing but the name, as in a form or a copied dialogue. */
const alone = /(?:^|\n)[ \t]{0,8}(?:[A-Za-z][\w()-]{1,20} ){0,3}$/;

/** Whether the name at `[nameStart, nameEnd)` is the whole line. */
function isAlone(text: string, nameStart: number, nameEnd: number): boolean {
  return /^[\r\n]/.test(text.charAt(nameEnd)) && alone.test(text.slice(Math.max(0, nameStart - 80), nameStart));
}

/** Whether the line up to `nameEnd` announces a value on the next line: a command that prints it, or a form field. */
function isAskedFor(text: string, nameEnd: number): boolean {
  return asked.test(text.slice(Math.max(0, nameEnd - farthest), nameEnd));
}
