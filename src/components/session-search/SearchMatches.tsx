'use client';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useState } from 'react';
import { List, useListRef } from 'react-window';
import type { SearchQuery, SearchTexts } from '../../replay/index.ts';
import { searchWords } from '../language/english/search.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { rowAfterKey } from '../shared/rowAfterKey.ts';
import { useKit } from '../theme/useKit.ts';
import { placeOf } from './matchSteps.ts';
import { SearchMatch, searchMatchId } from './SearchMatch.tsx';

/** Props of {@link SearchMatches}. */
export interface SearchMatchesProps {
  id: string;
  texts: SearchTexts;
  query: SearchQuery;
  matches: Uint32Array;
  scope: ItemScope | undefined;
  /** The item the reader is at, or −1. */
  here: number;
  onChoose: (item: number) => void;
  /** The reader goes back up to the field. */
  onLeave: () => void;
}

/** Height of a match, in pixels. */
const rowPx = 44;
const pageRows = 5;

/** The matches as options of one list box, only those in sight drawn: the focus stays on the list, and one is active. */
export function SearchMatches(props: SearchMatchesProps): ReactElement {
  const { id, texts, query, matches, scope, here, onChoose, onLeave } = props;
  const { t } = useKit(searchWords);
  const list = useListRef(null);
  const [active, setActive] = useState({ query, row: 0, here });
  const place = placeOf(matches, here);
  const last = matches.length - 1;
  const known = active.query === query && active.here === here ? active : { query, here, row: Math.max(place, 0) };
  if (known !== active) setActive(known);
  const activeRow = Math.min(known.row, last);
  const goTo = (row: number): void => setActive({ query, here, row });

  useEffect(() => {
    list.current?.scrollToRow({ index: activeRow, align: 'auto' });
  }, [activeRow, list]);

  const choose = (row: number): void => {
    const item = matches[row];
    if (item === undefined) return;
    goTo(row);
    onChoose(item);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    if (row !== undefined) choose(Number(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowAfterKey(event.key, activeRow, last, pageRows);
    if (event.key === 'ArrowUp' && activeRow === 0) onLeave();
    else if (row !== undefined) goTo(row);
    else if (event.key === 'Enter' || event.key === ' ') choose(activeRow);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  return (
    <List
      id={id}
      listRef={list}
      role="listbox"
      aria-label={t('search.matches')}
      aria-activedescendant={searchMatchId(id, activeRow)}
      tabIndex={0}
      className="ark-search__list"
      style={{ '--ark-search-content': `${matches.length * rowPx}px` } as CSSProperties}
      onClick={onClick}
      onKeyDown={onKeyDown}
      rowComponent={SearchMatch}
      rowCount={matches.length}
      rowHeight={rowPx}
      defaultHeight={rowPx * 6}
      rowProps={{ listId: id, texts, query, matches, scope, activeRow, here }}
    />
  );
}
