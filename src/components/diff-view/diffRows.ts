import { countUpTo } from '../../replay/internal.ts';
import type { ChangeHunk } from '../../session/facts/fileChanges.ts';
import { type DiffLine, noBreakMark } from '../../session/facts/lineDiff.ts';
import type { CodePart } from '../shared/code/codePart.ts';

/** A line of one of the two compared texts. */
export interface DiffLineNumber {
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

function oldNumberOf(row: DiffRowData | undefined): number | undefined {
  if (row?.kind === 'pair') return row.left?.number;
  return row?.kind === 'line' ? row.oldNumber : undefined;
}

/** A row that is drawn: what it shows, by the lines of the old text, and the key of the elements that show it. */
export interface RowSlot {
  readonly of: string;
  readonly key: number;
}

/**
 * What neighbouring rows show, by the lines of the old text: it stays the same while the new one is scrubbed, so a row that others move is
 * recognised.
 *
 * @param last part of the range.
 */
export function rowNames(rowAt: (at: number) => DiffRowData | undefined, first: number, last: number): string[] {
  let at = first;
  while (at > 0 && rowAt(at)?.kind !== 'hunk' && oldNumberOf(rowAt(at)) === undefined) at -= 1;
  const names = new Set<string>();
  for (let [anchor, added] = ['', 0]; at <= last; at += 1) {
    const row = rowAt(at);
    const old = oldNumberOf(row);
    if (row?.kind === 'hunk') [anchor, added] = [`@${oldNumberOf(rowAt(at + 1)) ?? ` ${at}`}`, 0];
    else if (old !== undefined) [anchor, added] = [String(old), 0];
    else added += 1;
    const name = added === 0 ? anchor : `${anchor}+${added}`;
    // The numbers of a log's own patch may repeat.
    if (at >= first) names.add(names.has(name) ? `${name} ${at}` : name);
  }
  return [...names];
}

/**
 * Which elements draw which rows: a row that was drawn keeps its own, others take those of rows that are gone, as long as no element has to be
 * moved in the document for it.
 */
export function slotsFor(names: readonly string[], drawn: readonly RowSlot[]): RowSlot[] {
  const rowOf = new Map(drawn.map(({ of }, nth) => [of, nth]));
  let fresh = drawn.reduce((most, { key }) => Math.max(most, key), -1) + 1;
  let used = 0;
  const slots: RowSlot[] = [];
  for (let at = 0; at < names.length; ) {
    let kept = at;
    const isKept = (name: string): boolean => (rowOf.get(name) ?? -1) >= used;
    while (kept < names.length && !isKept(names[kept] as string)) kept += 1;
    const end = kept < names.length ? (rowOf.get(names[kept] as string) as number) : drawn.length;
    for (; at < kept; at += 1) {
      const free = used < end ? drawn[used++] : undefined;
      slots.push({ of: names[at] as string, key: free?.key ?? fresh++ });
    }
    if (kept === names.length) break;
    slots.push(drawn[end] as RowSlot);
    used = end + 1;
    at += 1;
  }
  return slots;
}

/** One column, or before and after side by side. */
export type DiffLayout = 'unified' | 'split';

const minus = '\u2212';

/** Number of lines on one side of a difference. */
function countWithout(lines: readonly DiffLine[], without: '+' | '-'): number {
  return lines.reduce((count, { sign }) => (sign === without ? count : count + 1), 0);
}

/** Position of a hunk: `@@ −1,12 +1,10 @@`. */
function hunkHeader({ oldStart = 0, newStart = 0, lines }: ChangeHunk): string {
  return `@@ ${minus}${oldStart},${countWithout(lines, '+')} +${newStart},${countWithout(lines, '-')} @@`;
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

function hunkPairs(hunk: Piece): DiffRowData[] {
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

/** Note below a last line without a line break, as in patches. */
const noBreakRow: DiffRowData = { kind: 'hunk', header: noBreakMark };

function* lineRows(hunk: Piece): Generator<DiffRowData> {
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

/** Lines after which a hunk is drawn in a piece of its own from the next unchanged line on. */
const pieceLines = 200;

/** A part of a hunk; only the first has a row above it. */
interface Piece {
  readonly oldStart: number | undefined;
  readonly newStart: number | undefined;
  readonly lines: readonly DiffLine[];
  readonly head: DiffRowData | undefined;
}

/** Cuts a hunk where the rows of its pieces are those of the whole. */
function piecesOf(hunk: ChangeHunk, at: number): Piece[] {
  const { lines } = hunk;
  const pieces: Piece[] = [];
  let { oldStart, newStart } = hunk;
  let from = 0;
  do {
    let to = Math.min(from + pieceLines, lines.length);
    while (to < lines.length && lines[to]?.sign !== ' ') to += 1;
    // The list itself where it is not cut: its rows have been counted.
    const part = to - from === lines.length ? lines : lines.slice(from, to);
    pieces.push({ oldStart, newStart, lines: part, head: from === 0 ? hunkRow(hunk, at) : undefined });
    if (oldStart !== undefined) oldStart += countWithout(part, '+');
    if (newStart !== undefined) newStart += countWithout(part, '-');
    from = to;
  } while (from < lines.length);
  return pieces;
}

/** The rows of a change: one column with removed lines above those that replaced them, or two with one beside the other. */
export class DiffRows {
  readonly count: number;
  private readonly pieces: readonly Piece[];
  private readonly layout: DiffLayout;
  /** The first row of each piece, and the end of the last. */
  private readonly starts: Int32Array;
  /** Rows by their piece, made when one of them is asked for. */
  private readonly made = new Map<number, readonly DiffRowData[]>();

  constructor(hunks: readonly ChangeHunk[], layout: DiffLayout) {
    this.pieces = hunks.flatMap(piecesOf);
    this.layout = layout;
    this.starts = new Int32Array(this.pieces.length + 1);
    let count = 0;
    for (const [at, piece] of this.pieces.entries()) {
      this.starts[at] = count;
      count += countRows(piece, layout) + (piece.head === undefined ? 0 : 1);
    }
    this.starts[this.pieces.length] = count;
    this.count = count;
  }

  at(row: number): DiffRowData | undefined {
    if (row < 0 || row >= this.count) return undefined;
    const piece = countUpTo(this.starts, row) - 1;
    const rows = this.made.get(piece) ?? this.rowsOf(piece);
    this.made.set(piece, rows);
    return rows[row - (this.starts[piece] as number)];
  }

  private rowsOf(at: number): DiffRowData[] {
    const piece = this.pieces[at] as Piece;
    const rows = this.layout === 'split' ? hunkPairs(piece) : [...lineRows(piece)];
    return piece.head === undefined ? rows : [piece.head, ...rows];
  }
}

const counts: Readonly<Record<DiffLayout, WeakMap<readonly DiffLine[], number>>> = {
  unified: new WeakMap(),
  split: new WeakMap(),
};

/** Rows of a piece without its head; counted once for a list of lines. */
function countRows({ lines }: Piece, layout: DiffLayout): number {
  const known = counts[layout].get(lines);
  if (known !== undefined) return known;
  const count = layout === 'split' ? countPairs(lines) : lines.length + lines.filter(({ noBreak }) => noBreak).length;
  counts[layout].set(lines, count);
  return count;
}

function countPairs(lines: readonly DiffLine[]): number {
  let [count, removed, added] = [0, 0, 0];
  for (const { sign } of lines) {
    if (sign === '-') removed += 1;
    else if (sign === '+') added += 1;
    else {
      count += 1 + Math.max(removed, added);
      [removed, added] = [0, 0];
    }
  }
  return count + Math.max(removed, added) + (lines.some(({ noBreak }) => noBreak) ? 1 : 0);
}
