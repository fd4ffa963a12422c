'use client';
import { useRef } from 'react';
import { planOf, type ReplayItem } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { type DrawnRow, type KeyedRow, keyRows, noRows } from './keyRows.ts';
import { itemOfRow, rowId, triggersOf } from './rowIdentity.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Rows whose elements are their own: what is unfolded, the Tab stop, and what is marked, whose mark would fade at another place. */
export interface OwnRows {
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
