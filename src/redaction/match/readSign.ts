import { base64Url, blanks, charSet, inSet, runEnd, runStart } from '../scan/charSet.ts';

/** The sign between a name and its value. */
export interface Sign {
  readonly end: number;
  /**
   * `tight`: the name is surely a variable, a flag or a tag. `loose`: it may be code. `cell`: the next cell of a table. `open`: only a
   * quoted text is a value. `next`: there is no sign. `said`: in Chinese, Japanese or Korean, so it is no code. `prose`: a verb.
   */
  readonly kind: 'tight' | 'loose' | 'cell' | 'open' | 'next' | 'said' | 'prose';
  /** Start of the previous value: `changed from … to`. */
  readonly earlier?: number;
}

// Columns of a listing are separated by several blanks.
export const widestColumn = 48;

// What may close a name: a quote, escaped or not; the bracket of `env["NAME"]`; the mark of `name?:`; asterisks; remarks by a person, as in
// `Password (staging):` and `Secret Access Key [None]:`; the dot leader of a list.
const nameTail =
  /(?:\\{0,15}["'`])?(?:[?!](?!=)|[\])]){0,2}(?:\[(?:\d{1,3}|["'][\w-]{1,40}["'])?\]){0,2}\*{0,3}(?:[ \t]{1,4}[([][^()[\]\r\n]{1,48}[)\]](?=\*{0,3}[ \t]{0,2}[:=：]))?\*{0,3}(?:[ \t]?[.·…]{2,60}(?=[ \t]?[:=]|[ \t]))?/y;

/** Finds where a sign may begin after a name. */
export function skipNameTail(text: string, nameEnd: number): number {
  return endOf(nameTail, text, nameEnd) ?? nameEnd;
}

// First character of the next cell in a table with commas: no quote and no blank.
const cell = /[A-Za-z0-9+/]/;

