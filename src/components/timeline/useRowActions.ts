import { type MouseEvent, useCallback, useRef } from 'react';
import { selectionAt } from '../hooks/acrossShadows.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { itemOfRow } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';

interface RowActionsOptions {
  readonly onSelect: ((id: string) => void) | undefined;
  readonly onSeek: ((item: number) => void) | undefined;
  /** Called before a visible row is selected. */
  readonly keepStill: (row: number) => void;
}

/** What a reader does with rows. */
interface RowActions {
  readonly select: (row: number) => void;
  /** Selects an item by its id; the same function as long as the list is there. */
  readonly selectItem: (id: string) => void;
  readonly seek: (row: number) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** Selects rows and moves the playhead to them, for presses and for keys. */
export function useRowActions(rows: TimelineRows, { onSelect, onSeek, keepStill }: RowActionsOptions): RowActions {
  const latestSelect = useRef(onSelect);
  useBeforePaint(() => {
    latestSelect.current = onSelect;
  });
  const selectItem = useCallback((id: string): void => latestSelect.current?.(id), []);
  const select = (row: number): void => {
    const item = itemOfRow(rows, row);
    if (item === undefined || onSelect === undefined) return;
    keepStill(row);
    onSelect(item.id);
  };
  const seek = (row: number): void => {
    const item = itemOfRow(rows, row);
    if (item !== undefined) onSeek?.(item.index);
  };
  const onClick = (event: MouseEvent): void => {
    const clicked = clickedRow(event);
    if (clicked === undefined) return;
    if (clicked.on === 'time' && onSeek !== undefined) seek(clicked.row);
    else select(clicked.row);
  };
  return { select, selectItem, seek, onClick };
}

/**
 * A press inside a row focuses the row. If a button in it kept the focus, Space would fold the row again, perhaps out of sight, instead of
 * playing.
 */
export function focusRow(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
  const row = event.target.closest<HTMLElement>('[data-row]');
  if (row === null) return;
  event.preventDefault();
  row.focus({ preventScroll: true });
}

/** The row that a press hit. */
interface ClickedRow {
  readonly row: number;
  readonly on: 'row' | 'time';
}

/** The row that a press chooses; none if the press was for a control inside the row, or ended the selection of a text. */
function clickedRow({ target }: MouseEvent): ClickedRow | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-row]');
  if (element === null || target.closest('a, button, summary') !== null) return undefined;
  const selection = selectionAt(element);
  if (selection !== null && !selection.isCollapsed && selection.containsNode(element, true)) return undefined;
  return { row: Number(element.dataset.row), on: target.closest('.ark-row__time') === null ? 'row' : 'time' };
}
