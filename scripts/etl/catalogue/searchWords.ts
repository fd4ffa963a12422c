/** A word of a text, as it is looked for, and where it stands, in UTF-16 units of the text. */
export interface Word {
  word: string;
  start: number;
  end: number;
}

/** Longer words are looked for by their beginning: nobody types the rest of a hash. */
const LONGEST_WORD = 48;

/** A query has at most so many parts. */
const MOST_PARTS = 16;

const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
/** A run in a script that writes no spaces between words, or a run of other letters and digits. */
const run = new RegExp(String.raw`[${scripts}]+|[[\p{L}\p{N}\p{M}]--[${scripts}]]+`, 'gv');
const unspaced = new RegExp(`^[${scripts}]`, 'v');
/** Where a name in code has its humps: handle|Submit, HTML|Element. */
const hump = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words of a text, in its order: runs of letters and digits, in lower case. A run of Chinese, Japanese or Korean has a word at
 * each character: it and the next one, the last alone. So every part of such a run is a row of words.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(run)) {
    if (unspaced.test(found)) addPairs(found, index, words);
    else words.push({ word: normal(found), start: index, end: index + found.length });
  }
  return words;
}

function addPairs(found: string, index: number, words: Word[]): void {
  const characters = [...found];
  let start = index;
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1] ?? '';
    words.push({ word: normal(character + next), start, end: start + character.length + next.length });
    start += character.length;
  }
}

/** The humps of names in code, where a word has any: `handle` and `submit` of `handleSubmit`. */
export function humpsOf(text: string): Word[] {
  const humps: Word[] = [];
  for (const { 0: found, index } of text.matchAll(run)) {
    const parts = found.split(hump);
    if (parts.length === 1) continue;
    let start = index;
    for (const part of parts) {
      humps.push({ word: normal(part), start, end: start + part.length });
      start += part.length;
    }
  }
  return humps;
}

function normal(word: string): string {
  return word.toLowerCase().normalize('NFC').slice(0, LONGEST_WORD);
}

/** A row of words that stand one behind the other. */
export interface QueryPart {
  words: readonly string[];
  /** Whether the last word may go on. */
  isPrefix: boolean;
}

/** The parts of a query that all have to be found; none where it has no word. */
export function partsOf(query: string): QueryPart[] {
  const parts: QueryPart[] = [];
  const chunks = [...query.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/gu)];
  for (const [at, { 0: chunk, 1: quoted, index }] of chunks.entries()) {
    const words = wordsOf(quoted ?? chunk).map(({ word }) => word);
    const isLast = at === chunks.length - 1 && index + chunk.length === query.length;
    if (words.length > 0) parts.push(partOf(words, isLast && quoted === undefined));
  }
  return parts.slice(0, MOST_PARTS);
}

/** A word of one character behind a pair is the beginning of a pair. */
function partOf(words: readonly string[], mayGoOn: boolean): QueryPart {
  const last = words.at(-1) ?? '';
  if (!unspaced.test(last)) return { words, isPrefix: mayGoOn && last.length > 1 };
  if (words.length === 1 || !unspaced.test(words.at(-2) ?? '')) return { words, isPrefix: true };
  return { words: words.slice(0, -1), isPrefix: false };
}

/** Whether all parts of a query are found in texts, each in one of them. */
export function createMatcher(query: string): (texts: readonly string[]) => boolean {
  const parts = partsOf(query);
  return (texts) => {
    if (parts.length === 0) return true;
    const rows = texts.flatMap((text) => [wordsOf(text), humpsOf(text)]);
    return parts.every((part) => rows.some((row) => placesIn(row, part).length > 0));
  };
}

/** Where a part stands in a row of words. */
function placesIn(row: readonly Word[], { words, isPrefix }: QueryPart): [start: number, end: number][] {
  const places: [number, number][] = [];
  const last = words.length - 1;
  for (let at = 0; at + last < row.length; at += 1) {
    const fits = words.every((word, offset) => {
      const other = row[at + offset]?.word ?? '';
      return offset === last && isPrefix ? other.startsWith(word) : other === word;
    });
    if (fits) places.push([row[at]?.start ?? 0, endOf(row[at + last], words[last] ?? '', isPrefix)]);
  }
  return places;
}

/** A pair of which only the first character was asked for is marked by that alone. */
function endOf(word: Word | undefined, wanted: string, isPrefix: boolean): number {
  if (word === undefined) return 0;
  return isPrefix && unspaced.test(wanted) ? word.start + wanted.length : word.end;
}

/** What a line holds of a query: which parts, and where they stand. */
export interface LineMatch {
  found: number;
  ranges: [start: number, end: number][];
}

/** Looks for the parts of a query in one line. */
export function matchLine(line: string, parts: readonly QueryPart[]): LineMatch {
  const rows = [wordsOf(line), humpsOf(line)];
  const places = parts.map((part) => rows.flatMap((row) => placesIn(row, part)));
  const ranges = places.flat().sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  const apart: [number, number][] = [];
  for (const range of ranges) {
    const last = apart.at(-1);
    if (last === undefined || range[0] >= last[1]) apart.push([...range]);
    else last[1] = Math.max(last[1], range[1]);
  }
  return { found: places.filter((each) => each.length > 0).length, ranges: apart };
}
