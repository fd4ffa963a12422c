'use client';
import { type ReactElement, useMemo, useState } from 'react';
import {
  type CallItem,
  type ContextLink,
  contextTypeOf,
  explainLink,
  type LinkReason,
  linksFrom,
  linksInto,
  type SessionIndex,
} from '../../replay/index.ts';
import { replayedAt } from '../../replay/internal.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { linksWords } from '../language/english/links.ts';
import { phasesWords } from '../language/english/phases.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { relativePath } from '../shared/PathText.tsx';
import { RowTime } from '../shared/Row.tsx';
import { Section } from '../shared/Section.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

interface LinkItemProps {
  index: SessionIndex;
  link: ContextLink;
  /** The end of the link to show. */
  end: 'from' | 'to';
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

const relevances = { strong: 'high', medium: 'medium', weak: 'low' } as const;

/** One end of a link: the call, its time, and the reasons for the link. */
function LinkItem({ index, link, end, scope, onSelect }: LinkItemProps): ReactElement | null {
  const item = index.items[link[end]] as CallItem;
  const from = useMasked((index.items[link.from] as CallItem).call);
  const to = useMasked((index.items[link.to] as CallItem).call);
  const reasons = useMemo(() => explainLink(index, link, { from, to }), [index, link, from, to]);
  const { t } = useKit();
  const call = end === 'from' ? from : to;
  const strength = t(`relevance.${relevances[link.strength]}`);
  const subject = (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={callArgument(call)} cwd={scope?.cwd} />
    </>
  );
  return (
    <li className="ark-link-list__item" data-strength={link.strength} title={strength}>
      {end === 'from' ? (
        <ContextMark type={contextTypeOf(item.call)} relevance={relevances[link.strength]} />
      ) : (
        <span data-category={call.tool_category} className="ark-link-list__tool">
          <Icon name={toolFamily(call.tool_name)} size={14} />
        </span>
      )}
      <span className="ark-link-list__call">
        {onSelect === undefined ? (
          subject
        ) : (
          <button type="button" className="ark-line-button ark-link-list__button" onClick={() => onSelect(item.id)}>
            {subject}
          </button>
        )}
      </span>
      <span className="ark-link-list__time">
        <RowTime at={call.started_at} replayedAt={replayedAt(index, item)} scope={scope} />
      </span>
      <Reasons reasons={reasons} scope={scope} />
    </li>
  );
}

function Reasons({ reasons, scope }: { reasons: readonly LinkReason[]; scope: ItemScope | undefined }): ReactElement {
  return (
    <span className="ark-link-list__why">
      {reasons.map((reason) => (
        <LinkReasonText key={reason.kind} reason={reason} cwd={scope?.cwd} />
      ))}
    </span>
  );
}

const ownWords = { ...linksWords, ...phasesWords };

/** Props of {@link ContextLinkList}. */
export interface ContextLinkListProps {
  /** The session, indexed by `indexSession` of the replay. */
  index: SessionIndex;
  /** The call, as a position in `SessionIndex.items`. */
  item: number;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Called with the id of a call, as in `ReplayItem.id`; with it, every call of the list is a button. */
  onSelect?: ((id: string) => void) | undefined;
  /** Whether to list where the call was used; a call that is still running has not been used. @default true */
  usedBy?: boolean;
  /** Level of the two titles in the page's outline. @default 3 */
  headingLevel?: 2 | 3 | 4 | 5;
  /** Class added to the root element. */
  className?: string | undefined;
}

const none: readonly ContextLink[] = [];

/**
 * When to use it: as a section of `ToolCallDetail`, beside a timeline whose gutter draws the same links.
 *
 * The links of a call in words: the calls it used and the calls that used it, each with the reasons for the link. Renders nothing without
 * links.
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
  level: 2 | 3 | 4 | 5;
  title: string;
  /** The end of the links to list. */
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

interface LinkReasonTextProps {
  reason: LinkReason;
  cwd: string | undefined;
}

/** The reasons of a link on one line: words of the kit, then their subject from the log. */
function LinkReasonText({ reason, cwd }: LinkReasonTextProps): ReactElement {
  const { t } = useKit(linksWords);
  switch (reason.kind) {
    case 'quote':
      return <Why says={t('links.quote', { n: reason.lines })} about={reason.text} />;
    case 'file':
      return <Why says={t('links.file')} about={relativePath(reason.path, cwd)} />;
    case 'place':
      return <Why says={t('links.place')} about={relativePath(reason.path, cwd)} />;
    case 'annotation':
      return <Why says={t('links.annotation')} about={relativePath(reason.reference.source, cwd)} />;
    case 'words': {
      const more = reason.more > 0 ? `  +${reason.more}` : '';
      return (
        <Why
          says={t('links.words')}
          about={`${reason.words.map((word) => relativePath(word, cwd)).join('  ')}${more}`}
        />
      );
    }
  }
}

function Why({ says, about }: { says: string; about: string }): ReactElement {
  return (
    <span className="ark-link-list__reason">
      {says} <OneLine text={about} face="mono" />
    </span>
  );
}

/** Progress of finding a session's links: the next item to look at. */
const reached = new WeakMap<SessionIndex, number>();

/** Links of a session with at most this many items are found at once, which takes less than a frame. */
const smallSession = 400;
const itemsAtOnce = 16;

/**
 * Finds the links of a session in small steps, so that the page stays responsive at any size.
 *
 * @param upTo the item up to which links are needed.
 * @returns whether they are found that far; until then, and on a server, nothing should ask for them.
 */
export function useLinks(index: SessionIndex, upTo: number): boolean {
  const found = isFound(index, upTo);
  useInSlices(useMemo(() => (found ? undefined : () => linkSteps(index, upTo)), [found, index, upTo]));
  return found;
}

function isFound(index: SessionIndex, upTo: number): boolean {
  return upTo < smallSession || (reached.get(index) ?? 0) > upTo;
}

function* linkSteps(index: SessionIndex, upTo: number): Generator<undefined, void> {
  for (let next = reached.get(index) ?? 0; next <= upTo; ) {
    next = Math.min(upTo + 1, next + itemsAtOnce);
    linksInto(index, next - 1);
    reached.set(index, next);
    yield;
  }
}
