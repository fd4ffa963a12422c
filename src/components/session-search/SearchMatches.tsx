'use client';
import { type CSSProperties, type ReactElement, useState } from 'react';
import { List } from 'react-window';
import type { SearchQuery, SearchTexts } from '../../replay/index.ts';
import { searchWords } from '../language/english/search.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useListbox } from '../shared/useListbox.ts';
import { useKit } from '../theme/useKit.ts';
import { placeOf } from './matchSteps.ts';
import { SearchMatch } from './SearchMatch.tsx';

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
  /** Called when the reader moves back up to the field. */
  onLeave: () => void;
}

/** Height of a match, in pixels. */
const rowPx = 44;
const pageRows = 5;

/** The matches as options of one list box, of which only visible ones are drawn; the list keeps the focus, and one option is active. */
export function SearchMatches(props: SearchMatchesProps): ReactElement {
  const { id, texts, query, matches, scope, here, onChoose, onLeave } = props;
  const { t } = useKit(searchWords);
  const [active, setActive] = useState({ query, row: 0, here });
  const place = placeOf(matches, here);
  const known = active.query === query && active.here === here ? active : { query, here, row: Math.max(place, 0) };
  if (known !== active) setActive(known);
  const goTo = (row: number): void => setActive({ query, here, row });

  const choose = (row: number): void => {
    const item = matches[row];
    if (item === undefined) return;
    goTo(row);
    onChoose(item);
  };
  const { activeRow, listProps } = useListbox({
    ...{ id, pageRows, count: matches.length, active: known.row },
    ...{ onActive: goTo, onChoose: choose, onLeave },
  });
  return (
    <List
      {...listProps}
      aria-label={t('search.matches')}
      className="ark-search__list"
      style={{ '--ark-search-content': `${matches.length * rowPx}px` } as CSSProperties}
      rowComponent={SearchMatch}
      rowHeight={rowPx}
      defaultHeight={rowPx * 6}
      rowProps={{ listId: id, texts, query, matches, scope, activeRow, here }}
    />
  );
}
