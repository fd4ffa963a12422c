'use client';
import { type ReactElement, useMemo } from 'react';
import type { RowComponentProps } from 'react-window';
import { excerptOf, type ReplayItem, type SearchQuery, type SearchTexts } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { searchWords } from '../language/english/search.ts';
import { useMasked } from '../masking/useMasked.ts';
import { PhaseSign } from '../phase-strip/PhaseSign.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { RowTime } from '../shared/RowTime.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { FoundText } from './FoundText.tsx';
import { matchLook } from './matchLook.ts';

const ownWords = { ...eventsWords, ...phasesWords, ...searchWords };

/** What every match of the list is given. */
export interface SearchMatchData {
  listId: string;
  texts: SearchTexts;
  query: SearchQuery;
  matches: Uint32Array;
  scope: ItemScope | undefined;
  /** The row that keys act on, and the item the reader is at. */
  activeRow: number;
  here: number;
}

/** The id of a match's element. */
export function searchMatchId(listId: string, row: number): string {
  return `${listId}-${row}`;
}

/** A match on two lines: what it is, in whose run, in which phase and when; and what was found, with what is around it. */
export function SearchMatch(props: RowComponentProps<SearchMatchData>): ReactElement | null {
  const { ariaAttributes, index: row, style, listId, texts, query, matches, scope, activeRow, here } = props;
  const item = texts.index.items[matches[row] ?? -1];
  if (item === undefined) return null;
  return (
    <div
      {...ariaAttributes}
      role="option"
      id={searchMatchId(listId, row)}
      className="ark-search__match"
      style={style}
      aria-selected={item.index === here}
      data-active={row === activeRow ? '' : undefined}
      data-row={row}
      // The list has the focus, and its keys.
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
  const { icon, name: called } = matchLook(kit, item, scope?.agentName);
  const tool = useMasked(item.is === 'call' ? item.call.tool_name : undefined);
  const name = useMasked(called);
  const { runs, phases, phaseOf } = texts.index;
  const agent = useMasked(runs[item.run]?.agent);
  const phase = phases[phaseOf[item.index] ?? -1]?.phase_type;
  const found = excerpt !== undefined && excerpt.hits.length > 0 ? excerpt.place : undefined;
  const place = found === 'input' || found === 'output' ? found : undefined;
  return (
    <>
      <span className="ark-search__icon">
        <Icon name={icon} size={14} />
      </span>
      <span className="ark-search__what">
        {tool !== undefined ? <ToolName name={tool} /> : <OneLine text={name ?? ''} />}
        {place === undefined ? null : <span className="ark-search__aside">{t(`search.in.${place}`)}</span>}
        {item.run === 0 || agent === undefined ? null : (
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
        <RowTime at={item.is === 'call' ? item.call.started_at : item.event.at} scope={scope} />
      </span>
      <span className="ark-search__text" data-face={item.is === 'call' ? 'mono' : undefined}>
        {excerpt === undefined ? null : <FoundText excerpt={excerpt} />}
      </span>
    </>
  );
}
