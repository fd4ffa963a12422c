import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { CallItem } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { commandOfKey, type KeyTable, rowAfterKey, rowKeys } from '../shared/keyTable.ts';
import { type Align, pagesIn, type TimelineLayout } from './layoutTimeline.ts';
import { depthOfRow, foldOfRow, itemOfRow, rowId, rowOfId } from './rowIdentity.ts';
import { isFoldable } from './rowState.ts';
import type { TimelineRows } from './timelineRows.ts';

/** What the keys of the timeline work on. */
export interface TimelineFocusOptions {
  room: HTMLElement | null;
  rows: TimelineRows;
  layout: TimelineLayout;
  expanded: ReadonlySet<string>;
  phases: 'shown' | 'hidden';
  scope: ItemScope | undefined;
  /** Row that holds the Tab stop until the reader has been in the list. */
  entryRow: number;
  viewPx: () => number;
  reveal: (row: number, align: Align) => void;
  onToggle: (id: string, open: boolean) => void;
  onSelect: (row: number) => void;
  onSeek: (row: number) => void;
}

/**
 * Moves one focus among the rows: arrows up and down, pages, both ends. Right and left unfold and fold, or enter and leave a run; on the
 * head of a chapter or a phase, Shift does so for all heads of that kind. Enter shows details; Shift+Enter moves the playhead. An arrow
 * that does nothing in a row is left to the elements around the list.
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
  /** Folds or unfolds the rows below a head, or below all heads of its kind; false if nothing changed. */
  const foldHeads = (row: number, fold: boolean, all: boolean): boolean => {
    const headed = rows.phaseFold(row) === undefined ? rows.chapters.map((each) => each.row) : rows.others;
    const folds = (all ? headed : [row]).flatMap((each) => foldOfRow(rows, each) ?? []);
    const changed = folds.filter(({ folded }) => folded !== fold);
    // An id among the expanded ids means that a fold differs from how it was at first.
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
  /** Returns whether the key had any effect. */
  const runCommand = (command: TimelineCommand, key: string): boolean => {
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
    // Controls inside a row keep their own keys, except those that leave the row.
    const onRow = event.target instanceof HTMLElement && event.target.parentElement === room;
    if (command === undefined || (command !== 'move' && !onRow)) return;
    if (runCommand(command, event.key)) event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row !== undefined) setActiveId(rowId(rows, Number(row)));
  };
  return { activeRow, onKeyDown, onFocus };
}

/** What a key does in the timeline. */
type TimelineCommand = 'move' | 'unfold' | 'fold' | 'unfoldPhases' | 'foldPhases' | 'select' | 'goTo';

/** Keys of the timeline. Tab is left to the browser: it moves to the controls inside the row. */
export const timelineKeys: KeyTable<TimelineCommand> = {
  where: 'key.group.timeline',
  lines: [
    ...rowKeys<TimelineCommand>('move'),
    { help: 'key.help.fold', does: { ArrowRight: 'unfold', ArrowLeft: 'fold' } },
    { help: 'key.help.foldPhases', does: { 'Shift ArrowRight': 'unfoldPhases', 'Shift ArrowLeft': 'foldPhases' } },
    { help: 'key.help.inside', printed: ['Tab'], does: {} },
    { help: 'key.help.select', does: { Enter: 'select' } },
    { help: 'key.help.goTo', does: { 'Shift Enter': 'goTo' } },
  ],
};
