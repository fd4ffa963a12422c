/** A set of ASCII characters: one flag for each of the 128 codes. */
export type CharSet = Uint8Array;

/** Creates a set from the inside of a regular expression's class, such as `A-Za-z0-9_-`; a hyphen at either end stands for itself. */
export function charSet(spec: string): CharSet {
  const set = new Uint8Array(128);
  for (let at = 0; at < spec.length; at++) {
    const first = spec.charCodeAt(at);
    const isRange = spec[at + 1] === '-' && at + 2 < spec.length;
    const last = isRange ? spec.charCodeAt(at + 2) : first;
    set.fill(1, first, last + 1);
    if (isRange) at += 2;
  }
  return set;
}

/** Tells whether the character with this code is in the set; `NaN`, the code beyond the end of a text, never is. */
export function inSet(set: CharSet, code: number): boolean {
  return code < 128 && set[code] === 1;
}

/** Finds the end of the run of the set's characters that begins at `from`; looks at no more than `limit` characters. */
export function runEnd(text: string, from: number, set: CharSet, limit: number): number {
  const last = Math.min(text.length, from + limit);
  let end = from;
  while (end < last && inSet(set, text.charCodeAt(end))) end++;
  return end;
}

/** Finds the start of the run of the set's characters that ends before `to`; looks at no more than `limit` characters. */
export function runStart(text: string, to: number, set: CharSet, limit: number): number {
  const first = Math.max(0, to - limit);
  let start = to;
  while (start > first && inSet(set, text.charCodeAt(start - 1))) start--;
  return start;
}

/** Finds where the next run of at least `shortest` of the set's characters is surely reached, from `from` on; -1 if there is none. */
export function nextRun(text: string, from: number, set: CharSet, shortest: number): number {
  const { length } = text;
  // Looks at every `shortest`-th character, and back from it to the last that ends a run: one of that length covers one of them.
  for (let at = from + shortest - 1; at < length; ) {
    let back = at;
    const first = at - shortest;
    for (; back > first; back--) {
      const code = text.charCodeAt(back);
      if (code > lastAscii || set[code] === 0) break;
    }
    if (back === first) return at;
    at = back + shortest;
  }
  return -1;
}

const lastAscii = 0x7f;

export const digits: CharSet = charSet('0-9');
export const alphanumerics: CharSet = charSet('A-Za-z0-9');
export const hexDigits: CharSet = charSet('0-9a-fA-F');
export const base64: CharSet = charSet('A-Za-z0-9+/=');
export const base64Url: CharSet = charSet('A-Za-z0-9_-');
export const blanks: CharSet = charSet(' \t');
export const backslashes: CharSet = charSet('\\');
