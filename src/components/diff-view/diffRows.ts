import type { ChangeHunk } from '../../session/facts/fileChanges.ts';
import { type DiffLine, noBreakMark } from '../../session/facts/lineDiff.ts';
import type { CodePart } from '../shared/code/codePart.ts';

/** A line of one of the two compared texts. */
export interface DiffPlace {
  readonly side: 'old' | 'new';
  /** 1-based. */
  readonly number: number;
}

/** A line on one side of a diff. */
export interface DiffSide extends DiffLine {
  /** 1-based; absent if the log does not have it. */
  readonly number?: number;
  /** The text in its colours; absent until they are known, or if it has none. */
  readonly code?: readonly CodePart[] | undefined;
}

/** A row of a diff as drawn. */
export type DiffRowData =
  | { readonly kind: 'hunk'; readonly header: string }
  | {
      readonly kind: 'line';
      readonly sign: DiffLine['sign'];
      readonly text: string;
      readonly oldNumber?: number;
      readonly newNumber?: number;
      readonly code?: readonly CodePart[] | undefined;
    }
  /** Two lines side by side; one is absent if it has no counterpart. */
  | { readonly kind: 'pair'; readonly left: DiffSide | undefined; readonly right: DiffSide | undefined };

type DrawnLine = Pick<DiffSide, 'sign' | 'text' | 'code'>;

function areSameLines(one: DrawnLine, other: DrawnLine): boolean {
  return one.sign === other.sign && one.text === other.text && one.code === other.code;
}

function areSameSides(one: DiffSide | undefined, other: DiffSide | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.number === other.number && areSameLines(one, other);
}

/** Whether two rows are drawn alike. */
export function areSameRows(one: DiffRowData, other: DiffRowData): boolean {
  if (one.kind === 'hunk') return other.kind === 'hunk' && one.header === other.header;
  if (one.kind === 'pair') {
    return other.kind === 'pair' && areSameSides(one.left, other.left) && areSameSides(one.right, other.right);
  }
  if (other.kind !== 'line') return false;
  return one.oldNumber === other.oldNumber && one.newNumber === other.newNumber && areSameLines(one, other);
}

/** One column, or before and after side by side. */
export type DiffLayout = 'unified' | 'split';

const minus = '\u2212';

/** Position of a hunk: `@@ −1,12 +1,10 @@`. */
function hunkHeader({ oldStart, newStart, lines }: ChangeHunk): string {
  let [old, now] = [0, 0];
  for (const { sign } of lines) {
    if (sign !== '+') old += 1;
    if (sign !== '-') now += 1;
  }
  return `@@ ${minus}${oldStart ?? 0},${old} +${newStart ?? 0},${now} @@`;
}

/** The row above a hunk: its position if known, else a plain separator. */
export function hunkRow(hunk: ChangeHunk, at: number): DiffRowData | undefined {
  if (hunk.oldStart !== undefined) return { kind: 'hunk', header: hunkHeader(hunk) };
  return at > 0 ? { kind: 'hunk', header: '\u2026' } : undefined;
}

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
  if (hunk.lines.some(({ noBreak }) => noBreak)) rows.push(noBreakRow);
  return rows;
}

/** Lays hunks out side by side: removed lines beside those that replaced them. */
export function splitRows(hunks: readonly ChangeHunk[]): DiffRowData[] {
  return hunks.flatMap((hunk, at) => {
    const head = hunkRow(hunk, at);
    return head === undefined ? hunkPairs(hunk) : [head, ...hunkPairs(hunk)];
  });
}

/** Note below a last line without a line break, as in patches. */
const noBreakRow: DiffRowData = { kind: 'hunk', header: noBreakMark };

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
    if (line.noBreak) yield noBreakRow;
    if (old !== undefined && sign !== '+') old += 1;
    if (now !== undefined && sign !== '-') now += 1;
  }
}

/** Lays hunks out in one column: removed lines above those that replaced them. */
export function unifiedRows(hunks: readonly ChangeHunk[]): DiffRowData[] {
  const rows: DiffRowData[] = [];
  for (const [at, hunk] of hunks.entries()) {
    const head = hunkRow(hunk, at);
    if (head !== undefined) rows.push(head);
    for (const row of lineRows(hunk)) rows.push(row);
  }
  return rows;
}
