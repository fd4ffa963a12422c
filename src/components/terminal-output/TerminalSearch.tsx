'use client';
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { mostMatches } from './findMatches.ts';
import type { Search } from './useSearch.ts';

/** Props of {@link TerminalSearch}. */
export interface TerminalSearchProps {
  search: Search;
}

/** The field that searches an output: Enter goes on, Shift and Enter go back, Escape closes it. */
export function TerminalSearch({ search }: TerminalSearchProps): ReactElement {
  const { t, formatters } = useKit(viewersWords);
  const field = useRef<HTMLInputElement>(null);
  const { query, matches, at, setQuery, setOpen, step } = search;
  useEffect(() => {
    const opener = document.activeElement;
    field.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const total = `${formatters.number(matches.length)}${matches.length === mostMatches ? '+' : ''}`;
  const count = matches.length === 0 ? t('terminal.noMatch') : t('terminal.match', { at: at + 1, total });
  const stuck = matches.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a landmark for every output would be one too many
    <div role="group" className="ark-terminal__search" aria-label={t('terminal.search')}>
      <input
        ref={field}
        type="text"
        className="ark-terminal__field"
        aria-label={t('terminal.search')}
        placeholder={t('terminal.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoComplete="off"
      />
      <span className="ark-terminal__count" role="status">
        {query === '' ? '' : count}
      </span>
      <ActionButton
        look="icon"
        icon="chevronUp"
        label={t('terminal.previousMatch')}
        aria-disabled={stuck}
        onClick={() => step(-1)}
      />
      <ActionButton
        look="icon"
        icon="chevronDown"
        label={t('terminal.nextMatch')}
        aria-disabled={stuck}
        onClick={() => step(1)}
      />
      <ActionButton look="icon" icon="close" label={t('terminal.closeSearch')} onClick={() => setOpen(false)} />
    </div>
  );
}
