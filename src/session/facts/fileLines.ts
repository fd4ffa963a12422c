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
      if (open !== undefined) runs.push({ first: open.first, count: open.lines.length, text: open.lines.join('') });
      open = undefined;
    } else {
      open ??= { first: n, lines: [] };
      open.lines.push(`${text}\n`);
    }
  }
  return runs;
}

/** Positions in `at` from which lines have these texts: to the letter, else without regard to blanks at their ends. */
export function positionsOf(file: readonly FileLine[], at: readonly number[], texts: readonly string[]): number[] {
  for (const same of [isEqual, isEqualButEnds]) {
    const positions: number[] = [];
    for (let from = 0; from + texts.length <= at.length; from += 1) {
      if (texts.every((text, n) => same(text, file[at[from + n] ?? -1]?.text))) positions.push(from);
    }
    if (positions.length > 0) return positions;
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
export interface Run {
  /** Its first line, 0-based. */
  readonly first: number;
  /** Number of its lines. */
  readonly count: number;
  /** Its lines, each with a line break after it. */
  readonly text: string;
}

/** Where a text stands in a run. */
interface Occurrence {
  readonly run: Run;
  readonly from: number;
}

/** Places of a text in a run, the first ones up to a number. */
export function occurrences(run: Run, text: string, most: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (let from = run.text.indexOf(text); from !== -1; from = run.text.indexOf(text, from + text.length)) {
    found.push({ run, from });
    if (found.length === most) break;
  }
  return found;
}

/** Whole lines of a run, by where their text begins and ends, and the places in them at which a text is replaced. */
interface CoveredLines {
  readonly run: Run;
  readonly starts: number[];
  readonly start: number;
  end: number;
}

/** The lines that replacements cover. Places that share a line stand together. */
export function coveredLines(found: readonly Occurrence[], before: string, after: string): CoveredLines[] {
  const covered: CoveredLines[] = [];
  for (const { run, from } of found) {
    const last = covered.at(-1);
    const to = from + before.length;
    if (last?.run === run && from < last.end) {
      last.starts.push(from);
      if (to >= last.end) last.end = endOfLines(run.text, to, after);
    } else {
      const start = from === 0 ? 0 : run.text.lastIndexOf('\n', from - 1) + 1;
      covered.push({ run, starts: [from], start, end: endOfLines(run.text, to, after) });
    }
  }
  return covered;
}

/** A replacement that ends inside a line covers that line; so does one that leaves no line break before the next line. */
function endOfLines(text: string, to: number, after: string): number {
  const isLineEnd = text[to - 1] === '\n' && (after === '' || after.endsWith('\n'));
  return isLineEnd ? to : Math.max(to, text.indexOf('\n', to) + 1);
}

/** Which lines are rewritten, the lines that replace them, and the run with these. */
export function rewritten(
  file: readonly FileLine[],
  at: readonly number[],
  { covered, before, after }: { covered: CoveredLines; before: string; after: string },
): { at: number; count: number; texts: readonly string[]; run: Run } {
  const { run, starts, start, end } = covered;
  const kept = starts.map((from, n) => run.text.slice(from + before.length, starts[n + 1] ?? end));
  const text = run.text.slice(start, starts[0]) + kept.map((rest) => after + rest).join('');
  const texts = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const lines = texts.map((line) => `${line}\n`).join('');
  const first = lineFrom(file, at, { line: run.first, chars: start });
  const count = lineFrom(file, at, { line: first, chars: end - start }) - first;
  return {
    at: first,
    count,
    texts,
    run: {
      first: run.first,
      count: run.count - count + texts.length,
      text: run.text.slice(0, start) + lines + run.text.slice(end),
    },
  };
}

/** The line that begins so many characters behind the beginning of another. */
function lineFrom(
  file: readonly FileLine[],
  at: readonly number[],
  { line, chars }: { line: number; chars: number },
): number {
  let n = line;
  for (let left = chars; left > 0; n += 1) left -= (file[at[n] ?? -1]?.text?.length ?? 0) + 1;
  return n;
}

/** What a hunk replaces, and by what, as whole lines. */
export function textsOf({ lines }: ChangeHunk): { before: string; after: string } {
  const side = (without: '+' | '-'): string =>
    lines.flatMap(({ sign, text }) => (sign === without ? [] : [`${text}\n`])).join('');
  return { before: side('+'), after: side('-') };
}
