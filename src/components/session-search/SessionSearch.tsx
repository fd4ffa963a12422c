'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  excerptOf,
  type ReplayItem,
  type SearchExcerpt,
  type SearchReading,
  type SessionIndex,
  suggestTerms,
} from '../../replay/index.ts';
import { isUnreadable } from '../../replay/internal.ts';
import { type SessionSearchState, useSessionSearch, type WholesReading } from '../../replay/react/index.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { treeOf } from '../hooks/acrossShadows.ts';
import { searchWords } from '../language/english/search.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { SearchField } from '../shared/SearchField.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasking } from '../theme/useMasked.tsx';
import { matchBeside, nthMatch, SearchMatches } from './SearchMatches.tsx';

/** What a host needs to show matches in its own list. */
export interface FoundTexts {
  /** The words that were searched for, in lower case; empty if the query has only terms such as `tool:`. */
  readonly words: readonly string[];
  /** The text of an item around its match, masked; takes a position in `index.items`. */
  readonly excerptAt: (item: number) => SearchExcerpt | undefined;
}

/** Props of {@link SessionSearch}. */
export interface SessionSearchProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session to search, indexed by `indexSession` or a replay. */
  index: SessionIndex;
  /** The query; leave it out to let the component remember. */
  query?: string | undefined;
  /** The query at first, if the component remembers. @default '' */
  defaultQuery?: string | undefined;
  /** Called with every change of the field, and when a hint is taken. */
  onQueryChange?: ((query: string) => void) | undefined;
  /** Id of the item that the reader is at: the next match is the one after it. */
  selected?: string | undefined;
  /** Called when the reader chooses a match, from the list or by going to the next one. */
  onSelect?: ((item: ReplayItem) => void) | undefined;
  /** Called whenever the matches change, with their positions in `index.items`, whether they are complete, and how to show them. */
  onFound?: ((items: Uint32Array, state: 'searching' | 'done', shown: FoundTexts) => void) | undefined;
  /** Whether the host shows only matches in its own list, which then replaces the list of matches. @default false */
  only?: boolean | undefined;
  /** With `only`: called when the reader moves down from the field into the host's list. */
  onEnterList?: (() => void) | undefined;
  /** Called when the reader switches `only`; with it, the switch is shown. */
  onOnlyChange?: ((only: boolean) => void) | undefined;
  /**
   * Called when the reader closes the search; with it, a button is shown, and Escape in the field closes the search too. Without it, Escape
   * empties the field.
   */
  onClose?: (() => void) | undefined;
  /** Whether the field takes the focus when it appears. @default false */
  takesFocus?: boolean | undefined;
  /** What is known of the session: times count from its start. */
  scope?: ItemScope | undefined;
}

/**
 * When to use it: wherever something is to be found in a session; `SessionReplay` opens it with `/`.
 *
 * Searches a whole session as the reader types: calls, inputs, outputs, messages, thinking and notices, including those of subagents, by
 * words, "phrases" and terms (`tool:` `command:` `file:` `status:` `phase:` `agent:` `model:` `duration:>30s` `tokens:>5k`). Texts stored
 * beside the session are searched too when the reader asks for it, through `contents` of the `KitProvider`. Secrets are masked before the
 * search.
 */
export const SessionSearch = forwardRef<HTMLElement, SessionSearchProps>(function SessionSearch(
  {
    index,
    query: given,
    defaultQuery = '',
    onQueryChange,
    selected,
    onSelect,
    onFound,
    only = false,
    onOnlyChange,
    onEnterList,
    onClose,
    takesFocus = false,
    scope,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(searchWords);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [remembered, setRemembered] = useState(defaultQuery);
  const query = given ?? remembered;
  const setQuery = (text: string): void => {
    setRemembered(text);
    onQueryChange?.(text);
  };
  const search = useMaskedSearch(index, query);
  const { items, state } = search;
  const [here, choose] = useChosen(index, selected, onSelect);
  const count = useSearchCount(search, here);
  useReportedMatches(search, onFound);
  const enterField = (): void => field.current?.focus();
  const enterList = (): void => {
    if (field.current !== null) treeOf(field.current).getElementById(listId)?.focus();
  };
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const found = items.length > 0;
  const listed = found && !only;
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know the element
    <section
      ref={ref}
      role="search"
      className={joinClasses('ark', 'ark-search', className)}
      aria-label={t('search')}
      data-state={state}
      {...rest}
    >
      <SearchBar
        {...{ field, query, only, onOnlyChange, onClose }}
        onQuery={setQuery}
        count={count.shown}
        stuck={!found}
        listId={listed ? listId : undefined}
        onStep={(by) => choose(matchBeside(items, here, by) ?? -1)}
        onEnterList={only ? onEnterList : enterList}
      />
      <SearchHints
        {...{ index, query }}
        onQuery={(next) => {
          setQuery(next);
          enterField();
        }}
      />
      {listed ? (
        <SearchMatches
          {...{ scope, here }}
          id={listId}
          texts={search.texts}
          query={search.query}
          matches={items}
          onChoose={choose}
          onLeave={enterField}
        />
      ) : null}
      {state === 'done' && !found ? <NothingFound isAmountUnreadable={search.query.terms.some(isUnreadable)} /> : null}
      {state === 'idle' ? null : <SearchWholes wholes={search.wholes} />}
      <span className="ark-unseen" role="status">
        {count.said}
      </span>
    </section>
  );
});

