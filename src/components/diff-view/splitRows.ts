import type { ChangeHunk } from '../shared/call/fileChanges.ts';
import type { DiffRowData, DiffSide } from './diffRowData.ts';
import { hunkRow } from './hunkRow.ts';

function pairs(removed: readonly DiffSide[], added: readonly DiffSide[]): DiffRowData[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    kind: 'pair',
    left: removed[at],
    right: added[at],
  }));
}

function hunkPairs(hunk: ChangeHunk): DiffRowData[] {
  const rows: DiffRowData[] = [];
  let { oldStart: old, newStart: now } = hunk;
  let removed: DiffSide[] = [];
  let added: DiffSide[] = [];
  const flush = (): void => {
    for (const row of pairs(removed, added)) rows.push(row);
    removed = [];
    added = [];
  };
  const numbered = (number: number | undefined) => (number === undefined ? {} : { number });
  for (const line of hunk.lines) {
    if (line.sign === '-') removed.push({ ...line, ...numbered(old) });
    else if (line.sign === '+') added.push({ ...line, ...numbered(now) });
    else {
      flush();
      rows.push({ kind: 'pair', left: { ...line, ...numbered(old) }, right: { ...line, ...numbered(now) } });
    }
    if (old !== undefined && line.sign !== '+') old += 1;
    if (now !== undefined && line.sign !== '-') now += 1;
  }
  flush();
  return rows;
}

/** Lays hunks out side by side: what was removed stands beside what came for it. */
export function splitRows(hunks: readonly ChangeHunk[]): DiffRowData[] {
  return hunks.flatMap((hunk, at) => {
    const head = hunkRow(hunk, at);
    return head === undefined ? hunkPairs(hunk) : [head, ...hunkPairs(hunk)];
  });
}
