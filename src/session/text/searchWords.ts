/** A searchable word of a text, with its position in UTF-16 units. */
export interface Word {
  word: string;
  start: number;
  end: number;
}

/** Longer words are indexed by their beginning: nobody types the rest of a hash. */
const LONGEST_WORD = 48;

/** Maximum number of parts in a query. */
const MOST_PARTS = 16;

const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
/** A run in a script without spaces between words, or a run of other letters and digits. */
const run = new RegExp(String.raw`[${scripts}]+|[[\p{L}\p{N}\p{M}]--[${scripts}]]+`, 'gv');
const unspaced = new RegExp(`^[${scripts}]`, 'v');
/** Word boundaries within names in code: handle|Submit, HTML|Element. */
const hump = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words of a text, in order: runs of letters and digits, in lower case. A run of Chinese, Japanese or Korean gives one word for each
 * pair of adjacent characters, and the last character alone. So any part of such a run is a sequence of words.
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

/** The parts of a name in code, where it has any: `handle` and `submit` of `handleSubmit`. */
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

/** Separator of lines, so that no sequence of words spans two lines. It is no word of any text. */
const LINE_END = '¶';

const ascii = /^[\0-\x7f]*$/;
const hasWord = /[A-Za-z0-9]/;
const asciiRun = /[A-Za-z0-9]+/g;
const longRun = new RegExp(`[A-Za-z0-9]{${LONGEST_WORD + 1},}`, 'g');
const asciiHump = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const hasHump = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** The words of texts and their humps, for an index that cuts ASCII at all but letters and digits, and other text at spaces only. */
export interface IndexText {
  words: string;
  humps: string;
}

/** What an index is to hold so that it finds the words that `wordsOf` gives, and humps, line by line. Most lines are ASCII: the index cuts those. */
export function indexTextOf(texts: readonly string[]): IndexText {
  const [words, humps]: [string[], string[]] = [[], []];
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (!ascii.test(line)) {
      addWords(wordsOf(line), words);
      addWords(humpsOf(line), humps);
    } else if (hasWord.test(line)) {
      words.push(
        line.replace(longRun, (run) => run.slice(0, LONGEST_WORD)),
        LINE_END,
      );
      if (hasHump.test(line)) addAsciiHumps(line, humps);
    }
  }
  return { words: words.join(' '), humps: humps.join(' ') };
}

function addWords(found: readonly Word[], into: string[]): void {
  for (const { word } of found) into.push(word);
  if (found.length > 0) into.push(LINE_END);
}

function addAsciiHumps(line: string, humps: string[]): void {
  for (const found of line.match(asciiRun) ?? []) {
    if (!hasHump.test(found)) continue;
    for (const part of found.split(asciiHump)) humps.push(part.slice(0, LONGEST_WORD));
  }
  humps.push(LINE_END);
}

function normal(word: string): string {
  return word.toLowerCase().normalize('NFC').slice(0, LONGEST_WORD);
}

/** A sequence of adjacent words. */
export interface QueryPart {
  words: readonly string[];
  /** Whether the last word may be a prefix. */
  isPrefix: boolean;
}

/** The parts of a query, all of which must be found; none where it has no words. */
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

/** A single character after a pair is a prefix of a pair. */
function partOf(words: readonly string[], mayGoOn: boolean): QueryPart {
  const last = words.at(-1) ?? '';
  if (!unspaced.test(last)) return { words, isPrefix: mayGoOn && last.length > 1 };
  if (words.length === 1 || !unspaced.test(words.at(-2) ?? '')) return { words, isPrefix: true };
  return { words: words.slice(0, -1), isPrefix: false };
}

/** Whether each part of a query is found in one of the texts. */
export function createMatcher(query: string): (texts: readonly string[]) => boolean {
  const parts = partsOf(query);
  return (texts) => {
    if (parts.length === 0) return true;
    const rows = texts.flatMap((text) => [wordsOf(text), humpsOf(text)]);
    return parts.every((part) => rows.some((row) => rangesIn(row, part).length > 0));
  };
}

/** The positions of a part in a sequence of words. */
function rangesIn(row: readonly Word[], { words, isPrefix }: QueryPart): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  const last = words.length - 1;
  for (let at = 0; at + last < row.length; at += 1) {
    const fits = words.every((word, offset) => {
      const other = row[at + offset]?.word ?? '';
      return offset === last && isPrefix ? other.startsWith(word) : other === word;
    });
    if (fits) ranges.push([row[at]?.start ?? 0, endOf(row[at + last], words[last] ?? '', isPrefix)]);
  }
  return ranges;
}

/** Where the query has only the first character of a pair, only that is marked. */
function endOf(word: Word | undefined, wanted: string, isPrefix: boolean): number {
  if (word === undefined) return 0;
  return isPrefix && unspaced.test(wanted) ? word.start + wanted.length : word.end;
}

/** Which parts of a query a line contains, and where. */
export interface LineMatch {
  found: number;
  ranges: [start: number, end: number][];
}

/** Finds the parts of a query in one line. */
export function matchLine(line: string, parts: readonly QueryPart[]): LineMatch {
  const rows = [wordsOf(line), humpsOf(line)];
  const perPart = parts.map((part) => rows.flatMap((row) => rangesIn(row, part)));
  const ranges = perPart.flat().sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  const apart: [number, number][] = [];
  for (const range of ranges) {
    const last = apart.at(-1);
    if (last === undefined || range[0] >= last[1]) apart.push([...range]);
    else last[1] = Math.max(last[1], range[1]);
  }
  return { found: perPart.filter((each) => each.length > 0).length, ranges: apart };
}
