import { base64Url, blanks, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';
import type { Span } from '../secretRule.ts';
import { bareEnd, endsStatement, readBareHead } from './readBare.ts';
import { readQuoted } from './readQuoted.ts';

/** A value that a text gives to a name, or its head. */
export interface Assigned extends Span {
  /**
   * How sure it is that the value is meant literally: in `quoted` marks; `tight`, as in `name=value` or `--name value`;
   * `stated` at the end of a line or of words (`name: value`); in quotes but only `beside` the name; `loose`, where it
   * may well be code; `next`, a word behind the name without any sign; a `phrase` with blanks, in quotes;
   * or in `prose`.
   */
  readonly binding: 'quoted' | 'tight' | 'stated' | 'beside' | 'loose' | 'next' | 'phrase' | 'prose';
}

/** What stands between a name and its value. */
interface Sign {
  readonly end: number;
  /**
   * `tight`: the name is surely a variable, a flag or a tag. `loose`: it may be code. `cell`: the next cell of a table.
   * `open`: only quotes make it a value. `next`: there is no sign. `said`: in Chinese, so it is no code. `prose`: a verb.
   */
  readonly kind: 'tight' | 'loose' | 'cell' | 'open' | 'next' | 'said' | 'prose';
}

const maxGap = 12;
// The columns of a listing stand wide apart.
const widestColumn = 48;

/**
 * Reads the value that is given to the name at `[nameStart, nameEnd)`: `name: value`, `"name": "value"`, `name=value`,
 * `name => 'value'`, `--name value`, `<name>value</name>`, `name: str = "value"`, `"name", "value"`, `name is value`,
 * `{"name": "NAME", "value": "…"}`, `| name | value |`, `**name:** value`, `name (of what): value`, `name value`,
 * `name: |` with the value on the next line; quotes may be escaped any number of times, because texts hold JSON that
 * holds JSON.
 */
export function readAssigned(text: string, nameStart: number, nameEnd: number): Assigned | undefined {
  const tailEnd = skipNameTail(text, nameEnd);
  const sign = readSign(text, nameStart, nameEnd, tailEnd);
  if (sign === undefined) return undefined;
  const emphasis = runEnd(text, runEnd(text, sign.end, blanks, widestColumn), stars, 3);
  const closed = runEnd(text, emphasis, blanks, maxGap);
  const valueAt =
    endOf(yamlType, text, closed) ??
    endOf(formatted, text, closed) ??
    endOf(openingMark, text, closed) ??
    runEnd(text, closed, stars, 3);
  if (text[valueAt] === '{' && sign.kind === 'tight') {
    const end = endOf(braced, text, valueAt);
    if (end !== undefined) return { start: valueAt + 1, end: end - 1, binding: 'quoted' };
  }
  const quoted = readQuoted(text, endOf(wrapper, text, valueAt) ?? valueAt);
  if (quoted === undefined && sign.kind === 'tight') {
    const phrase = readQuoted(text, valueAt, true);
    if (phrase !== undefined) return { ...phrase, binding: 'phrase' };
  }
  if (quoted !== undefined) return { ...quoted, binding: sign.kind === 'open' ? 'beside' : 'quoted' };
  if (sign.kind === 'open') return undefined;
  const head = readBareHead(text, readBlockStart(text, valueAt) ?? valueAt);
  if (head === undefined) return undefined;
  const bare = { start: head.start, end: withoutEmphasis(text, head, valueAt > sign.end && text[valueAt - 1] === '*') };
  if (bare.end === bare.start) return undefined;
  if (sign.kind === 'next' && isLineOfSettings(text, nameStart, bare.end)) return { ...bare, binding: 'stated' };
  if (sign.kind === 'tight' || sign.kind === 'next') return { ...bare, binding: sign.kind };
  if (sign.kind === 'said') return { ...bare, binding: 'stated' };
  if (sign.kind === 'prose') return { ...bare, binding: 'prose' };
  if (sign.kind === 'cell') return { ...bare, binding: endsCell(text, bare.end) ? 'stated' : 'loose' };
  const isStated = endsStatement(text, bare.end) || bare.end < head.end;
  return { ...bare, binding: isStated ? 'stated' : 'loose' };
}

// ODBC puts a value with signs of its own into braces: `PWD={…}`.
const braced = /\{[^{}\s"'=:,]{4,80}\}(?=[;"'\s]|$)/y;
// What makes bytes of a literal.
const wrapper =
  /(?:Buffer\.from|bytes\.fromhex|bytes|unhexlify|hex\.DecodeString|(?:base64\.)?b64decode|atob|String|str|Some|SecretStr|SecretString)\(/y;

// Not a quote or a blank: the next cell of a table with commas.
const cell = /[A-Za-z0-9+/]/;
const formatted = /%s(?:\\{1,15}n)?\\{0,15}["'][ \t]{1,4}/y;
const yamlType = /!!\w{1,12} /y;
// Quotes of books, which no code has.
const openingMark = /[«“„‹「『‘’]\s?/y;
const stars = charSet('*');

/** Leaves out the stars that end `**value**`. */
function withoutEmphasis(text: string, { start, end }: Span, isEmphasised: boolean): number {
  return isEmphasised ? runStart(text, end, stars, Math.min(3, end - start)) : end;
}

const lineBegin = /(?:^|\n|\\n)[ \t]{0,16}[\w.-]{0,24}$/;
const lineEnd = /[ \t]{0,8}(?:\r?\n|\\{1,8}[nr]|$)/y;

/** `password …` as the whole of a line: settings of many programs. */
function isLineOfSettings(text: string, nameStart: number, end: number): boolean {
  return endOf(lineEnd, text, end) !== undefined && lineBegin.test(text.slice(Math.max(0, nameStart - 40), nameStart));
}

const cellEnd = /[ \t]{0,64}(?:[|│┃]|\\{1,8}[nrt]|[\r\n]|$)/y;

function endsCell(text: string, end: number): boolean {
  return endOf(cellEnd, text, end) !== undefined;
}

// `password: |`, a line break, which may be escaped, and the indented line; `cat -n` and diffs put something before it.
const block =
  /[|>][-+\d]{0,2}[ \t]{0,4}(?:\r?\n|\\{1,15}n|\\{1,15}r\\{1,15}n)(?:[ \t]{0,8}\d{1,7}(?:\t|→|:|\\{1,15}t))?[-+]?[ \t]{1,40}/y;

/** Where the first line of a YAML block begins, if one does at `at`. */
function readBlockStart(text: string, at: number): number | undefined {
  if (text[at] !== '|' && text[at] !== '>') return undefined;
  return endOf(block, text, at);
}

/** Gives the range of a value whole. */
export function wholeValue(text: string, value: Assigned): Span {
  if (value.binding === 'quoted' || value.binding === 'beside' || value.binding === 'phrase') return value;
  const end = bareEnd(text, value);
  const isEmphasised = text.startsWith('**', value.start - 2);
  return { start: value.start, end: withoutEmphasis(text, { start: value.start, end }, isEmphasised) };
}

const fieldName =
  /(?:^|[\s{,])(?:\\{0,8}["'])?(?:[nN]ame|[kK]ey|[iI]d|[vV]ariable|ParameterKey)(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[\w./-]{0,60}$/;
const entryEnd = /(?:\\{0,8}["'])?[ \t]{0,4}(?:[,}\r\n]|\\{1,8}[nr]|$)/y;
const valueField =
  /(?:^|[\s{,-])(?:\\{0,8}["'])?[vV]alue(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:(\\{0,8}["'])([^\s"'\\]{6,200})\1|([^\s"',\\]{6,200}))(?:[\s,-]|\\{1,8}[nrt]){1,60}(?:(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[A-Za-z0-9_./-]{1,60}(?:\\{0,8}["'])?(?:[\s,]|\\{1,8}[nrt]){1,60}){0,2}$/;
const farthestBefore = 360;

/** Reads the value of an entry of settings whose value comes before its name: `{"value": "…", "name": "DB_PASSWORD"}`. */
export function readValueBefore(text: string, nameStart: number, nameEnd: number): Span | undefined {
  if (endOf(entryEnd, text, nameEnd) === undefined) return undefined;
  const near = text.slice(Math.max(0, nameStart - 96), nameStart);
  const field = fieldName.exec(near);
  if (field === null) return undefined;
  const fieldAt = nameStart - near.length + field.index + (/^[\s{,]/.test(field[0]) ? 1 : 0);
  const from = Math.max(0, fieldAt - farthestBefore);
  const before = valueField.exec(text.slice(from, fieldAt));
  const value = before?.[2] ?? before?.[3];
  if (before === null || value === undefined) return undefined;
  const start = from + before.index + before[0].indexOf(value, before[0].search(/alue/) + 4);
  return { start, end: start + value.length };
}

// What closes a name: a quote, escaped or not, the bracket of `env["NAME"]` or the mark of `name?:`, stars, and what a
// person adds: `Password (staging):`, `Secret Access Key [None]:`.
const nameTail =
  /(?:\\{0,15}["'`])?[?!\])]{0,2}\*{0,3}(?:[ \t]{1,4}[([][^()[\]\r\n]{1,48}[)\]](?=\*{0,3}[ \t]{0,2}[:=：]))?\*{0,3}/y;

function skipNameTail(text: string, nameEnd: number): number {
  return endOf(nameTail, text, nameEnd) ?? nameEnd;
}

const equalsParts = charSet('=>');
const longEquals = /(?:===?|=>|:=|->|→|<-|\?\?=?|\|\|=?|\?:|(?:\\{1,8}u003|%3)[dD])(?!=)/y;
// A type between a name and its value: `password: str = "…"`, `token: Option<String> = …`, `KEY: &'static str = …`. A value
// follows: without one, the sign of equality is the padding of Base64.
const typed =
  /:[ \t]{0,4}(?:&(?:'\w{1,20} )?)?[A-Za-z_][\w.]{0,40}(?:[[<][\w, .|]{0,40}[\]>])?(?: \| \w{1,30})?[ \t]{0,4}=(?![=>])(?=[ \t]{0,4}(?:\\{0,15}["'`])?[^\s"'`,;)\]}\\<&|…])/y;
// An entry of a list of settings: `"name": "DB_PASSWORD", "value": "…"`, or the same in YAML, with a few fields between.
const entry =
  /(?:[\s,|]|\\{1,8}[nrt]){1,80}(?:(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[A-Za-z0-9_./-]{1,60}(?:\\{0,8}["'])?(?:[\s,]|\\{1,8}[nrt]){1,60}){0,3}?(?:\\{0,8}["'])?(?:[vV]alue|content|plaintext|secretValue|SecretString|stringValue)(?:\\{0,8}["'])?[ \t]{0,4}[:=]/y;
// Tags between a name and its value, as in settings of Java and macOS and in tables of HTML.
const tags = /(?:<\/?[A-Za-z][^<>\r\n]{0,60}>(?:[\s]|\\{1,8}[nrt]){0,40}){2,4}/y;
// What a person writes: `the password is …`, `password changed to …`.
const verb =
  /(?:(?:for|of|on|für|pour|de|del|di|para|von) [^\s:=]{1,40}(?: [^\s:=]{1,40}){0,3}? )?(?:(?:has been |was |is |now )?(?:set|changed|reset|updated|rotated|switched) to|with (?:the )?value|defaults?(?: to)?|\(value:?|is(?: now)?|was|to|as|will be|should be|equals|lautet|ist|est|es|è|é|—|–|-)[ :]{1,3}/y;
const forWhom = /(?:for|of|on)(?: (?:[^\s=<>(){}:]|:(?=\S)){1,60}){1,4}(?=[:=](?:[ \t]|$))/y;
// The same in Chinese, Japanese and Korean.
const said =
  /(?:已经?|被|也|就|都)?(?:从[ \t]?[^\s]{1,60}[ \t]?)?(?:改为|改成|设为|设成|设置为|设置成|更新为|重置为|重置成|换成|变更为|就是|是|为|は|는|은|가|이)了?[ \t:：]{0,3}/y;
const innerTag = />\s{0,16}<(?:Value|value|string|String|PlainText)>/y;
const attributes = /(?:[\w:-]{1,24}=\\{0,15}["'][^"'<>\n]{0,60}["'] {0,4}){1,4}>/y;
const lastAscii = 0x7f;
const openingQuote = /\\{0,15}["'`]/y;

/** Reads the sign behind the name at `[nameStart, nameEnd)` and its tail. */
function readSign(text: string, nameStart: number, nameEnd: number, tailEnd: number): Sign | undefined {
  const from = runEnd(text, tailEnd, blanks, widestColumn);
  switch (text[from]) {
    case ':':
      if (text[from + 1] === '=') return readEquals(text, nameEnd, from);
      return { end: endOf(typed, text, from) ?? from + 1, kind: 'loose' };
    case '：':
    case '＝':
      return { end: from + 1, kind: 'said' };
    case '(':
      return from > tailEnd ? { end: from + 1, kind: 'next' } : undefined;
    case '|':
    case '│':
    case '┃':
      if (text[from + 1] === '|') return readEquals(text, nameEnd, from);
      return from > nameEnd && !/\{\{|\$\{/.test(text.slice(Math.max(0, nameStart - 40), nameStart))
        ? { end: from + 1, kind: 'cell' }
        : undefined;
    case '=':
    case '%':
    case '-':
    case '?':
    case '→':
      return readEquals(text, nameEnd, from) ?? (from > tailEnd ? readGap(text, nameStart, from) : undefined);
    case '\\':
      return readEquals(text, nameEnd, from) ?? readEntry(text, from);
    case '>':
      return isTag(text, nameStart) || from > nameEnd
        ? { end: endOf(innerTag, text, from) ?? from + 1, kind: 'tight' }
        : undefined;
    case '<':
      return readTags(text, from) ?? readEquals(text, nameEnd, from);
    case ',':
      if (from === nameEnd && isVariable(text, nameStart, nameEnd) && cell.test(text.charAt(from + 1))) {
        return { end: from + 1, kind: 'said' };
      }
      return (
        readEntry(text, from) ??
        (from > nameEnd || isVariable(text, nameStart, nameEnd) ? { end: from + 1, kind: 'open' } : undefined)
      );
    case '\n':
    case '\r':
      return readEntry(text, from);
    default:
      if (text.charCodeAt(from) > lastAscii) {
        const end = endOf(said, text, from);
        if (end !== undefined) return { end, kind: 'said' };
      }
      if (from > tailEnd && text.charCodeAt(nameEnd - 1) > lastAscii) return { end: from, kind: 'said' };
      if (from > tailEnd && isTag(text, nameStart)) {
        const end = endOf(attributes, text, from);
        if (end !== undefined) return { end, kind: 'tight' };
      }
      return from > tailEnd ? (readEntry(text, tailEnd) ?? readGap(text, nameStart, from)) : undefined;
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

function readTags(text: string, from: number): Sign | undefined {
  const end = endOf(tags, text, from);
  return end === undefined ? undefined : { end, kind: 'tight' };
}

/** Nothing but blanks: a flag and its value, a sentence, a column, or a value in quotes. */
function readGap(text: string, nameStart: number, from: number): Sign {
  if (text[from - 1] === ' ' && (isFlag(text, nameStart) || isSet(text, nameStart))) {
    return { end: from, kind: 'tight' };
  }
  const verbEnd = endOf(verb, text, from) ?? endOf(forWhom, text, from);
  if (verbEnd !== undefined) {
    const isSigned = text[verbEnd] === ':' || text[verbEnd] === '=';
    return { end: verbEnd + (isSigned ? 1 : 0), kind: isSigned ? 'loose' : 'prose' };
  }
  return { end: from, kind: endOf(openingQuote, text, from) === undefined ? 'next' : 'open' };
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

function isFlag(text: string, nameStart: number): boolean {
  const start = runStart(text, nameStart, base64Url, 40);
  return text[start] === '-' && (start === 0 || inSet(beforeFlag, text.charCodeAt(start - 1)));
}

/** Commands that set a variable without a sign: `setx NAME value`, `set -gx NAME value`, `ENV NAME value`. */
function isSet(text: string, nameStart: number): boolean {
  const start = runStart(text, nameStart, base64Url, 40);
  return /(?:setx|setenv|ENV|ARG|env:set|set -[gUxl]{1,3}) $/.test(text.slice(Math.max(0, start - 10), start));
}

const capitals = charSet('A-Z0-9_');

/** Tells whether a name is in capitals, as those of variables are. */
export function isVariable(text: string, nameStart: number, nameEnd: number): boolean {
  const start = runStart(text, nameEnd, capitals, 64);
  return start <= nameStart && nameEnd - start >= 4;
}

const beforeFlag = charSet(' \t\r\n"\'`(,[');
const tagName = charSet('A-Za-z0-9_.:-');

function isTag(text: string, nameStart: number): boolean {
  return text[runStart(text, nameStart, tagName, 40) - 1] === '<';
}
