/** Where a token ends, or where it breaks the JSON grammar. */
type TokenEnd = { end: number } | { fault: number; expected: string };

const escapes = '"\\/bfnrt';

/** Scans a string from its opening quote. */
function scanString(text: string, start: number): TokenEnd {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') return { end: at + 1 };
    if (char < ' ') return { fault: at, expected: 'an escape: a string holds no control characters' };
    if (char !== '\\') continue;
    at += 1;
    const escaped = text[at];
    if (escaped === undefined) break;
    if (escaped === 'u') {
      for (const last = at + 4; at < last; at += 1) {
        if (!isHexDigit(text[at + 1])) return { fault: at + 1, expected: 'a hexadecimal digit' };
      }
    } else if (!escapes.includes(escaped)) return { fault: at, expected: `one of ${escapes}u after a backslash` };
  }
  return { fault: text.length, expected: "'\"' at the end of the string" };
}

/** Scans a number from its sign or first digit. */
function scanNumber(text: string, start: number): TokenEnd {
  let at = text[start] === '-' ? start + 1 : start;
  const digits = (): boolean => {
    const first = at;
    while (isDigit(text[at])) at += 1;
    return at > first;
  };
  const missing = (): TokenEnd => ({ fault: at, expected: 'a digit' });
  // A number may start with one 0 at most.
  if (text[at] === '0') at += 1;
  else if (!digits()) return missing();
  if (text[at] === '.') {
    at += 1;
    if (!digits()) return missing();
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at += 1;
    if (text[at] === '+' || text[at] === '-') at += 1;
    if (!digits()) return missing();
  }
  return { end: at };
}

const words = ['true', 'false', 'null'];

/** Scans `true`, `false` or `null`; undefined where none of them begins. */
function scanWord(text: string, start: number): TokenEnd | undefined {
  const word = words.find((each) => each[0] === text[start]);
  if (word === undefined) return undefined;
  let length = 1;
  while (length < word.length && text[start + length] === word[length]) length += 1;
  return length === word.length ? { end: start + length } : { fault: start + length, expected: `\`${word}\`` };
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

function isHexDigit(char: string | undefined): boolean {
  return isDigit(char) || (char !== undefined && 'abcdefABCDEF'.includes(char));
}

/** The position at which a text stops being JSON, and why. */
export interface JsonFault {
  /** In UTF-16 units from the start of the text. */
  offset: number;
  /** 1-based. */
  line: number;
  /** 1-based, in characters (code points). */
  column: number;
  expected: string;
  /** The character found, or `the end of the file`. */
  actual: string;
}

/** What may come next; `first` where the list may also close at once. */
type Need = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'more' | 'end';
type Bracket = '{' | '[';
type Step = { at: number; need: Need } | { fault: number; expected: string };

/**
 * Finds the first position where a text breaks the JSON grammar (RFC 8259); undefined where it is valid. One pass, without recursion.
 * Needed because JSON.parse gives the position in words that differ by engine, or not at all.
 */
export function locateJsonError(text: string): JsonFault | undefined {
  const open: Bracket[] = [];
  let need: Need = 'value';
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const step = takeToken(text, at, need, open);
    if ('fault' in step) return faultAt(text, step.fault, step.expected);
    need = step.need === 'more' && open.length === 0 ? 'end' : step.need;
    at = skipSpace(text, step.at);
  }
  return need === 'end' ? undefined : faultAt(text, at, expectation(need, open));
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** Reads one token, and opens or closes a bracket if it is one. */
function takeToken(text: string, at: number, need: Need, open: Bracket[]): Step {
  const char = text[at];
  const inner = open.at(-1);
  const mayClose = need === 'more' || need === 'first key' || need === 'first value';
  if (mayClose && ((char === '}' && inner === '{') || (char === ']' && inner === '['))) {
    open.pop();
    return { at: at + 1, need: 'more' };
  }
  switch (need) {
    case 'more':
      if (char === ',') return { at: at + 1, need: inner === '{' ? 'key' : 'value' };
      break;
    case 'colon':
      if (char === ':') return { at: at + 1, need: 'value' };
      break;
    case 'key':
    case 'first key':
      if (char === '"') return after(scanString(text, at), 'colon');
      break;
    case 'value':
    case 'first value':
      return takeValue(text, at, open) ?? { fault: at, expected: expectation(need, open) };
    case 'end':
      break;
  }
  return { fault: at, expected: expectation(need, open) };
}

function takeValue(text: string, at: number, open: Bracket[]): Step | undefined {
  const char = text[at] ?? '';
  if (char === '"') return after(scanString(text, at), 'more');
  if (char === '{' || char === '[') {
    open.push(char);
    return { at: at + 1, need: char === '{' ? 'first key' : 'first value' };
  }
  if (char === '-' || (char >= '0' && char <= '9')) return after(scanNumber(text, at), 'more');
  const word = scanWord(text, at);
  return word === undefined ? undefined : after(word, 'more');
}

function after(token: TokenEnd, need: Need): Step {
  return 'end' in token ? { at: token.end, need } : token;
}

function expectation(need: Need, open: readonly Bracket[]): string {
  switch (need) {
    case 'value':
      return 'a value';
    case 'first value':
      return "a value or ']'";
    case 'key':
      return 'a key in double quotes';
    case 'first key':
      return "a key in double quotes or '}'";
    case 'colon':
      return "':'";
    case 'more':
      return open.at(-1) === '{' ? "',' or '}'" : "',' or ']'";
    case 'end':
      return 'the end of the file';
  }
}

function faultAt(text: string, offset: number, expected: string): JsonFault {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < lineStart; at = text.indexOf('\n', at + 1)) line += 1;
  const code = text.codePointAt(offset);
  const actual = code === undefined ? 'the end of the file' : String.fromCodePoint(code);
  let column = 1;
  // A code point above U+FFFF takes two units but is one character.
  for (let at = lineStart; at < offset; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) column += 1;
  return { offset, line, column, expected, actual };
}

/**
 * Reads a whole text as JSON; where it is none, `fault` says where it stops being JSON, if that can be found. A byte-order mark before it is
 * skipped, and not counted.
 */
export function readJsonText(text: string): { readonly json: unknown } | { readonly fault: JsonFault | undefined } {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { json: JSON.parse(bare) };
  } catch {
    return { fault: locateJsonError(bare) };
  }
}
