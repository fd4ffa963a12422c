'use client';
import type { ReactElement } from 'react';
import { searchWords } from '../language/english/search.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useFind } from './useFind.ts';

/** Opens and closes the search of the replay around it. */
export function SearchButton(): ReactElement {
  const { t } = useKit(searchWords);
  const { find } = useReplayView();
  const open = useFind('opened') !== 'no';
  return (
    <ActionButton
      look="icon"
      icon="search"
      label={t('search')}
      aria-expanded={open}
      aria-keyshortcuts="/"
      onClick={() => (open ? find.hide() : find.show(null))}
    />
  );
}
