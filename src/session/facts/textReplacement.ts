import type { ChangeHunk } from './fileChanges.ts';

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
  /** Its lines, each with a line break after it. */
  readonly text: string;
}

/** Where a text stands in a run. */
export interface Occurrence {
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
