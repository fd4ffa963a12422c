/**
 * Kinds of distinctive words in a text: a path of several parts, a file name, an id, the key of an issue or document (`STD-001`), a name from
 * code, several words joined by hyphens, or a number of at least four digits.
 */
export type TermKind = 'path' | 'file' | 'id' | 'key' | 'name' | 'joined' | 'number';

/** Takes a distinctive word, from `start` up to `end`. */
export type TakeTerm = (kind: TermKind, start: number, end: number) => void;

const lower = 1;
const upper = 2;
const digit = 4;
const line = 8;
const hyphen = 16;
const dot = 32;
const slash = 64;
const other = 128;
const letter = lower | upper;
const word = letter | digit | line;

/** The character class of every byte. */
const classes = new Uint8Array(0x100);
for (let code = 0; code < 128; code += 1) {
  const char = String.fromCharCode(code);
  if (char >= 'a' && char <= 'z') classes[code] = lower;
  else if (char >= 'A' && char <= 'Z') classes[code] = upper;
  else if (char >= '0' && char <= '9') classes[code] = digit;
  else if (char === '_' || char === '$') classes[code] = line;
  else if (char === '-') classes[code] = hyphen;
  else if (char === '.') classes[code] = dot;
  else if (char === '/' || char === '\\') classes[code] = slash;
  else if (char === '@' || char === '~' || char === '+') classes[code] = other;
}

function classAt(codes: Uint8Array, at: number): number {
  return classes[codes[at] as number] as number;
}

/**
 * Scans `codes.subarray(from, to)` once and passes on its distinctive words. Skips everyday words; letters beyond ASCII end a word. A path is
 * followed by the ids in its parts and the words of its name.
 */
export function scanTerms(codes: Uint8Array, from: number, to: number, take: TakeTerm): void {
  let at = from;
  while (at < to) {
    let is = classAt(codes, at);
    const start = at;
    let seen = 0;
    let turns = 0;
    let before = 0;
    while (is !== 0 && at < to) {
      if (is === upper && before === lower) turns += 1;
      seen |= is;
      before = is;
      at += 1;
      is = classAt(codes, at);
    }
    // Most words are everyday words, so they are skipped early.
    if (at - start >= 4 && (turns > 0 || (seen & ~letter) !== 0)) takeRun(codes, start, at, seen, take);
    at += 1;
  }
}

/** A run of characters that may form a path, a name or an id. */
function takeRun(codes: Uint8Array, from: number, to: number, seen: number, take: TakeTerm): void {
  let end = to;
  while (end > from && (classAt(codes, end - 1) & (dot | hyphen)) !== 0) end -= 1;
  if (end - from < 4) return;
  if ((seen & slash) !== 0) {
    if ((seen & letter) !== 0) take('path', from, end);
    takeParts(codes, from, end, seen, take);
    return;
  }
  if ((seen & dot) !== 0 && hasFileEnding(codes, from, end)) take('file', from, end);
  if ((seen & hyphen) !== 0) takeJoined(codes, from, end, take);
  takeWords(codes, from, end, take);
}

function takeParts(codes: Uint8Array, from: number, end: number, seen: number, take: TakeTerm): void {
  let start = from;
  for (let at = from; at <= end; at += 1) {
    if (at < end && classAt(codes, at) !== slash) continue;
    if ((seen & hyphen) !== 0 && at - start >= 5) takeJoined(codes, start, at, take);
    if (at === end) takeWords(codes, start, end, take);
    start = at + 1;
  }
}

function takeJoined(codes: Uint8Array, from: number, end: number, take: TakeTerm): void {
  const key = endOfKey(codes, from, end);
  if (key > from) take('key', from, key);
  let start = from;
  while (start < end && classAt(codes, start) === hyphen) start += 1;
  let seen = 0;
  for (let at = start; at < end; at += 1) seen |= classAt(codes, at);
  if ((seen & hyphen) === 0 || (seen & letter) === 0) return;
  if ((seen & digit) !== 0 && end - start >= 16) take('id', start, end);
  else if (end - start >= 8) take('joined', start, end);
}

/** End of a key like `STD-001` or `ENT-98` at the start; `from` where there is none. */
function endOfKey(codes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && classAt(codes, at) === upper) at += 1;
  if (at - from < 2 || at - from > 10 || classAt(codes, at) !== hyphen) return from;
  const digits = at + 1;
  at = digits;
  while (at < end && classAt(codes, at) === digit) at += 1;
  return at - digits < 1 || at - digits > 6 ? from : at;
}

function takeWords(codes: Uint8Array, from: number, to: number, take: TakeTerm): void {
  let at = from;
  while (at < to) {
    if ((classAt(codes, at) & word) === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let turns = 0;
    let lines = 0;
    let digits = 0;
    let letters = 0;
    let before = 0;
    for (let is = classAt(codes, at); at < to && (is & word) !== 0; is = classAt(codes, at)) {
      if (is === digit) digits += 1;
      else if (is === upper && before === lower) turns += 1;
      else if (is === line && at > start) lines += 1;
      if ((is & letter) !== 0) letters += 1;
      before = is;
      at += 1;
    }
    const length = at - start;
    if (letters > 0 && digits >= 3 && length >= 8) take('id', start, at);
    else if (turns + lines > 0 && letters >= 5 && length >= 6) {
      take('name', start, at);
      if (turns > 1 && lines > 0) takeNameParts(codes, start, at, take);
    } else if (letters === 0 && digits === length && length >= 4 && length <= 12) take('number', start, at);
  }
}

/** Parts of a name that are names themselves: of `TestTides_AtNight` the first. */
function takeNameParts(codes: Uint8Array, from: number, to: number, take: TakeTerm): void {
  let start = from;
  let turns = 0;
  for (let at = from; at <= to; at += 1) {
    const is = at === to ? line : classAt(codes, at);
    if (is === upper && at > start && classAt(codes, at - 1) === lower) turns += 1;
    if (is !== line) continue;
    if (turns > 0 && at - start >= 8) take('name', start, at);
    start = at + 1;
    turns = 0;
  }
}

const mostLetters = 7;
const fileEndings: ReadonlySet<number> = new Set(
  'bash bat c cc cfg clj cmd conf cpp cs css csv cxx dart env ex exs fish go gql gradle graphql h hcl hpp hs htm html ini ipynb java jpg js json jsonc jsonl jsx kt less lock log lua m md mdx mjs cjs mts cts pdf php pl png proto ps1 py pyi r rb rs sass scala scss sh sol sql svelte svg swift tf toml ts tsv tsx txt vue wasm xml yaml yml zig zsh'
    .split(' ')
    .map((ending) => [...ending].reduce((number, char) => pack(number, char.charCodeAt(0)), 0)),
);

/** A file extension as a number, ignoring case. */
function pack(before: number, code: number): number {
  return before * 64 + (code & 0x1f) + (code < 0x40 ? 0x20 : 0);
}

function hasFileEnding(codes: Uint8Array, from: number, end: number): boolean {
  let at = end;
  while (at > from && end - at <= mostLetters && classAt(codes, at - 1) !== dot) at -= 1;
  if (at <= from + 1 || at === end || classAt(codes, at - 1) !== dot) return false;
  let ending = 0;
  for (; at < end; at += 1) ending = pack(ending, codes[at] as number);
  return fileEndings.has(ending);
}
