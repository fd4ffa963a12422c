import type { ReactElement, ReactNode } from 'react';
import { type Chapter, isError, type SessionIndex, type Work } from '../../replay/index.ts';
import { eventText } from '../../session/facts/eventText.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked, useSettledKit } from '../theme/useMasked.tsx';
import { plainText, speakCall } from '../timeline/speech.ts';
import { useChapterWork, workWords } from './ChapterFigures.tsx';

const ownWords = { ...chaptersWords, ...eventsWords, ...phasesWords };

/** More files than this, and more failures, are counted. */
const mostFiles = 4;
const mostWrong = 3;

/** Props of {@link ChapterWork}. */
export interface ChapterWorkProps {
  index: SessionIndex;
  chapter: Chapter;
  scope: ItemScope | undefined;
  /** Whether the steps are folded away; the line is the button for them. */
  folded: boolean;
  onToggle: () => void;
  /** Goes to an item by its id. */
  onSelect: ((id: string) => void) | undefined;
}

/** What came of a prompt, without its steps: what was done, in one line; which files changed; what went wrong. */
export function ChapterWork({ index, chapter, scope, folded, onToggle, onSelect }: ChapterWorkProps): ReactElement {
  const kit = useKit(ownWords);
  const work = useChapterWork(index, chapter);
  if (work === undefined) return <div className="ark-work" aria-busy="true" />;
  const words = workWords(kit, work);
  return (
    <div className="ark-work">
      <Disclosure
        className="ark-work__button ark-work__line"
        chevron={{ at: 'start', size: 12 }}
        open={!folded}
        onToggle={onToggle}
      >
        <span className="ark-work__words">
          {words.length === 0 ? kit.t('work.nothing') : words.join(kit.t('listSeparator'))}
        </span>
      </Disclosure>
      {work.files.length === 0 ? null : <WorkFiles {...{ index, work, scope, onSelect }} />}
      {work.wrong.length === 0 ? null : <WorkFailures {...{ index, work, scope, onSelect }} />}
    </div>
  );
}

type PartProps = Pick<ChapterWorkProps, 'index' | 'scope' | 'onSelect'> & { work: Work };

function WorkFiles({ index, work, scope, onSelect }: PartProps): ReactElement {
  const { t } = useKit(chaptersWords);
  const files = useMasked(work.files.slice(0, mostFiles) as (typeof work.files)[number][]);
  const rest = work.files.length - files.length;
  return (
    <ul className="ark-work__list">
      {files.map(({ path, added, removed, moreRemoved, item }) => (
        <li key={path} className="ark-work__file">
          <Leads onSelect={onSelect} id={index.items[item]?.id}>
            <Icon name="edit" size={12} />
            <PathText path={relativePath(path, scope?.cwd)} />
            {added + removed === 0 ? null : <ChangeCount added={added} removed={removed} moreRemoved={moreRemoved} />}
          </Leads>
        </li>
      ))}
      {rest === 0 ? null : <li className="ark-work__rest">{t('work.moreFiles', { n: rest })}</li>}
    </ul>
  );
}

function WorkFailures({ index, work, scope, onSelect }: PartProps): ReactElement {
  const { t } = useKit(chaptersWords);
  const shown = work.wrong.slice(0, mostWrong);
  const rest = work.wrong.length - shown.length;
  return (
    <ul className="ark-work__list" data-look="wrong">
      {shown.map((at) => (
        <li key={at} className="ark-work__wrong">
          <Leads onSelect={onSelect} id={index.items[at]?.id}>
            <Icon name="failed" size={12} />
            <FailureText {...{ index, at, scope }} />
          </Leads>
        </li>
      ))}
      {rest === 0 ? null : <li className="ark-work__rest">{t('work.moreWrong', { n: rest })}</li>}
    </ul>
  );
}

/** What went wrong, and why, on one line. */
function FailureText({
  index,
  at,
  scope,
}: {
  index: SessionIndex;
  at: number;
  scope: ItemScope | undefined;
}): ReactElement | null {
  const kit = useSettledKit(ownWords);
  const item = index.items[at];
  if (item === undefined || !isError(item)) return null;
  const parts =
    item.is === 'call'
      ? speakCall(kit, kit.masking.mask(item.call), scope?.cwd, 'done').slice(0, 2)
      : [plainText(kit, kit.masking.mask(eventText(item.event)))];
  return <OneLine text={parts.join(' \u2014 ')} />;
}

/** A line that leads to an item; only text where the host does not go anywhere. */
function Leads({
  id,
  onSelect,
  children,
}: {
  id: string | undefined;
  onSelect: ((id: string) => void) | undefined;
  children: ReactNode;
}): ReactElement {
  if (id === undefined || onSelect === undefined) return <span className="ark-work__item">{children}</span>;
  return (
    <button type="button" className="ark-work__button ark-work__item" onClick={() => onSelect(id)}>
      {children}
    </button>
  );
}
