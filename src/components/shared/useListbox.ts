import { type KeyboardEvent, type MouseEvent, type Ref, useEffect } from 'react';
import { type ListImperativeAPI, useListRef } from 'react-window';
import { pagesOf, rowAfterKey } from './keyTable.ts';

/** A list box: the list keeps the focus, and one of its options is the active one. */
interface ListboxOptions {
  /** Id of the list; ids of options come from `optionId`. */
  readonly id: string;
  readonly count: number;
  /** The active row, limited to the last row. */
  readonly active: number;
  /** Number of rows in a page. */
  readonly pageRows: number;
  /** Whether a row can be active; headings cannot. @default every row can */
  readonly canStand?: (row: number) => boolean;
  /** Whether a row was chosen before: Space on it is left to the page. @default no row was */
  readonly isChosen?: (row: number) => boolean;
  readonly onActive: (row: number) => void;
  readonly onChoose: (row: number) => void;
  /**
   * Called when the reader leaves the list upwards, with Esc or above the first row; without it, those keys are left to the elements around
   * the list.
   */
  readonly onLeave?: () => void;
}

interface Listbox {
  readonly activeRow: number;
  /** Props for a `List` of react-window; options carry their row as `data-row`. */
  readonly listProps: {
    readonly id: string;
    readonly listRef: Ref<ListImperativeAPI>;
    readonly role: 'listbox';
    readonly 'aria-activedescendant': string;
    readonly tabIndex: 0;
    readonly onClick: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly rowCount: number;
  };
}

/** Id of the element of an option. */
export function optionId(listId: string, row: number): string {
  return `${listId}-${row}`;
}

/**
 * The behaviour of a list box: arrows, pages, Home and End move the active option and scroll it into view; Enter, Space and a press choose
 * it.
 */
export function useListbox(options: ListboxOptions): Listbox {
  const { id, count, active, pageRows, canStand, isChosen, onActive, onChoose, onLeave } = options;
  const list = useListRef(null);
  const last = count - 1;
  const activeRow = Math.min(active, last);

  useEffect(() => {
    list.current?.scrollToRow({ index: activeRow, align: 'auto' });
  }, [activeRow, list]);

  const onClick = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    if (row === undefined) return;
    onActive(Number(row));
    onChoose(Number(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const row = rowAfterKey(key, activeRow, { last, pageFrom: pagesOf(pageRows), ...(canStand && { canStand }) });
    if (onLeave !== undefined && (key === 'Escape' || (key === 'ArrowUp' && activeRow === 0))) onLeave();
    else if (row !== undefined) onActive(row);
    else if (key === 'Enter' || (key === ' ' && isChosen?.(activeRow) !== true)) onChoose(activeRow);
    else return;
    event.preventDefault();
  };
  return {
    activeRow,
    listProps: {
      ...{ id, listRef: list, role: 'listbox', tabIndex: 0, onClick, onKeyDown, rowCount: count },
      'aria-activedescendant': optionId(id, activeRow),
    },
  };
}
