/** Where a token ends, or where it breaks the grammar of JSON. */
export type TokenEnd = { end: number } | { fault: number; expected: string };

const escapes = '"\\/bfnrt';

/** Scans a string from its opening quote on. */
export function scanString(text: string, start: number): TokenEnd {
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

/** Scans a number from its sign or first digit on. */
export function scanNumber(text: string, start: number): TokenEnd {
  let at = text[start] === '-' ? start + 1 : start;
  const digits = (): boolean => {
    const first = at;
    while (isDigit(text[at])) at += 1;
    return at > first;
  };
  const missing = (): TokenEnd => ({ fault: at, expected: 'a digit' });
  // A number starts with one 0 at most.
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
export function scanWord(text: string, start: number): TokenEnd | undefined {
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
