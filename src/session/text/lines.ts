import { stripAnsi } from './stripAnsi.ts';

/** Number of lines {@link splitLines} would give, without making them. */
export function countLines(text: string): number {
  const { length } = text;
  let count = 0;
  let from = 0;
  // The engine looks for line ends many times as fast as a loop over the characters.
  for (let feed = text.indexOf('\n'), back = text.indexOf('\r'); feed !== -1 || back !== -1; ) {
    if (feed === -1 || (back !== -1 && back < feed)) {
      from = feed === back + 1 ? feed + 1 : back + 1;
      back = text.indexOf('\r', from);
    } else from = feed + 1;
    count += 1;
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
  }
  return from < length ? count + 1 : count;
}

/** The lines of a text, with any line endings. A line break at the end starts no further line. An empty text has none. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** What ends the lines of a text. `mixed`: not all lines end alike. */
export type LineBreak = '\n' | '\r\n' | 'mixed';

/** The line breaks of a text; undefined where it has none. */
export function lineBreakOf(text: string): LineBreak | undefined {
  let [windows, others] = [false, false];
  for (let at = text.search(/[\r\n]/); at !== -1 && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) {
      windows = true;
      at += 1;
    } else if (code === 0x0d) return 'mixed';
    else if (code === 0x0a) others = true;
  }
  if (windows && others) return 'mixed';
  return windows ? '\r\n' : others ? '\n' : undefined;
}

/** A folded text: its first lines, the number of lines left out, its last lines. */
interface Fold<Line> {
  readonly head: readonly Line[];
  readonly hidden: number;
  readonly tail: readonly Line[];
}

/** Options for folding a long text. */
export interface FoldRule {
  /** Lines kept at the top. */
  readonly head: number;
  /** Lines kept at the bottom. */
  readonly tail: number;
}

/** Folds lines to head and tail. Does nothing if the fold would hide fewer than three lines. */
export function foldLines<Line>(lines: readonly Line[], { head, tail }: FoldRule): Fold<Line> {
  const hidden = lines.length - head - tail;
  if (hidden < 3) return { head: lines, hidden: 0, tail: [] };
  return { head: lines.slice(0, head), hidden, tail: tail === 0 ? [] : lines.slice(-tail) };
}

/** Number of lines visible of a folded text; must match the style sheet. */
export const seenLines = 3;
/** A text of few lines that is longer than this, in characters, takes more than three lines when drawn. */
const seenCharacters = 160;

/** Whether a text takes more than three lines, so that folding it hides something. */
export function foldsToLines(text: string): boolean {
  return text.length > seenCharacters || countLines(text.trim()) > seenLines;
}

/** Longer than any row is wide; the rest is in the details. */
const longest = 400;

/** Puts a text on one line: removes escape sequences, turns line breaks and runs of blanks into one blank, and cuts long texts. */
export function oneLine(text: string, length = longest): string {
  // Cut before cleaning too, so that a row never processes a megabyte.
  const clean = stripAnsi(cutText(text, length * 8))
    .replace(/\s+/g, ' ')
    .trim();
  return clean.length > length || text.length > length * 8 ? `${cutText(clean, length)}…` : clean;
}

/** Cuts a text to at most `length` code units, never inside a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

const failureWord =
  /(?:errors?|exceptions?)\b|\b(?:failed|failure|fail|fatal|panic|traceback|denied)\b|^E\s|错误|失败/i;

const refusing =
  /\bno such\b|\bnot (?:found|a valid|recogni[sz]ed)\b|(?:^|: ?|\] ?)(?:unknown|invalid|illegal|unrecogni[sz]ed)\b/i;

/** Whether a line says that what was asked for does not exist or makes no sense: `no such file`, `unknown option`. */
export function isRefusal(line: string): boolean {
  return refusing.test(line);
}

/** Whether a line of output looks like the reason of a failure. Only used to colour text that is shown anyway. */
export function isErrorLine(line: string): boolean {
  return failureWord.test(line) || isRefusal(line);
}

/** Lines of a file with line numbers added by a tool: `  12→text`, `12<tab>text`. */
interface NumberedLines {
  readonly numbers: readonly string[];
  readonly lines: readonly string[];
}

const numbered = /^( {0,8}\d{1,9}(?:\u2192|\t))/;

/** Splits lines from the numbers before them; undefined where one of the first lines has none. */
export function splitNumbers(lines: readonly string[]): NumberedLines | undefined {
  if (lines.length === 0 || !lines.slice(0, 3).every((line) => numbered.test(line))) return undefined;
  const numbers = lines.map((line) => numbered.exec(line)?.[1] ?? '');
  return { numbers, lines: lines.map((line, at) => line.slice(numbers[at]?.length ?? 0)) };
}

/** A message with more lines than `from` is clipped to `to`. */
export const clippedLines = { from: 48, to: 32 } as const;

/** The start of a text and the number of lines left out; undefined where the text is short enough. */
export function clipText(text: string): { readonly text: string; readonly hidden: number } {
  const lines = splitLines(text);
  const { from, to } = clippedLines;
  if (lines.length <= from) return { text, hidden: 0 };
  return { text: lines.slice(0, to).join('\n'), hidden: lines.length - to };
}

/** What Codex puts above an output that it cut, with the number of lines before that: `Total output lines: 300` and an empty line. */
export const totalLinesHeader = /^Total output lines: (\d{1,12})\r?\n(?:\r?\n)?/;
