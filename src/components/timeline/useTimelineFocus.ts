import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useBeforePaint } from '../hooks/hydration.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { commandOfKey, type KeyTable, rowAfterKey, rowKeys } from '../shared/keyTable.ts';
import { type Align, pagesIn, type TimelineLayout } from './layoutTimeline.ts';
import { depthOfRow, foldOfRow, isFoldable, itemOfRow, rowId, rowOfId } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';

/** The list as its keys find it. */
interface KeyedList {
  readonly rows: TimelineRows;
  readonly layout: TimelineLayout;
  readonly expanded: ReadonlySet<string>;
  readonly phases: 'shown' | 'hidden';
  readonly scope: ItemScope | undefined;
  readonly viewPx: () => number;
}

/** What the keys of the timeline work on, and what they bring about. */
interface TimelineFocusOptions extends KeyedList {
  readonly room: HTMLElement | null;
  /** Row that holds the Tab stop until the reader has been in the list. */
  readonly entryRow: number;
  readonly reveal: (row: number, align: Align) => void;
  readonly onToggle: (id: string, open: boolean) => void;
  readonly onSelect: (row: number) => void;
  readonly onSeek: (row: number) => void;
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
  /** Brings a row into view, and the focus to it. */
  moveTo: (row: number, align: Align) => void;
} {
  const { room, rows, expanded, entryRow, reveal, onToggle, onSelect, onSeek } = options;
  const [activeId, setActiveId] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const known = activeId === undefined ? -1 : rowOfId(rows, activeId);
  const activeRow = known >= 0 ? known : Math.max(0, entryRow);

  useBeforePaint(() => {
    if (wanted === undefined || room === null) return;
    room.querySelector<HTMLElement>(`:scope > [data-row="${rowOfId(rows, wanted)}"]`)?.focus({ preventScroll: true });
    setWanted(undefined);
  }, [wanted, room, rows]);

  const moveTo = (row: number, align: Align): void => {
    setActiveId(rowId(rows, row));
    setWanted(rowId(rows, row));
    reveal(row, align);
  };
  const act = (action: TimelineAction): void => {
    switch (action.do) {
      case 'go':
        moveTo(action.row, 'nearest');
        return;
      case 'toggle':
        for (const id of action.ids) onToggle(id, !expanded.has(id));
        return;
      case 'select':
        onSelect(action.row);
        return;
      case 'seek':
        onSeek(action.row);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.count === 0) return;
    const command = commandOfKey(timelineKeys, event);
    // Controls inside a row keep their own keys, except those that leave the row.
    const onRow = event.target instanceof HTMLElement && event.target.parentElement === room;
    if (command === undefined || (command !== 'move' && !onRow)) return;
    const action = actionOf(command, event.key, activeRow, options);
    if (action === undefined) return;
    act(action);
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row !== undefined) setActiveId(rowId(rows, Number(row)));
  };
  return { activeRow, onKeyDown, onFocus, moveTo };
}

/** What a key brings about at a row: the focus or the playhead goes to a row, details are shown, rows are folded or unfolded by their ids. */
type TimelineAction =
  | { readonly do: 'go' | 'select' | 'seek'; readonly row: number }
  | { readonly do: 'toggle'; readonly ids: readonly string[] };

/** What a command does at a row; undefined if nothing, so that its key is left to others. */
function actionOf(command: TimelineCommand, key: string, row: number, list: KeyedList): TimelineAction | undefined {
  const { rows, phases } = list;
  switch (command) {
    case 'move': {
      const canStand = (each: number): boolean => phases === 'shown' || rows.kind(each) !== 'phase';
      const steps = { last: rows.count - 1, pageFrom: pagesIn(list.layout, list.viewPx()), canStand };
      return { do: 'go', row: rowAfterKey(key, row, steps) ?? row };
    }
    case 'unfold':
      return unfold(row, list);
    case 'fold':
      return fold(row, list);
    case 'unfoldPhases':
    case 'foldPhases':
      return foldAllHeads(rows, row, command === 'foldPhases');
    case 'select':
      return isFoldedRun(rows, row) ? { do: 'toggle', ids: [rowId(rows, row)] } : { do: 'select', row };
    case 'goTo':
      return { do: 'seek', row };
  }
}

/** Whether a row stands for several items. */
function isFoldedRun(rows: TimelineRows, row: number): boolean {
  return rows.kind(row) === 'housekeeping' || rows.kind(row) === 'looks';
}

/** Unfolds a row; of one that is unfolded, goes to the first row below it. */
function unfold(row: number, { rows, expanded, scope }: KeyedList): TimelineAction | undefined {
  const next = row + 1;
  const head = foldOfRow(rows, row);
  if (head !== undefined) {
    if (head.folded) return { do: 'toggle', ids: [head.id] };
    return next < rows.count && rows.kind(next) !== 'phase' ? { do: 'go', row: next } : undefined;
  }
  const id = rowId(rows, row);
  if (isFoldable(rows, row, scope) && !expanded.has(id)) return { do: 'toggle', ids: [id] };
  const holdsNext = isFoldedRun(rows, row) || depthOfRow(rows, next) > depthOfRow(rows, row);
  return next < rows.count && holdsNext ? { do: 'go', row: next } : undefined;
}

/** Folds a row; of one that does not fold, goes to the row that holds it. */
function fold(row: number, { rows, expanded, scope }: KeyedList): TimelineAction | undefined {
  const head = foldOfRow(rows, row);
  if (head !== undefined) return head.folded ? undefined : { do: 'toggle', ids: [head.id] };
  const id = rowId(rows, row);
  if (isFoldable(rows, row, scope) && expanded.has(id)) return { do: 'toggle', ids: [id] };
  const item = itemOfRow(rows, row);
  if (item === undefined) return undefined;
  const run = rows.runRowOf(item.index);
  if (run >= 0) return { do: 'go', row: run };
  const caller = rows.index.runs[item.run]?.trigger;
  return caller && { do: 'go', row: rows.rowOfItem(caller.index) };
}

/**
 * Folds or unfolds all heads of the kind that a row is; undefined if it is none. An id among the expanded ids means that a fold differs from
 * how it was at first.
 */
function foldAllHeads(rows: TimelineRows, row: number, wanted: boolean): TimelineAction | undefined {
  if (foldOfRow(rows, row) === undefined) return undefined;
  const heads = rows.phaseFold(row) === undefined ? rows.chapters.map((each) => each.row) : rows.others;
  const folds = heads.flatMap((each) => foldOfRow(rows, each) ?? []);
  return { do: 'toggle', ids: folds.filter(({ folded }) => folded !== wanted).map(({ id }) => id) };
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
