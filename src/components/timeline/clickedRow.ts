import type { MouseEvent } from 'react';

/** Where in the list a press landed. */
export interface ClickedRow {
  readonly row: number;
  readonly on: 'row' | 'time';
}

/** The row that a press is for; none where it was for something inside the row, or ended the selection of a text. */
export function clickedRow({ target, currentTarget }: MouseEvent): ClickedRow | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-row]');
  if (element === null || target.closest('a, button, summary') !== null) return undefined;
  const selection = currentTarget.ownerDocument.getSelection();
  if (selection !== null && !selection.isCollapsed && selection.containsNode(element, true)) return undefined;
  return { row: Number(element.dataset.row), on: target.closest('.ark-row__time') === null ? 'row' : 'time' };
}
