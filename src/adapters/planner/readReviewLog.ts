import type { SourceFile } from '../contract.ts';
import { readTextLines } from '../read/readTextLines.ts';
import { planRunSchema, type ValidPlanRun } from './planRunSchema.ts';

/** A line of a review log that is not blank: a valid run, or what is wrong with it. */
export type ReviewLogLine =
  /** `line` counts every line of the file, from 1. */
  { line: number; run: ValidPlanRun } | { line: number; error: string };

/** Longest description of an error, in characters. */
const MAX_ERROR = 240;

/** Reads and checks a review log line by line. */
export async function* readReviewLog(file: SourceFile): AsyncGenerator<ReviewLogLine> {
  for await (const lines of readTextLines(file, { context: { report: () => undefined } })) {
    for (const { line, text } of lines) {
      if (text.trim() !== '') yield checkLine(line, text);
    }
  }
}

function checkLine(line: number, text: string): ReviewLogLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, error: 'not valid JSON' };
  }
  const { data, error } = planRunSchema.safeParse(value);
  if (error === undefined) return { line, run: data };
  const [first, ...others] = error.issues;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { line, error: shorten(`${first?.path.join('.') || 'record'}: ${first?.message ?? 'invalid'}${more}`) };
}

/** On one line, and cut with `...` where it is too long. */
function shorten(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.length <= MAX_ERROR ? line : `${line.slice(0, MAX_ERROR - 3)}...`;
}
