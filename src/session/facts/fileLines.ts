import type { ChangeHunk } from './fileChanges.ts';
import { changedLines, noBreakMark, numberLines } from './lineDiff.ts';
import { slideChanges } from './slideChanges.ts';

/** A line of a file, from when it was written until it was removed. Its text may become known later, or never. */
export interface FileLine {
  text: string | undefined;
  /** The last line of a file, without a line break at its end. */
  noBreak: boolean;
  /** The call that wrote it; -1 for a line from before the session. */
  readonly writtenBy: number;
  /** Nothing in the log wrote it; `writtenBy` is the call that showed it. */
  readonly outside: boolean;
  /** The first call that showed it, if another call wrote it. */
  seenBy: number | undefined;
  removedBy: number | undefined;
}

/** The texts of consecutive lines, all known; `at` names lines of `file`. */
export function knownRuns(file: readonly FileLine[], at: readonly number[]): Run[] {
  const runs: Run[] = [];
  let open: { first: number; lines: string[] } | undefined;
  for (let n = 0; n <= at.length; n += 1) {
    const text = file[at[n] ?? -1]?.text;
    if (text === undefined) {
      if (open !== undefined) runs.push({ first: open.first, text: open.lines.join('') });
      open = undefined;
    } else {
      open ??= { first: n, lines: [] };
      open.lines.push(`${text}\n`);
    }
  }
  return runs;
}

/** Positions in `at` from which lines have these texts: to the letter, else without regard to blanks at their ends. */
export function placesOf(file: readonly FileLine[], at: readonly number[], texts: readonly string[]): number[] {
  for (const same of [isEqual, isEqualButEnds]) {
    const places: number[] = [];
    for (let from = 0; from + texts.length <= at.length; from += 1) {
      if (texts.every((text, n) => same(text, file[at[from + n] ?? -1]?.text))) places.push(from);
    }
    if (places.length > 0) return places;
  }
  return [];
}

/** The differences between lines and texts, each with the unchanged line after it. */
export function differences(
  file: readonly FileLine[],
  at: readonly number[],
  texts: readonly string[],
): { removed: number; added: string[] }[] {
  const { old, now } = changesOf(file, at, texts);
  const parts: { removed: number; added: string[] }[] = [];
  for (let [x, y] = [0, 0]; x < at.length || y < texts.length; x += 1, y += 1) {
    const part = { removed: 0, added: [] as string[] };
    for (; old[x] === 1; x += 1) part.removed += 1;
    for (; now[y] === 1; y += 1) part.added.push(texts[y] as string);
    parts.push(part);
  }
  return parts;
}

/**
 * Which lines are not among the texts (1 in `old`), and which texts are not among the lines (1 in `now`). `endsOpen`: whether the last text
 * has no line break after it; absent where that is not known, and makes no difference.
 */
export function changesOf(
  file: readonly FileLine[],
  at: readonly number[],
  texts: readonly string[],
  endsOpen?: boolean,
): { old: Uint8Array; now: Uint8Array } {
  const known = new Map<string, number>();
  const open = (text: string): string => `${text}\n${noBreakMark}`;
  const before = Int32Array.from(at, (line) => {
    const { text, noBreak = false } = file[line] ?? {};
    if (text === undefined) return -1 - line;
    return numberLines([noBreak && endsOpen !== undefined ? open(text) : text], known)[0] as number;
  });
  const after = numberLines(
    endsOpen === true ? texts.map((text, n) => (n === texts.length - 1 ? open(text) : text)) : texts,
    known,
  );
  const names = [...known.keys()];
  const changed = changedLines(before, after);
  slideChanges(before, after, changed, (number) => names[number] ?? '');
  return { old: changed.removed, now: changed.added };
}

function isEqual(text: string, other: string | undefined): boolean {
  return text === other;
}

function isEqualButEnds(text: string, other: string | undefined): boolean {
  return other !== undefined && text.trimEnd() === other.trimEnd();
}

/** What an edit asked for: one text in place of another. */
export interface TextReplacement {
  readonly before: string;
  readonly after: string;
  /** Replaces every occurrence, not only the first. */
  readonly all?: boolean;
}

/** Lines of a file that stand together and are known. */
interface Run {
  /** Its first line, 0-based. */
  readonly first: number;
  /** Its lines, each with a line break after it. */
  readonly text: string;
}

/** Where a text stands in a run. */
interface Occurrence {
  readonly run: Run;
  readonly from: number;
}

/** Returns every place of a text in a run. */
export function occurrences(run: Run, text: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let from = run.text.indexOf(text); from !== -1; from = run.text.indexOf(text, from + text.length)) {
    found.push({ run, from });
  }
  return found;
}

/** The lines that a replacement covers, and the lines that replace them. */
export function rewritten(
  { run, from }: Occurrence,
  before: string,
  after: string,
): { at: number; count: number; texts: readonly string[] } {
  const start = run.text.lastIndexOf('\n', from - 1) + 1;
  const to = from + before.length;
  // A replacement that ends inside a line covers that line; so does one that leaves no line break before the next line.
  const isLineEnd = run.text[to - 1] === '\n' && (after === '' || after.endsWith('\n'));
  const end = isLineEnd ? to : Math.max(to, run.text.indexOf('\n', to) + 1);
  const text = run.text.slice(start, from) + after + run.text.slice(to, end);
  return {
    at: run.first + countBreaks(run.text, 0, start),
    count: countBreaks(run.text, start, end),
    texts: text === '' ? [] : text.replace(/\n$/, '').split('\n'),
  };
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** What a hunk replaces, and by what, as whole lines. */
export function textsOf({ lines }: ChangeHunk): { before: string; after: string } {
  const side = (without: '+' | '-'): string =>
    lines.flatMap(({ sign, text }) => (sign === without ? [] : [`${text}\n`])).join('');
  return { before: side('+'), after: side('-') };
}
