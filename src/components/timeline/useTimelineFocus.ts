'use client';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { CallItem } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { commandOfKey } from '../shared/keyTable.ts';
import { rowAfterKey } from '../shared/rowAfterKey.ts';
import { type Align, pagesIn, type TimelineLayout } from './layoutTimeline.ts';
import { depthOfRow, foldOfRow, itemOfRow, rowId, rowOfId } from './rowIdentity.ts';
import { isFoldable } from './rowState.ts';
import { type TimelineCommand, timelineKeys } from './timelineKeys.ts';
import type { TimelineRows } from './timelineRows.ts';

/** What the keyboard has to do with. */
export interface TimelineFocusOptions {
  room: HTMLElement | null;
  rows: TimelineRows;
  layout: TimelineLayout;
  expanded: ReadonlySet<string>;
  phases: 'shown' | 'hidden';
  scope: ItemScope | undefined;
  /** Where the Tab key goes until the reader has been in the list. */
  entryRow: number;
  viewPx: () => number;
  reveal: (row: number, align: Align) => void;
  onToggle: (id: string, open: boolean) => void;
  onSelect: (row: number) => void;
  onSeek: (row: number) => void;
}

/**
 * One focus that moves among the rows: up and down, by pages, to both ends; right and left unfold and fold, or go into a
 * run and out of it, on the head of a chapter or a phase with Shift all of them; Enter shows details, with Shift it moves the playhead. An arrow that a row has no use for is left to
 * what is around the list.
 */
export function useTimelineFocus(options: TimelineFocusOptions): {
  activeRow: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
} {
  const { room, rows, layout, expanded, phases, scope, entryRow, viewPx, reveal, onToggle, onSelect, onSeek } = options;
  const [activeId, setActiveId] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const known = activeId === undefined ? -1 : rowOfId(rows, activeId);
  const activeRow = known >= 0 ? known : Math.max(0, entryRow);
  const canStand = (row: number): boolean => phases === 'shown' || rows.kind(row) !== 'phase';

  useBeforePaint(() => {
    if (wanted === undefined || room === null) return;
    room.querySelector<HTMLElement>(`:scope > [data-row="${rowOfId(rows, wanted)}"]`)?.focus({ preventScroll: true });
    setWanted(undefined);
  }, [wanted, room, rows]);

  const go = (row: number): void => {
    const id = rowId(rows, row);
    setActiveId(id);
    setWanted(id);
    reveal(row, 'nearest');
  };
  /** Folds or unfolds what a row heads, or all that is of its kind; false where that is how it is. */
  const foldHeads = (row: number, fold: boolean, all: boolean): boolean => {
    const headed = rows.phaseFold(row) === undefined ? rows.chapters.map((each) => each.row) : rows.others;
    const folds = (all ? headed : [row]).flatMap((each) => foldOfRow(rows, each) ?? []);
    const changed = folds.filter(({ folded }) => folded !== fold);
    // What stands among the expanded ids says that a fold is otherwise than at first.
    for (const { id } of changed) onToggle(id, !expanded.has(id));
    return changed.length > 0 || all;
  };
  const unfold = (row: number): boolean => {
    const id = rowId(rows, row);
    if (foldOfRow(rows, row) !== undefined) {
      if (foldHeads(row, false, false)) return true;
      if (row + 1 >= rows.count || rows.kind(row + 1) === 'phase') return false;
      go(row + 1);
      return true;
    }
    if (isFoldable(rows, row, scope) && !expanded.has(id)) {
      onToggle(id, true);
      return true;
    }
    const kind = rows.kind(row);
    const isWithin = kind === 'housekeeping' || kind === 'looks' || depthOfRow(rows, row + 1) > depthOfRow(rows, row);
    if (row + 1 >= rows.count || !isWithin) return false;
    go(row + 1);
    return true;
  };
  const fold = (row: number): boolean => {
    const id = rowId(rows, row);
    if (foldOfRow(rows, row) !== undefined) return foldHeads(row, true, false);
    if (isFoldable(rows, row, scope) && expanded.has(id)) {
      onToggle(id, false);
      return true;
    }
    const item = itemOfRow(rows, row);
    const run = item === undefined ? -1 : rows.runRowOf(item.index);
    const parent = rows.index.runs[item?.run ?? 0]?.trigger;
    if (run < 0 && parent === undefined) return false;
    go(run >= 0 ? run : rows.rowOfItem((parent as CallItem).index));
    return true;
  };
  /** Says whether there was anything to do. */
  const obey = (command: TimelineCommand, key: string): boolean => {
    switch (command) {
      case 'move': {
        const steps = { last: rows.count - 1, pageFrom: pagesIn(layout, viewPx()), canStand };
        go(rowAfterKey(key, activeRow, steps) ?? activeRow);
        return true;
      }
      case 'unfold':
        return unfold(activeRow);
      case 'fold':
        return fold(activeRow);
      case 'unfoldPhases':
      case 'foldPhases':
        return foldOfRow(rows, activeRow) !== undefined && foldHeads(activeRow, command === 'foldPhases', true);
      case 'select':
        if (rows.kind(activeRow) === 'housekeeping' || rows.kind(activeRow) === 'looks')
          onToggle(rowId(rows, activeRow), !expanded.has(rowId(rows, activeRow)));
        else onSelect(activeRow);
        return true;
      case 'goTo':
        onSeek(activeRow);
        return true;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.count === 0) return;
    const command = commandOfKey(timelineKeys, event);
    // What stands inside a row keeps its own keys, but for those that leave the row.
    const onRow = event.target instanceof HTMLElement && event.target.parentElement === room;
    if (command === undefined || (command !== 'move' && !onRow)) return;
    if (obey(command, event.key)) event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row !== undefined) setActiveId(rowId(rows, Number(row)));
  };
  return { activeRow, onKeyDown, onFocus };
}