/** Searches the session as the kit masks it, and what lies beside it where the kit can read that. */
function useMaskedSearch(index: SessionIndex, query: string): SessionSearchState {
  const { contents } = useKit(searchWords);
  const masking = useMasking();
  const reading = useMemo(
    (): SearchReading => ({ mask: masking.mask, maskInSteps: masking.maskInSteps, plain: stripAnsi }),
    [masking],
  );
  return useSessionSearch({ index, query, reading, contents });
}

/**
 * The item that the reader is at, as the host says, else the one chosen last; and what chooses another. Both are positions in `index.items`.
 */
function useChosen(
  index: SessionIndex,
  selected: string | undefined,
  onSelect: SessionSearchProps['onSelect'],
): [here: number, choose: (item: number) => void] {
  const [chosen, setChosen] = useState<string>();
  const choose = (at: number): void => {
    const item = index.items[at];
    if (item === undefined) return;
    setChosen(item.id);
    onSelect?.(item);
  };
  return [index.itemById(selected ?? chosen ?? '')?.index ?? -1, choose];
}

function NothingFound({ isAmountUnreadable }: { isAmountUnreadable: boolean }): ReactElement {
  const { t } = useKit(searchWords);
  return <p className="ark-search__nothing">{t(isAmountUnreadable ? 'search.amountHint' : 'search.noneHint')}</p>;
}

/** Reports what is found to the host. */
function useReportedMatches(
  { items, state, texts, query }: SessionSearchState,
  onFound: SessionSearchProps['onFound'],
): void {
  useEffect(() => {
    // Without a query there is no result to announce.
    if (state === 'idle') return;
    const excerptAt = (item: number): SearchExcerpt | undefined => excerptOf(texts.partsOf(item), query);
    onFound?.(items, state, { words: query.words, excerptAt });
  }, [onFound, items, state, texts, query]);
}

interface SearchWholesProps {
  wholes: WholesReading;
}

/** Offers to search texts that are stored beside the session; nothing is fetched unless the reader asks. */
function SearchWholes({ wholes }: SearchWholesProps): ReactElement | null {
  const { t, formatters } = useKit(searchWords);
  const { state, count, bytes, read, failed, start } = wholes;
  if (state === 'none') return null;
  const size = formatters.bytes(bytes);
  return (
    <p className="ark-search__wholes" data-state={state}>
      <span className="ark-search__wholes-text">
        {state === 'reading' ? t('search.wholes.reading', { read, n: count }) : null}
        {state === 'read' ? t('search.wholes.read') : null}
        {state === 'offered' ? (
          <>
            {failed > 0 ? t('search.wholes.failed', { n: failed }) : t('search.wholes', { n: count, size })}{' '}
            <ActionButton label={failed > 0 ? t('search.wholes.again') : t('search.wholes.load')} onClick={start} />
          </>
        ) : null}
      </span>
    </p>
  );
}

interface SearchHintsProps {
  index: SessionIndex;
  query: string;
  /** Called with the completed query when a hint is chosen. */
  onQuery: (query: string) => void;
}

/** Suggestions for the query: terms that limit it, or values for the term being typed. */
function SearchHints({ index, query, onQuery }: SearchHintsProps): ReactElement | null {
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
        <button
          key={next}
          type="button"
          className="ark-search__hint"
          translate="no"
          title={label === 'duration:' || label === 'tokens:' ? t('search.amountHint') : undefined}
          onClick={() => onQuery(next)}
        >
          <OneLine text={label} face="mono" />
        </button>
      ))}
    </div>
  );
}

/** Announcements of the number of matches. */
interface SearchCount {
  /** For the place beside the field, updated during the search. */
  readonly shown: string;
  /** For assistive technology, once nothing has changed for a while. */
  readonly said: string;
}

/** Delay before an announcement, in milliseconds, so that typing a word gives only one. */
const settleMs = 400;

/** Says how many matches there are, and which one the reader is at. */
function useSearchCount({ state, items }: SessionSearchState, here: number): SearchCount {
  const { t, formatters } = useKit(searchWords);
  const n = items.length;
  const nth = nthMatch(items, here);
  const count =
    n === 0
      ? t('search.none')
      : nth < 0
        ? t('search.count', { n })
        : t('search.at', { at: formatters.number(nth + 1), total: formatters.number(n) });
  const settled = state === 'done' ? count : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(settled), settleMs);
    return () => clearTimeout(timer);
  }, [settled]);
  if (state === 'idle') return { shown: '', said };
  return { shown: state === 'done' ? count : n === 0 ? t('search.searching') : `${count} …`, said };
}

interface SearchBarProps {
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
function SearchBar(props: SearchBarProps): ReactElement {
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
