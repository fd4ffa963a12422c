import type { FilePatch, PatchHunk } from '../../../session/index.ts';

const hunkPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks that begin at a line, up to the first line that belongs to none. */
export function readHunks(lines: readonly string[], start: number): { hunks: PatchHunk[]; end: number } {
  const hunks: PatchHunk[] = [];
  let at = start;
  for (;;) {
    const head = hunkPattern.exec(lines[at] ?? '');
    if (head === null) return { hunks, end: at };
    const hunk = {
      old_start: Number(head[1]),
      old_lines: Number(head[2] ?? 1),
      new_start: Number(head[3]),
      new_lines: Number(head[4] ?? 1),
      lines: [] as string[],
    };
    at = readHunkLines(lines, at + 1, hunk);
    hunks.push(hunk);
  }
}

function readHunkLines(lines: readonly string[], start: number, hunk: PatchHunk): number {
  let oldLeft = hunk.old_lines;
  let newLeft = hunk.new_lines;
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('\\')) continue;
    if (oldLeft <= 0 && newLeft <= 0) break;
    const sign = line.charAt(0);
    if (sign === '+') newLeft -= 1;
    else if (sign === '-') oldLeft -= 1;
    else if (sign === ' ' || sign === '') {
      oldLeft -= 1;
      newLeft -= 1;
    } else break;
    hunk.lines.push(sign === '' ? ' ' : line);
  }
  return at;
}

/** How many lines patches add and take away. */
export function countChanges(patches: readonly FilePatch[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { hunks } of patches) {
    for (const { lines } of hunks ?? []) {
      for (const line of lines) {
        if (line.startsWith('+')) added += 1;
        else if (line.startsWith('-')) removed += 1;
      }
    }
  }
  return { added, removed };
}
