import { type CSSProperties, type ReactElement, useMemo, useState } from 'react';
import { List, type RowComponentProps } from 'react-window';
import { excerptOf, type ReplayItem, type SearchQuery, type SearchTexts } from '../../replay/index.ts';
import { countBelow, countUpTo, replayedAt } from '../../replay/internal.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { SessionEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventIcon, type IconName, noticeIcon } from '../icons/iconShapes.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { searchWords } from '../language/english/search.ts';
import { authorOf } from '../message-card/MessageCard.tsx';
import { PhaseSign } from '../phase-strip/PhaseStrip.tsx';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { FoundText } from '../shared/FoundMarks.tsx';
import { type ItemScope, scopeInRun } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { RowTime } from '../shared/Row.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { optionId, useListbox } from '../shared/useListbox.ts';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

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
  const nth = nthMatch(matches, here);
  const known = active.query === query && active.here === here ? active : { query, here, row: Math.max(nth, 0) };
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

const ownWords = { ...eventsWords, ...phasesWords, ...searchWords };

/** Props shared by all matches of the list. */
interface SearchMatchData {
  listId: string;
  texts: SearchTexts;
  query: SearchQuery;
  matches: Uint32Array;
  scope: ItemScope | undefined;
  /** The active row, and the item the reader is at. */
  activeRow: number;
  here: number;
}

/** A match on two lines: its kind, run, phase and time; then the text found, with its surroundings. */
function SearchMatch(props: RowComponentProps<SearchMatchData>): ReactElement | null {
  const { ariaAttributes, index: row, style, listId, texts, query, matches, scope, activeRow, here } = props;
  const item = texts.index.items[matches[row] ?? -1];
  if (item === undefined) return null;
  return (
    <div
      {...ariaAttributes}
      role="option"
      id={optionId(listId, row)}
      className="ark-search__match"
      style={style}
      aria-selected={item.index === here}
      data-active={row === activeRow ? '' : undefined}
      data-row={row}
      // Focus and keys stay with the list.
      tabIndex={-1}
    >
      <MatchLines item={item} texts={texts} query={query} scope={scope} />
    </div>
  );
}

interface MatchLinesProps {
  item: ReplayItem;
  texts: SearchTexts;
  query: SearchQuery;
  scope: ItemScope | undefined;
}

function MatchLines({ item, texts, query, scope }: MatchLinesProps): ReactElement {
  const kit = useKit(ownWords);
  const { t } = kit;
  const excerpt = useMemo(() => excerptOf(texts.partsOf(item.index), query), [texts, item, query]);
  const { icon, name: called, to: addressee } = matchLook(kit, item, scopeInRun(texts.index, item.run, scope));
  const tool = useMasked(item.is === 'call' ? item.call.tool_name : undefined);
  // Where no word of it was searched for, a call says what its row says.
  const call = useMasked(item.is === 'call' && excerpt?.hits.length === 0 ? item.call : undefined);
  const argument = useMemo(() => call && callArgument(call), [call]);
  const name = useMasked(called);
  const to = useMasked(addressee);
  const { runs, phases, phaseOf } = texts.index;
  const agent = useMasked(runs[item.run]?.agent);
  const phase = phases[phaseOf[item.index] ?? -1]?.phase_type;
  const found = excerpt !== undefined && excerpt.hits.length > 0 ? excerpt.kind : undefined;
  const part = found === 'input' || found === 'output' ? found : undefined;
  return (
    <>
      <span className="ark-search__icon">
        <Icon name={icon} size={14} />
      </span>
      <span className="ark-search__what">
        {tool !== undefined ? <ToolName name={tool} /> : <OneLine text={name ?? ''} />}
        {to === undefined ? null : (
          <>
            <span aria-hidden="true">{'\u2192'}</span>
            <span className="ark-unseen">{t('message.to')}</span>
            <OneLine text={to} />
          </>
        )}
        {part === undefined ? null : <span className="ark-search__aside">{t(`search.in.${part}`)}</span>}
        {item.run === 0 || agent === undefined || agent === to || agent === name ? null : (
          <span className="ark-search__aside">
            <OneLine text={agent} />
          </span>
        )}
      </span>
      <span className="ark-search__when">
        {phase === undefined ? null : (
          <span className="ark-search__phase" title={t(`phase.${phase}`)}>
            <PhaseSign type={phase} />
            <span className="ark-unseen">{t(`phase.${phase}`)}</span>
          </span>
        )}
        <RowTime
          at={item.is === 'call' ? item.call.started_at : item.event.at}
          replayedAt={replayedAt(texts.index, item)}
          scope={scope}
        />
      </span>
      <span className="ark-search__text" data-face={item.is === 'call' ? 'mono' : undefined}>
        {argument !== undefined ? (
          <ArgumentText argument={argument} cwd={scope?.cwd} />
        ) : excerpt === undefined ? null : (
          <FoundText excerpt={excerpt} />
        )}
      </span>
    </>
  );
}

type EventKit = KitOf<typeof eventsWords & typeof phasesWords>;

/** The icon and name by which a match is recognised. */
interface MatchLook {
  readonly icon: IconName;
  /** Name from the log or the catalogue; absent for a call, whose tool name is drawn in its own way. */
  readonly name: string | undefined;
  /** Recipient of a message, if known. */
  readonly to?: string | undefined;
}

/** Icon and name of a match. */
function matchLook(kit: EventKit, item: ReplayItem, scope: ItemScope | undefined): MatchLook {
  if (item.is === 'call') return { icon: toolFamily(item.call.tool_name), name: undefined };
  return lookOfEvent(kit, item.event, scope);
}

function lookOfEvent(kit: EventKit, event: SessionEvent, scope: ItemScope | undefined): MatchLook {
  const { t } = kit;
  switch (event.type) {
    case 'message':
      return { icon: eventIcon(event), ...authorOf(kit, event, scope) };
    case 'thinking':
      return { icon: 'thinking', name: t('thinking') };
    case 'plan':
      return { icon: 'todo', name: t('plan') };
    case 'review':
      return { icon: 'review', name: t(`review.${event.action}`) };
    case 'notice':
      return { icon: noticeIcon(event), name: t(`notice.${event.kind}`) };
    case 'usage':
      return { icon: 'usage', name: t('usage') };
    case 'unknown':
      return { icon: noticeIcon(event), name: event.record_type };
  }
}

/** Position of an item among matches, 0-based; −1 if it is not one of them. Matches are ascending. */
export function nthMatch(matches: Uint32Array, item: number): number {
  const at = countBelow(matches, item);
  return matches[at] === item ? at : -1;
}

/** The next or previous match from an item, wrapping around at both ends; undefined if there is none. −1 stands before the first item. */
export function matchBeside(matches: Uint32Array, item: number, by: -1 | 1): number | undefined {
  if (by > 0) return matches[countUpTo(matches, item)] ?? matches[0];
  return matches[countBelow(matches, item) - 1] ?? matches.at(-1);
}
