import type { ChangeHunk } from '../shared/call/fileChanges.ts';
import type { DiffLine } from '../shared/call/lineDiff.ts';

/** Lines that are kept around a change. */
const around = 3;

/** Cuts a difference into hunks: changes that lie near each other, with the lines around them, and where they stand. */
export function hunksOf(lines: readonly DiffLine[]): ChangeHunk[] {
  const hunks: ChangeHunk[] = [];
  const changed = lines.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]));
  let [old, now, counted] = [1, 1, 0];
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while (last + 1 < changed.length && (changed[last + 1] ?? 0) - (changed[last] ?? 0) <= 2 * around + 1) last += 1;
    const start = Math.max(0, (changed[first] ?? 0) - around);
    for (; counted < start; counted += 1) {
      if (lines[counted]?.sign !== '+') old += 1;
      if (lines[counted]?.sign !== '-') now += 1;
    }
    hunks.push({ oldStart: old, newStart: now, lines: lines.slice(start, (changed[last] ?? 0) + around + 1) });
    first = last + 1;
  }
  return hunks;
}
