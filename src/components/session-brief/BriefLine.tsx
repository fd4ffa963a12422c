import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react';
import type { ProfileDimension } from '../../replay/index.ts';
import { briefWords } from '../language/english/brief.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

/** Where the figures of a brief can lead; each is undefined if the host does not navigate there. */
export interface BriefTargets {
  /** Goes to an item, by its position in `SessionIndex.items`. */
  readonly toItem: ((item: number) => void) | undefined;
  /** Shows what a search finds. */
  readonly toSearch: ((query: string) => void) | undefined;
  /** Shows where time and tokens went, by tool, agent or model. */
  readonly toProfile: ((by: ProfileDimension) => void) | undefined;
}

/** The targets of the surrounding brief. */
export const BriefTargetsContext = createContext<BriefTargets>({
  toItem: undefined,
  toSearch: undefined,
  toProfile: undefined,
});
BriefTargetsContext.displayName = 'BriefTargets';

/** What a figure counts: a search for it, a grouping of the profile, or its first item; the first that the host can show is taken. */
export interface FigureTarget {
  readonly query?: string | undefined;
  readonly by?: ProfileDimension | undefined;
  readonly item?: number | undefined;
}

/** A figure that leads to what it counts; plain text if the host does not navigate. */
export function Figure({ children, query, by, item }: FigureTarget & { children: ReactNode }): ReactElement {
  const { t } = useKit(briefWords);
  const { toItem, toSearch, toProfile } = useContext(BriefTargetsContext);
  const className = 'ark-brief__figure ark-figures';
  const [go, title] =
    query !== undefined && toSearch !== undefined
      ? [() => toSearch(query), t('brief.showThem')]
      : by !== undefined && toProfile !== undefined
        ? [() => toProfile(by), t('brief.showProfile')]
        : item !== undefined && toItem !== undefined
          ? [() => toItem(item), t('brief.goThere')]
          : [];
  if (go === undefined) return <span className={className}>{children}</span>;
  return (
    <button type="button" className={className} title={title} onClick={go}>
      {children}
    </button>
  );
}

/** A line that leads to an item, and with a search also to everything it counts; its figures stand after it. */
export function Line({
  item,
  look,
  query,
  figures,
  children,
}: {
  item: number | undefined;
  look?: 'quote';
  query?: string | undefined;
  figures?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { t } = useKit(briefWords);
  const { toItem, toSearch } = useContext(BriefTargetsContext);
  const className = 'ark-brief__line';
  const line =
    toItem === undefined || item === undefined ? (
      <span className={className} data-look={look}>
        {children}
      </span>
    ) : (
      <button type="button" className={className} data-look={look} onClick={() => toItem(item)}>
        {children}
      </button>
    );
  const search =
    toSearch === undefined || query === undefined ? null : (
      <ActionButton look="icon" icon="search" label={t('brief.showThem')} onClick={() => toSearch(query)} />
    );
  if (figures === undefined && search === null) return line;
  return (
    <span className="ark-brief__row">
      {line}
      {figures}
      {search}
    </span>
  );
}

/** A part of a brief: its name, its content, and its figures at the right. */
export function Fact({
  name,
  figures,
  children,
}: {
  name: string;
  figures?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="ark-brief__fact">
      <dt className="ark-brief__name">
        {name}
        <span className="ark-brief__aside">{figures}</span>
      </dt>
      <dd className="ark-brief__value">{children}</dd>
    </div>
  );
}

/** Lines that a list has at first in any case: few where they lead on, so that the brief is seen at once; more in a report. */
const leastLines = { toFollow: 3, toRead: 6 };
/** That many lists of such a length fill a brief. */
const fullLists = 4;

/** The lengths of the lists of the surrounding brief: what short ones leave free, long ones may fill. */
export const ListLengthsContext = createContext<readonly number[]>([]);
ListLengthsContext.displayName = 'ListLengths';

/** The most lines that each list may have if together they are not to exceed `room`; never fewer than `least`. */
export function mostLines(lengths: readonly number[], least: number, room: number): number {
  const taken = (most: number): number => lengths.reduce((sum, length) => sum + Math.min(length, most), 0);
  let most = least;
  while (most < room && taken(most + 1) <= room) most += 1;
  return most;
}

/** Whether the surrounding brief is printed: what a list leaves out is then counted, because nothing can be pressed. */
export const OnPaperContext = createContext(false);
OnPaperContext.displayName = 'OnPaper';

/** The first lines of a list; the others are shown on request, by a button that says their names where they have some. */
export function List({ items, names }: { items: readonly ReactElement[]; names?: readonly string[] }): ReactElement {
  const { t } = useKit(briefWords);
  const { toItem } = useContext(BriefTargetsContext);
  const lengths = useContext(ListLengthsContext);
  const onPaper = useContext(OnPaperContext);
  const [whole, setWhole] = useState(false);
  const least = toItem === undefined ? leastLines.toRead : leastLines.toFollow;
  const most = mostLines(lengths, least, least * fullLists);
  // The button takes the place of the last line.
  const shown = whole || items.length <= most ? items : items.slice(0, most - 1);
  const left = items.length - shown.length;
  return (
    <>
      <ul className="ark-brief__list">
        {shown.map((item) => (
          <li key={item.key}>{item}</li>
        ))}
      </ul>
      {left === 0 ? null : onPaper ? (
        <span className="ark-brief__none">{t('brief.left', { n: left })}</span>
      ) : (
        <ActionButton
          label={
            names === undefined
              ? t('brief.more', { n: left })
              : t('brief.moreNamed', { n: left, names: names.slice(shown.length).join(', ') })
          }
          onClick={() => setWhole(true)}
        />
      )}
    </>
  );
}

/** Says that there is none of what a part of the brief lists. */
export function Nothing(): ReactElement {
  const { t } = useKit(briefWords);
  return <span className="ark-brief__none">{t('brief.nothing')}</span>;
}
