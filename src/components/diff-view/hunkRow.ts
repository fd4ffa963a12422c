import type { ChangeHunk } from '../shared/call/fileChanges.ts';
import type { DiffRowData } from './diffRowData.ts';

const minus = '\u2212';

/** Where a hunk stands: `@@ −1,12 +1,10 @@`. */
function hunkHeader({ oldStart, newStart, lines }: ChangeHunk): string {
  let [old, now] = [0, 0];
  for (const { sign } of lines) {
    if (sign !== '+') old += 1;
    if (sign !== '-') now += 1;
  }
  return `@@ ${minus}${oldStart ?? 0},${old} +${newStart ?? 0},${now} @@`;
}

/** The row above a hunk: its place where it is known, and a mere mark between hunks whose place is not. */
export function hunkRow(hunk: ChangeHunk, at: number): DiffRowData | undefined {
  if (hunk.oldStart !== undefined) return { kind: 'hunk', header: hunkHeader(hunk) };
  return at > 0 ? { kind: 'hunk', header: '\u2026' } : undefined;
}
