import type { ReactElement, ReactNode } from 'react';
import type { EntryOutcome, FacetCount, SessionFacets, SessionQuery, SessionSort, Total } from '../../session/index.ts';
import { sessionSorts, unnamedModel } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { plainLogText } from '../shared/LogText.tsx';
import { folderNames } from '../shared/PathText.tsx';
import { SearchField } from '../shared/SearchField.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { type SessionGroup, sessionGroups } from './createListing.ts';

/** The orders that a list offers. */
export const sorts: readonly SessionSort[] = sessionSorts;

/** Props of {@link SessionListBar}. */
interface SessionListBarProps {
  query: SessionQuery;
  /** What there is to choose from; undefined until it is known. */
  facets: SessionFacets | undefined;
  /** How many sessions the query finds, and how many there are. */
  count: { readonly found: Total | undefined; readonly all: Total | undefined };
  sort: SessionSort;
  group: SessionGroup;
  /** The month at which the list begins; empty for the newest. */
  month: string;
  onQuery: (query: SessionQuery) => void;
  onSort: (sort: SessionSort) => void;
  onGroup: (group: SessionGroup) => void;
  onMonth: (month: string) => void;
  /** Id of the list that it searches. */
  listId: string;
  /** Called when the reader moves down into the list. */
  onLeave: () => void;
}

/** Finds sessions, and says how they are ordered and grouped. */
export function SessionListBar(props: SessionListBarProps): ReactElement {
  const { query, facets, count, sort, group, month, onQuery, onSort, onGroup, onMonth, listId, onLeave } = props;
  const { t, formatters } = useKit(sessionsWords);
  const { found, all } = count;
  return (
    <div className="ark-sessions__bar">
      <div className="ark-sessions__tools">
        <SearchField
          className="ark-sessions__search"
          label={t('sessions.search')}
          aria-controls={found?.n === 0 ? undefined : listId}
          placeholder={t('sessions.search')}
          value={query.text ?? ''}
          onText={(text) => onQuery({ ...query, text })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onLeave();
          }}
        />
        <span className="ark-sessions__count" role="status">
          {found === undefined
            ? null
            : all === undefined || found.n === all.n
              ? t('sessions.count', { n: found.n, plus: plusOf(found) })
              : t('sessions.countOf', {
                  n: all.n,
                  plus: plusOf(all),
                  found: `${formatters.number(found.n)}${plusOf(found)}`,
                })}
        </span>
        <Filters {...{ query, facets, onQuery }} />
        {all === undefined || all.n < 2 ? null : (
          <Order {...{ facets, sort, group, month, onSort, onGroup, onMonth }} />
        )}
      </div>
    </div>
  );
}

/** The fields by which sessions are filtered. */
function Filters({ query, facets, onQuery }: Pick<SessionListBarProps, 'query' | 'facets' | 'onQuery'>): ReactElement {
  const { t } = useKit(sessionsWords);
  const projectNames = (projects: readonly string[]): readonly string[] => {
    const names = folderNames(projects);
    return projects.map((project) => (project === '' ? t('sessions.noProject') : (names.get(project) ?? project)));
  };
  const choose = (field: 'format' | 'outcome' | 'project', value: string): void =>
    onQuery({ ...query, [field]: value === anyValue ? undefined : [decode(value)] });
  return (
    <div className="ark-sessions__choices">
      <Choice
        label={t('sessions.project')}
        any={t('sessions.anyProject')}
        values={facets?.project}
        chosen={query.project}
        writeAll={projectNames}
        onChoose={(value) => choose('project', value)}
      />
      <Choice
        label={t('sessions.format')}
        any={t('sessions.anyFormat')}
        values={facets?.format}
        chosen={query.format}
        onChoose={(value) => choose('format', value)}
      />
      <Choice
        label={t('sessions.status')}
        any={t('sessions.anyStatus')}
        values={facets?.outcome}
        chosen={query.outcome}
        writeAll={(outcomes) => outcomes.map((outcome) => t(`outcome.${outcome as EntryOutcome}`))}
        onChoose={(value) => choose('outcome', value)}
      />
      <OtherFilters query={query} onQuery={onQuery} />
    </div>
  );
}

