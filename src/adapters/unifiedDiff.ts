import { hunksOf, lineDiff } from '../session/facts/lineDiff.ts';
import type { FilePatch, PatchHunk } from '../session/index.ts';

const hunkHeader = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/;

/** Reads the hunks of a unified diff, in one pass. Skips file headers and "no newline" marks. */
export function parseUnifiedDiff(diff: string): PatchHunk[] {
  const hunks: PatchHunk[] = [];
  let at = 0;
  while (at < diff.length) {
    const end = diff.indexOf('\n', at);
    const stop = end === -1 ? diff.length : end;
    readDiffLine(hunks, diff.slice(at, stop));
    at = stop + 1;
  }
  return hunks;
}

function readDiffLine(hunks: PatchHunk[], line: string): void {
  const sign = line.charAt(0);
  if (sign === '@') {
    const header = hunkHeader.exec(line.slice(0, 400));
    if (header !== null) hunks.push(hunkOf(header));
  } else if (sign === '+' || sign === '-' || sign === ' ') {
    hunks.at(-1)?.lines.push(line);
  }
}

function hunkOf([, oldStart, oldLines, newStart, newLines, context = '']: RegExpExecArray): PatchHunk {
  return {
    old_start: Number(oldStart),
    old_lines: Number(oldLines ?? 1),
    new_start: Number(newStart),
    new_lines: Number(newLines ?? 1),
    lines: [],
    ...(context === '' ? {} : { context }),
  };
}

/** The changed lines of a diff without hunk headers, as one hunk whose location is unknown; none if no line is changed. */
function unnumberedHunk(diff: string): PatchHunk[] {
  const lines = diff.split('\n').filter((line) => /^[-+ ]/.test(line) && !/^(?:--- |\+\+\+) /.test(line));
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const [added, removed] = [count('+'), count('-')];
  if (added + removed === 0) return [];
  const shared = lines.length - added - removed;
  return [{ old_start: 0, old_lines: removed + shared, new_start: 0, new_lines: added + shared, lines }];
}

/** The change to one file in a unified diff; a file that did not exist before counts as added. */
export function patchOfDiff(path: string, diff: string): FilePatch {
  const numbered = parseUnifiedDiff(diff);
  const hunks = numbered.length === 0 ? unnumberedHunk(diff) : numbered;
  const [first] = hunks;
  const added = /^(?:new file mode|create file mode)|^--- (?:a?\/?dev\/null)/m.test(diff.slice(0, 2000));
  const deleted = /^deleted file mode|^\+\+\+ (?:b?\/?dev\/null)/m.test(diff.slice(0, 2000));
  const change =
    added || (first?.old_start === 0 && first.old_lines === 0 && numbered.length === 1) ? 'added' : 'modified';
  return { path, change: deleted ? 'deleted' : change, ...(hunks.length === 0 ? {} : { hunks }) };
}

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