const equalsParts = charSet('=>');
const longEquals = /(?:[!=]==?|=>|:=|->|→|<-|\?\??=|\?\?|\+=|\|\|=?|\?:|(?:\\{1,8}u003|%3)[dD])(?!=)/y;
// A type between a name and its value: `password: str = "…"`, `token: Option<String> = …`, `KEY: &'static str = …`. A value must follow;
// otherwise the equals sign is Base64 padding.
const typed =
  /:[ \t]{0,4}(?:&(?:'\w{1,20} )?)?(?:\[\]const )?[A-Za-z_][\w.]{0,40}(?:[[<][\w, .|]{0,40}[\]>])?(?: \| \w{1,30})?(?:[ \t]{1,4}=(?![=>])(?=[ \t]{0,4}(?:\\{0,15}["'`])?[^\s"'`,;)\]}\\<&|…])|=(?=\\{0,15}["'`][^\s"'`,;)\]}\\<&|…]))/y;
// An entry of a list of settings: `"name": "DB_PASSWORD", "value": "…"`, or the same in YAML, with a few fields between.
const entry =
  /(?:[\s,|]|\\{1,8}[nrt]){1,80}(?:(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[A-Za-z0-9_./-]{1,60}(?:\\{0,8}["'])?(?:[\s,]|\\{1,8}[nrt]){1,60}){0,3}?(?:\\{0,8}["'])?(?:[vV]alue|content|plaintext|secretValue|SecretString|stringValue)(?:\\{0,8}["'])?[ \t]{0,4}[:=]/y;
// Tags between a name and its value, as in Java and macOS settings and in HTML tables.
const tags = /(?:<\/?[A-Za-z][^<>\r\n]{0,60}>(?:[\s]|\\{1,8}[nrt]){0,40}){2,4}/y;
// How people write it: `the password is …`, `password changed to …`.
const verb =
  /(?:(?:for|of|on|für|pour|de|del|di|da|do|dos|du|des|der|zum|zur|vom|na|no|para|von|voor) [^\s:=]{1,40}(?: [^\s:=]{1,40}){0,3}? )?(?:(?:has been |was |is |now )?(?:set|changed|reset|updated|rotated|switched) to|with (?:the )?value|defaults?(?: to)?|\(value:?|is(?: now| still| currently)?|was|to|as|(?:quản trị )?là|will be|should be|(?:currently )?equals|lautet|ist|est|es|è|é|—|–|-)[ :]{1,3}/y;
// Basic: `Dim pwd As String = "…"`. Bicep and Go: `param password string = '…'`.
const bareType = /[a-z]{2,12} =(?=[ \t]{1,2}["'`])/y;
const basicType = /As \w{1,20} =/y;
const changeStart = /(?:(?:has been |was |is )?(?:changed|reset|updated|rotated|switched) )?from ["'`]?/y;
const field = /(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=]/y;
const change =
  /(?:(?:has been |was |is )?(?:changed|reset|updated|rotated|switched) )?from (?=\S{0,60}\d)\S{4,80} to[ :]{1,3}/y;
const forWhom =
  /(?:for|of|on|für|de|del|della|pour|para|от|для|к|voor|till|do|dla)(?: (?:[^\s=<>(){}:]|:(?=\S)){1,60}){1,4}(?=[:=](?:[ \t]|$))/y;
// Verbs in Chinese, Japanese and Korean.
const said =
  /(?:改了|换了|变了)?[,，]?(?:新的|现在)?(?:已经?|被|也|就|都|还)?(?:从[ \t]?[^\s]{1,60}[ \t]?)?(?:[\u4e00-\u9fff]{0,2}换为|替换成|改为|改成|设为|设成|设置为|设置成|更新为|重置为|重置成|换成|变更为|就是|是|为|填写|填|输入|は|는|은|가|이)了?[ \t:：]{0,3}/y;
const saidFrom = /从[ \t]{0,2}(?=[!-~]{0,40}\d)(?=[!-~])/y;
// What code takes if a variable is not set: `env::var("NAME").unwrap_or_else(|_| "…")`.
const fallback =
  /\.(?:unwrap_or(?:_else)?|get_?[oO]r_?[eE]lse|or_?[eE]lse|or|fetch|withDefault|default_value|defaultValue)\((?:\|_?\| ?|\(\) ?(?:->|=>) ?)?(?:String::from\()?(?=\\{0,15}["'`])/y;
const innerTag = />\s{0,16}<(?:Value|value|string|String|PlainText)>/y;
const attributesThenValue = /(?:[\w:-]{1,24}=["'][^"'<>\n]{0,60}["'] {0,4}){1,4}>\s{0,16}<(?:[vV]alue|[sS]tring)>/y;
const attributes = /(?:[\w:-]{1,24}=\\{0,15}["'][^"'<>\n]{0,60}["'] {0,4}){1,4}>/y;
const lastAscii = 0x7f;
const openingQuote = /\\{0,15}["'`]/y;

/** Reads the sign after the name at `[nameStart, nameEnd)` and the rest of the name. */
export function readSign(text: string, nameStart: number, nameEnd: number, tailEnd: number): Sign | undefined {
  const from = runEnd(text, tailEnd, blanks, widestColumn);
  switch (text[from]) {
    case ':':
      if (text[from + 1] === '=') return readEquals(text, nameEnd, from);
      return { end: endOf(typed, text, from) ?? from + (text.startsWith(':: ', from) ? 2 : 1), kind: 'loose' };
    case '：':
    case '＝':
      return { end: from + 1, kind: 'said' };
    case '{':
      return { end: from + 1, kind: 'open' };
    case '(':
      // `setToken("…")`: a call named after its argument.
      return { end: from + 1, kind: from > tailEnd ? 'next' : 'open' };
    case '|':
    case '│':
    case '┃':
      if (text[from + 1] === '|') return readEquals(text, nameEnd, from);
      // `echo "$PASSWORD" | …`.
      if (text[runStart(text, nameStart, base64Url, 40) - 1] === '$') return undefined;
      if (from === nameEnd && /(?:^|\n|\\n)[\w.-]{0,40}$/.test(text.slice(Math.max(0, nameStart - 42), nameStart))) {
        return { end: from + 1, kind: 'cell' };
      }
      return from > nameEnd && !/\{\{|\$\{/.test(text.slice(Math.max(0, nameStart - 40), nameStart))
        ? { end: from + 1, kind: 'cell' }
        : undefined;
    case '=':
    case '!':
    case '%':
    case '-':
    case '+':
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
        (from > nameEnd || isVariable(text, nameStart, nameEnd) || isFirstOfTuple(text, nameStart)
          ? { end: from + 1, kind: 'open' }
          : undefined)
      );
    case '.': {
      const end = endOf(fallback, text, from);
      return end === undefined ? undefined : { end, kind: 'open' };
    }
    case '\n':
    case '\r':
      return readEntry(text, from);
    default:
      if (text.charCodeAt(from) > lastAscii) {
        const end = endOf(said, text, from);
        const earlier = endOf(saidFrom, text, from);
        if (end !== undefined) return { end, kind: 'said', ...(earlier === undefined ? {} : { earlier }) };
      }
      if (text.charCodeAt(nameEnd - 1) > lastAscii) {
        const signAt = from > tailEnd ? endOf(forWhom, text, from) : undefined;
        return { end: signAt === undefined ? from : signAt + 1, kind: 'said' };
      }
      if (/["']/.test(text.charAt(nameEnd))) {
        const end = endOf(attributesThenValue, text, from);
        if (end !== undefined) return { end, kind: 'tight' };
      }
      if (from > tailEnd && isTag(text, nameStart)) {
        const end = endOf(attributes, text, from);
        if (end !== undefined) return { end, kind: 'tight' };
      }
      if (from === tailEnd) return undefined;
      return (
        (endOf(field, text, from) === undefined ? undefined : readEntry(text, tailEnd)) ??
        readGap(text, nameStart, from)
      );
  }
}

function readEquals(text: string, nameEnd: number, from: number): Sign | undefined {
  const isPlain = text[from] === '=' && !inSet(equalsParts, text.charCodeAt(from + 1));
  const end = isPlain ? from + 1 : endOf(longEquals, text, from);
  if (end === undefined) return undefined;
  if (text.startsWith('==', from) || text[from] === '!') return { end, kind: 'open' };
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

/** Only blanks: between a flag and its value, in a sentence, between columns, or before a quoted value. */
function readGap(text: string, nameStart: number, from: number): Sign {
  if (text[from - 1] === ' ' && (isFlag(text, nameStart) || isSet(text, nameStart))) {
    return { end: from, kind: 'tight' };
  }
  const typeEnd = endOf(basicType, text, from) ?? endOf(bareType, text, from);
  if (typeEnd !== undefined) return { end: typeEnd, kind: 'loose' };
  const changeEnd = endOf(change, text, from);
  if (changeEnd !== undefined) {
    const earlier = endOf(changeStart, text, from);
    return { end: changeEnd, kind: 'prose', ...(earlier === undefined ? {} : { earlier }) };
  }
  const verbEnd = endOf(verb, text, from) ?? endOf(forWhom, text, from);
  if (verbEnd !== undefined) {
    const isSigned = text[verbEnd] === ':' || text[verbEnd] === '=';
    return { end: verbEnd + (isSigned ? 1 : 0), kind: isSigned ? 'loose' : 'prose' };
  }
  if (endOf(openingQuote, text, from) !== undefined) return { end: from, kind: 'open' };
  return { end: from, kind: isGiven(text, nameStart) ? 'prose' : 'next' };
}

function isGiven(text: string, nameStart: number): boolean {
  // In `pass the …`, "pass" is a verb.
  const isVerb = /^pass[ \t]/i.test(text.slice(nameStart, nameStart + 5));
  return !isVerb && given.test(text.slice(Math.max(0, nameStart - 24), nameStart));
}

// `log in with password …`, `user kira and password …`.
const given =
  /\b(?:with|using|and|use|by|via|plus|default|initial|new|temporary|temp|current|old)[ `*_]{1,3}(?:(?:the|a|its|his|her|my|our) )?$/i;

/** Finds the end of a sticky pattern's match at `from`. */
export function endOf(sticky: RegExp, text: string, from: number): number | undefined {
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
  return /(?:setx|setenv|SetEnv|ENV|ARG|env:set|set -[gUxl]{1,3}|(?:^|\n)[ \t]{0,8}set) $/.test(
    text.slice(Math.max(0, start - 14), start),
  );
}

const capitals = charSet('A-Z0-9_');

/** Whether a name is all capitals, like an environment variable. */
export function isVariable(text: string, nameStart: number, nameEnd: number): boolean {
  const start = runStart(text, nameEnd, capitals, 64);
  return start <= nameStart && nameEnd - start >= 4;
}

/** `{password, "…"}`, as in Erlang. */
function isFirstOfTuple(text: string, nameStart: number): boolean {
  return text[runStart(text, nameStart, base64Url, 40) - 1] === '{';
}

const beforeFlag = charSet(' \t\r\n"\'`(,[');
const tagName = charSet('A-Za-z0-9_.:-');

function isTag(text: string, nameStart: number): boolean {
  return text[runStart(text, nameStart, tagName, 40) - 1] === '<';
}
