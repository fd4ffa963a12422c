import { hunksOf, lineDiff } from '../session/facts/lineDiff.ts';
import type { PatchHunk } from '../session/index.ts';

/** Longer texts are not compared: the call's input shows the change as well. In characters. */
const MOST_COMPARED = 400_000;

/** The hunks that lead from one text to another, which begin in line `start` of their file (1); none where the texts are very long. */
export function hunksBetween(before: string, after: string, start = 1): PatchHunk[] {
  if (before.length + after.length > MOST_COMPARED) return [];
  const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  return hunksOf(lineDiff(linesOf(before), linesOf(after))).map(({ oldStart, newStart, lines }) => ({
    old_start: before === '' ? 0 : Math.max(0, Math.trunc(oldStart + start - 1)),
    old_lines: lines.filter(({ sign }) => sign !== '+').length,
    new_start: Math.max(0, Math.trunc(newStart + start - 1)),
    new_lines: lines.filter(({ sign }) => sign !== '-').length,
    lines: lines.map(({ sign, text }) => `${sign}${text}`),
  }));
}
