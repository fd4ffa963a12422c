'use client';
import { type ReactElement, useMemo } from 'react';
import { type SessionIndex, suggestTerms } from '../../replay/index.ts';
import { searchWords } from '../language/english/search.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link SearchHints}. */
export interface SearchHintsProps {
  index: SessionIndex;
  query: string;
  /** Takes a hint: the whole query with it. */
  onQuery: (query: string) => void;
}

/** How the query may go on: terms that limit it, or the values of the one that is being typed. */
export function SearchHints({ index, query, onQuery }: SearchHintsProps): ReactElement | null {
  const { t } = useKit(searchWords);
  const hints = useMemo(() => suggestTerms(index, query), [index, query]);
  if (hints.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll
    <div className="ark-search__hints" role="group" aria-label={t('search.limit')}>
      <span className="ark-search__limit" aria-hidden="true">
        {t('search.limit')}
      </span>
      {hints.map(({ label, query: next }) => (
        <button key={next} type="button" className="ark-search__hint" translate="no" onClick={() => onQuery(next)}>
          <OneLine text={label} face="mono" />
        </button>
      ))}
    </div>
  );
}
