import type { ChangeHunk } from './call/fileChanges.ts';
import type { DiffLine } from './call/lineDiff.ts';

/** A row of a diff as it is drawn. */
export type DiffRowData =
  | { readonly kind: 'hunk'; readonly header: string }
  | {
      readonly kind: 'line';
      readonly sign: DiffLine['sign'];
      readonly text: string;
      readonly oldNumber?: number;
      readonly newNumber?: number;
    };

const minus = '\u2212';

function header({ oldStart, newStart, lines }: ChangeHunk): string {
  const old = lines.filter(({ sign }) => sign !== '+').length;
  const now = lines.filter(({ sign }) => sign !== '-').length;
  return `@@ ${minus}${oldStart ?? 0},${old} +${newStart ?? 0},${now} @@`;
}

function* hunkRows(hunk: ChangeHunk): Generator<DiffRowData> {
  let { oldStart: old, newStart: now } = hunk;
  for (const { sign, text } of hunk.lines) {
    yield {
      kind: 'line',
      sign,
      text,
      ...(old !== undefined && sign !== '+' ? { oldNumber: old } : {}),
      ...(now !== undefined && sign !== '-' ? { newNumber: now } : {}),
    };
    if (old !== undefined && sign !== '+') old += 1;
    if (now !== undefined && sign !== '-') now += 1;
  }
}

/** Lays hunks out as rows. Headers stand above hunks whose place is known, and between hunks whose place is not. */
export function diffRows(hunks: readonly ChangeHunk[]): DiffRowData[] {
  return hunks.flatMap((hunk, at): DiffRowData[] => {
    const rows = [...hunkRows(hunk)];
    if (hunk.oldStart !== undefined) return [{ kind: 'hunk', header: header(hunk) }, ...rows];
    return at > 0 ? [{ kind: 'hunk', header: '\u2026' }, ...rows] : rows;
  });
}
