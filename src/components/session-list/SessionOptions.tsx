'use client';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useState } from 'react';
import { List, useListRef } from 'react-window';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';
import { SessionOption, sessionOptionId } from './SessionOption.tsx';
import type { SessionEntry } from './sessionEntry.ts';

/** Props of {@link SessionOptions}. */
export interface SessionOptionsProps {
  id: string;
  sessions: readonly SessionEntry[];
  selected: string | undefined;
  onSelect: ((sessionId: string) => void) | undefined;
}

/** Height of one session, in pixels, and of one in a list that is narrower than `narrowPx`. */
const rowPx = 52;
const narrowRowPx = 72;
const narrowPx = 480;
const assumedPx = 600;
const pageRows = 8;

/** The sessions as options of one list box: the focus stays on the list, and one option is the active one. */
export function SessionOptions({ id, sessions, selected, onSelect }: SessionOptionsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const list = useListRef(null);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      sessions.findIndex((each) => each.session_id === selected),
    ),
  );
  // Beside its figures, a title of a narrow list would be the same few words in each row.
  const [lines, setLines] = useState<'two' | 'three'>('two');
  const activeRow = Math.min(active, sessions.length - 1);

  useEffect(() => {
    list.current?.scrollToRow({ index: activeRow, align: 'auto' });
  }, [activeRow, list]);

  const choose = (row: number): void => {
    const entry = sessions[row];
    if (entry !== undefined) onSelect?.(entry.session_id);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    if (row === undefined) return;
    setActive(Number(row));
    choose(Number(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowAfterKey(event.key, activeRow, sessions.length - 1);
    if (row !== undefined) setActive(row);
    else if (event.key === 'Enter' || event.key === ' ') choose(activeRow);
    else return;
    event.preventDefault();
  };
  return (
    <List
      id={id}
      listRef={list}
      role="listbox"
      aria-label={t('sessions')}
      aria-activedescendant={sessionOptionId(id, activeRow)}
      tabIndex={0}
      className="ark-sessions__options"
      onClick={onClick}
      onKeyDown={onKeyDown}
      rowComponent={SessionOption}
      rowCount={sessions.length}
      rowHeight={lines === 'three' ? narrowRowPx : rowPx}
      data-lines={lines}
      onResize={({ width }) => setLines(width < narrowPx ? 'three' : 'two')}
      defaultHeight={assumedPx}
      rowProps={{ listId: id, sessions, selected, activeRow }}
    />
  );
}

function rowAfterKey(key: string, row: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, row + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1);
    case 'PageDown':
      return Math.min(last, row + pageRows);
    case 'PageUp':
      return Math.max(0, row - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
