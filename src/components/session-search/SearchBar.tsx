import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { searchWords } from '../language/english/search.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { SearchField } from '../shared/SearchField.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link SearchBar}. */
export interface SearchBarProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  /** What to say about the matches beside the field. */
  count: string;
  /** Whether there is no match to go to. */
  stuck: boolean;
  /** Id of the list of matches; absent while there is none. */
  listId: string | undefined;
  onStep: (by: -1 | 1) => void;
  /** Called when the reader moves down into the list; absent if there is none. */
  onEnterList: (() => void) | undefined;
  only: boolean;
  onOnlyChange: ((only: boolean) => void) | undefined;
  onClose: (() => void) | undefined;
}

/**
 * The search field, the number of matches, and buttons to go between them: Enter or F3 for the next one, with Shift for the previous one.
 */
export function SearchBar(props: SearchBarProps): ReactElement {
  const { field, query, onQuery, count, stuck, listId, onStep, onEnterList } = props;
  const { only, onOnlyChange, onClose } = props;
  const { t } = useKit(searchWords);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'F3') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown' && !stuck && onEnterList !== undefined) onEnterList();
    else if (event.key === 'Escape' && onClose !== undefined) onClose();
    else if (event.key === 'Escape' && query !== '') onQuery('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="ark-search__bar">
      <SearchField
        ref={field}
        className="ark-search__frame"
        label={t('search.field')}
        aria-controls={listId}
        placeholder={t('search.placeholder')}
        value={query}
        onText={onQuery}
        onKeyDown={onKeyDown}
      />
      <span className="ark-search__count">{count}</span>
      {onOnlyChange === undefined ? null : (
        <button
          type="button"
          className="ark-switch ark-search__only"
          role="switch"
          aria-checked={only}
          title={t('search.only')}
          onClick={() => onOnlyChange(!only)}
        >
          <span className="ark-switch__track" />
          <span className="ark-search__only-text">{t('search.only')}</span>
        </button>
      )}
      <span className="ark-search__steps">
        <ActionButton
          look="icon"
          icon="chevronUp"
          label={t('search.previous')}
          aria-disabled={stuck}
          onClick={() => onStep(-1)}
        />
        <ActionButton
          look="icon"
          icon="chevronDown"
          label={t('search.next')}
          aria-disabled={stuck}
          onClick={() => onStep(1)}
        />
        {onClose === undefined ? null : (
          <ActionButton look="icon" icon="close" label={t('search.close')} onClick={onClose} />
        )}
      </span>
    </div>
  );
}
