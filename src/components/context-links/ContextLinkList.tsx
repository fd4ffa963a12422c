'use client';
import { type ReactElement, useState } from 'react';
import { type ContextLink, linksFrom, linksInto, type SessionIndex } from '../../replay/index.ts';
import { linksWords } from '../language/english/links.ts';
import { phasesWords } from '../language/english/phases.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { LinkItem } from './LinkItem.tsx';
import { useLinks } from './useLinks.ts';

const ownWords = { ...linksWords, ...phasesWords };

/** Props of {@link ContextLinkList}. */
export interface ContextLinkListProps {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** The call, as a position in `SessionIndex.items`. */
  item: number;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** With it, every call of the list is a button; takes an id as in `ReplayItem.id`. */
  onSelect?: ((id: string) => void) | undefined;
  /** Whether where the call was used is listed too; a call that still runs has not been used. @default true */
  usedBy?: boolean;
  /** Level of the two titles in the page's outline. @default 3 */
  headingLevel?: 3 | 4 | 5;
  /** Added to the class of its root. */
  className?: string | undefined;
}

const none: readonly ContextLink[] = [];

/**
 * When to use it: as a section of `ToolCallDetail`, beside a timeline whose gutter draws the same links.
 *
 * The links of a call in words: what it drew on and where it was used, each with the reason for believing so. Nothing where
 * there is none.
 */
export function ContextLinkList({
  index,
  item,
  scope,
  onSelect,
  usedBy = true,
  headingLevel = 3,
  className,
}: ContextLinkListProps): ReactElement | null {
  const { t } = useKit(ownWords);
  const intoReady = useLinks(index, item);
  const fromReady = useLinks(index, usedBy ? index.items.length - 1 : item);
  const into = intoReady ? linksInto(index, item) : none;
  const from = usedBy && fromReady ? linksFrom(index, item) : none;
  if (into.length === 0 && from.length === 0) return null;
  const part = { index, scope, onSelect, level: headingLevel };
  return (
    <div className={joinClasses('ark', 'ark-link-lists', className)}>
      {into.length === 0 ? null : <LinkSection {...part} title={t('links.into')} end="from" links={into} />}
      {from.length === 0 ? null : <LinkSection {...part} title={t('links.from')} end="to" links={from} />}
    </div>
  );
}

interface LinkSectionProps {
  index: SessionIndex;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
  level: 3 | 4 | 5;
  title: string;
  /** Which end of the links is listed. */
  end: 'from' | 'to';
  links: readonly ContextLink[];
}

const shownAtFirst = 6;
const shownAtOnce = 50;

function LinkSection({ index, scope, onSelect, level, title, end, links }: LinkSectionProps): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const [shown, setShown] = useState(shownAtFirst);
  const hidden = links.length - shown;
  return (
    <Section name={`links-${end}`} level={level} title={title} actions={<span>{formatters.number(links.length)}</span>}>
      <ul className="ark-link-list">
        {links.slice(0, shown).map((link) => (
          <LinkItem key={link[end]} {...{ index, link, end, scope, onSelect }} />
        ))}
      </ul>
      {hidden > 0 ? (
        <span>
          <ActionButton label={t('phase.more', { n: hidden })} onClick={() => setShown(shown + shownAtOnce)} />
        </span>
      ) : null}
    </Section>
  );
}