/** In which order sessions stand, how they are grouped, and where the list begins. */
function Order(
  props: Pick<SessionListBarProps, 'facets' | 'sort' | 'group' | 'month' | 'onSort' | 'onGroup' | 'onMonth'>,
): ReactElement {
  const { facets, sort, group, month, onSort, onGroup, onMonth } = props;
  const { t, formatters } = useKit(sessionsWords);
  return (
    <div className="ark-sessions__choices">
      <Select
        label={t('sessions.sort')}
        isChosen={sort !== 'newest'}
        value={sort}
        onChoose={(value) => onSort(value as SessionSort)}
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {t(`sessions.sort.${each}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('sessions.group')}
        isChosen={group !== 'none'}
        value={group}
        onChoose={(value) => onGroup(value as SessionGroup)}
      >
        {sessionGroups.map((each) => (
          <option key={each} value={each} disabled={each === 'day' && sort !== 'newest'}>
            {t(`sessions.group.${each}`)}
          </option>
        ))}
      </Select>
      {sort !== 'newest' || facets === undefined || facets.month.length < 2 ? null : (
        <Select label={t('sessions.month')} isChosen={month !== ''} value={month} onChoose={onMonth}>
          <option value="">{t('sessions.newestMonth')}</option>
          {facets.month.map(({ value, n }) => (
            <option key={value} value={value}>
              {`${value} (${formatters.number(n)})`}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

/** A number that is a lower bound is followed by a plus. */
function plusOf({ exact }: Total): string {
  return exact ? '' : '+';
}

/** An empty option means any value; one space, the empty value. */
const anyValue = '';
const encode = (value: string): string => (value === '' ? ' ' : value);
const decode = (option: string): string => (option === ' ' ? '' : option);

interface ChoiceProps {
  label: string;
  /** Text for no choice. */
  any: string;
  values: readonly FacetCount[] | undefined;
  chosen: readonly string[] | undefined;
  /** The values in words, each in its place. */
  writeAll?: (values: readonly string[]) => readonly string[];
  onChoose: (value: string) => void;
}

/** A list of more values than this is hard to survey: the most frequent ones stand first, the others by name. */
const mostInOneList = 12;
const mostFrequent = 8;

const asTheyAre = (values: readonly string[]): readonly string[] => values;

/** One field to filter by; nothing where there is nothing to choose. */
function Choice({
  label,
  any,
  values = [],
  chosen = [],
  writeAll = asTheyAre,
  onChoose,
}: ChoiceProps): ReactElement | null {
  const { t, formatters } = useKit(sessionsWords);
  const shown = useMasked(values);
  const [first, ...others] = chosen;
  if (values.length < 2 && first === undefined) return null;
  const missing = first !== undefined && !values.some(({ value }) => value === first);
  const names = writeAll(shown.map(({ value }) => value));
  const options = values.map(({ value, n }, at) => ({ value, n, name: plainLogText(names[at] ?? value) }));
  const optionOf = ({ value, n, name }: (typeof options)[number]): ReactElement => (
    <option key={value} value={encode(value)}>
      {`${name}${value === first && others.length > 0 ? ' …' : ''} (${formatters.number(n)})`}
    </option>
  );
  return (
    <Select
      label={label}
      isChosen={first !== undefined}
      value={first === undefined ? anyValue : encode(first)}
      onChoose={onChoose}
    >
      <option value={anyValue}>{any}</option>
      {missing ? <option value={encode(first)}>{plainLogText(writeAll([first])[0] ?? first)}</option> : null}
      {options.length <= mostInOneList ? (
        options.map(optionOf)
      ) : (
        <>
          <optgroup label={t('sessions.mostFrequent')}>{options.slice(0, mostFrequent).map(optionOf)}</optgroup>
          <optgroup label={t('sessions.byName')}>
            {options
              .slice(mostFrequent)
              .sort((a, b) => a.name.localeCompare(b.name))
              .map(optionOf)}
          </optgroup>
        </>
      )}
    </Select>
  );
}

interface SelectProps {
  label: string;
  /** Whether it is not as it is at first. */
  isChosen: boolean;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Select({ label, isChosen, value, onChoose, children }: SelectProps): ReactElement {
  return (
    <label className="ark-sessions__choice">
      <select
        className="ark-select ark-sessions__select"
        aria-label={label}
        title={label}
        value={value}
        data-chosen={isChosen ? '' : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        {children}
      </select>
    </label>
  );
}

/** Filters without a field of their own, which an overview sets; a press removes one. */
function OtherFilters({ query, onQuery }: Pick<SessionListBarProps, 'query' | 'onQuery'>): ReactElement {
  const { t, formatters } = useKit(sessionsWords);
  const models = useMasked(query.model ?? noModels);
  const { from, before } = query;
  const time =
    from === undefined && before === undefined
      ? undefined
      : [from, before === undefined ? undefined : before - 1]
          .map((at) => (at === undefined ? '' : formatters.day(at)))
          .filter((day, at, days) => at === 0 || day !== days[0])
          .join(' – ');
  return (
    <>
      {models.length === 0 ? null : (
        <Removable
          name={models.map((model) => (model === unnamedModel ? t('sessions.noModel') : model)).join(', ')}
          onRemove={() => onQuery({ ...query, model: undefined })}
        />
      )}
      {time === undefined ? null : (
        <Removable name={time} onRemove={() => onQuery({ ...query, from: undefined, before: undefined })} />
      )}
    </>
  );
}

function Removable({ name, onRemove }: { name: string; onRemove: () => void }): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <button
      type="button"
      className="ark-sessions__filter"
      aria-label={t('sessions.removeFilter', { name })}
      onClick={onRemove}
    >
      <span>{name}</span>
      <Icon name="close" size={12} />
    </button>
  );
}

const noModels: readonly string[] = [];
