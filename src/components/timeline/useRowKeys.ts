'use client';

import { useRef } from 'react';
import { planOf, type ReplayItem } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { itemOfRow, rowId, triggersOf } from './rowIdentity.ts';
import type { TimelineRows } from './timelineRows.ts';

/** A row that is to be drawn. */
export interface DrawnRow {
  readonly id: string;
  /** Rows that look alike: what drew one of them can draw another. Undefined of a row that is to have elements of its own. */
  readonly alike: string | undefined;
}

/** A row with the key that React knows its elements by. */
interface KeyedRow extends DrawnRow {
  readonly key: string;
}

/** Rows as they were drawn last, from top to bottom. */
export interface KeyedRows {
  readonly list: readonly KeyedRow[];
  /** How many keys were ever made. */
  readonly made: number;
}

/** Before the first drawing. */
export const noRows: KeyedRows = { list: [], made: 0 };

/**
 * Gives rows their keys. A row that stays keeps its own, and with it its elements, the focus in them and what was selected. Where rows go and
 * others come in the same place, as at every jump, those that look alike take over: texts and attributes change, which takes
 * half the time of new elements. Rows never change their order for it: React would move those that stay, and a row that is moved loses
 * the focus.
 */
export function keyRows(before: KeyedRows, rows: readonly DrawnRow[]): KeyedRows {
  const known = new Map(before.list.map((row, n) => [row.id, n]));
  const list: KeyedRow[] = [];
  let { made } = before;
  let old = 0;
  let from = 0;
  const fill = (to: number, oldTo: number): void => {
    const coming = rows.slice(from, to);
    const taken = takenOver(before.list.slice(old, oldTo), coming);
    for (const [n, row] of coming.entries()) {
      // Never made of the id: another row may have taken that key over, from this one, when it looked alike.
      list.push({ ...row, key: taken[n] ?? `row:${made++}` });
    }
  };
  for (const [n, row] of rows.entries()) {
    const at = known.get(row.id);
    if (at === undefined || at < old) continue;
    fill(n, at);
    list.push({ ...row, key: (before.list[at] as KeyedRow).key });
    old = at + 1;
    from = n + 1;
  }
  fill(rows.length, before.list.length);
  return { list, made };
}

/** For each row that comes, the key of one that goes: as many as there can be without changing their order. */
function takenOver(going: readonly KeyedRow[], coming: readonly DrawnRow[]): (string | undefined)[] {
  const width = coming.length + 1;
  const most = new Uint16Array((going.length + 1) * width);
  const isAlike = (g: number, c: number): boolean =>
    going[g]?.alike !== undefined && going[g]?.alike === coming[c]?.alike;
  for (let g = going.length - 1; g >= 0; g -= 1) {
    for (let c = coming.length - 1; c >= 0; c -= 1) {
      const skipped = Math.max(most[(g + 1) * width + c] as number, most[g * width + c + 1] as number);
      most[g * width + c] = isAlike(g, c) ? (most[(g + 1) * width + c + 1] as number) + 1 : skipped;
    }
  }
  const keys: (string | undefined)[] = [];
  for (let g = 0, c = 0; c < coming.length; ) {
    if (g >= going.length) break;
    if (isAlike(g, c)) {
      keys[c] = (going[g] as KeyedRow).key;
      g += 1;
      c += 1;
    } else if ((most[(g + 1) * width + c] as number) >= (most[g * width + c + 1] as number)) g += 1;
    else c += 1;
  }
  return keys;
}

/** Rows whose elements are their own: what is unfolded, the Tab stop, and what is marked, whose mark would fade at another place. */
interface OwnRows {
  readonly expanded: ReadonlySet<string>;
  readonly marked: readonly number[];
}

/** The rows to draw, in the same order, with the keys of their elements. */
export function useRowKeys(rows: TimelineRows, drawn: readonly number[], own: OwnRows): readonly KeyedRow[] {
  const known = useRef(noRows);
  const keyed = keyRows(
    known.current,
    drawn.map((row): DrawnRow => {
      const id = rowId(rows, row);
      const item = own.expanded.has(id) || own.marked.includes(row) ? undefined : itemOfRow(rows, row);
      return { id, alike: item === undefined ? undefined : looksOf(rows, item) };
    }),
  );
  // What was drawn, not what was only rendered.
  useBeforePaint(() => {
    known.current = keyed;
  });
  return keyed.list;
}

/** What draws an item folded, if it keeps nothing of its own from one item to the next. */
function looksOf({ index }: TimelineRows, item: ReplayItem): string | undefined {
  if (planOf(item) !== undefined) return undefined;
  if (item.is === 'call') return triggersOf(index).has(item.id) ? undefined : 'call';
  const { type } = item.event;
  return type === 'thinking' || type === 'usage' ? type : undefined;
}
