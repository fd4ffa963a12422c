import type { ChangeHunk } from '../shared/call/fileChanges.ts';
import type { DiffRowData } from './diffRowData.ts';
import { hunkRow } from './hunkRow.ts';

function* lineRows(hunk: ChangeHunk): Generator<DiffRowData> {
  let { oldStart: old, newStart: now } = hunk;
  for (const line of hunk.lines) {
    const { sign } = line;
    yield {
      kind: 'line',
      ...line,
      ...(old !== undefined && sign !== '+' ? { oldNumber: old } : {}),
      ...(now !== undefined && sign !== '-' ? { newNumber: now } : {}),
    };
    if (old !== undefined && sign !== '+') old += 1;
    if (now !== undefined && sign !== '-') now += 1;
  }
}

/** Lays hunks out in one column: what was removed stands above what came for it. */
export function unifiedRows(hunks: readonly ChangeHunk[]): DiffRowData[] {
  const rows: DiffRowData[] = [];
  for (const [at, hunk] of hunks.entries()) {
    const head = hunkRow(hunk, at);
    if (head !== undefined) rows.push(head);
    for (const row of lineRows(hunk)) rows.push(row);
  }
  return rows;
}
