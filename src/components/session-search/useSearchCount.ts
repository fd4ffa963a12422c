'use client';
import { useEffect, useState } from 'react';
import type { SessionSearchState } from '../../replay/react/index.ts';
import { searchWords } from '../language/english/search.ts';
import { useKit } from '../theme/useKit.ts';
import { placeOf } from './matchSteps.ts';

/** Announcements of the number of matches. */
export interface SearchCount {
  /** For the place beside the field, updated during the search. */
  readonly shown: string;
  /** For assistive technology, once nothing has changed for a while. */
  readonly said: string;
}

/** Delay before an announcement, in milliseconds, so that typing a word gives only one. */
const settleMs = 400;

/** Says how many matches there are, and which one the reader is at. */
export function useSearchCount({ state, items }: SessionSearchState, here: number): SearchCount {
  const { t, formatters } = useKit(searchWords);
  const n = items.length;
  const place = placeOf(items, here);
  const count =
    n === 0
      ? t('search.none')
      : place < 0
        ? t('search.count', { n })
        : t('search.at', { at: formatters.number(place + 1), total: formatters.number(n) });
  const settled = state === 'done' ? count : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(settled), settleMs);
    return () => clearTimeout(timer);
  }, [settled]);
  if (state === 'idle') return { shown: '', said };
  return { shown: state === 'done' ? count : n === 0 ? t('search.searching') : `${count} …`, said };
}
