import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  briefOf,
  type Chapter,
  chaptersOf,
  hasClock,
  notesOfChapters,
  type PlacedNote,
  type SessionIndex,
} from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { eventText, leadOf } from '../../session/facts/eventText.ts';
import { cutText } from '../../session/text/lines.ts';
import { chaptersWords } from '../language/english/chapters.ts';
import { notesWords } from '../language/english/notes.ts';
import { OnPaperContext } from '../session-brief/BriefLine.tsx';
import { SessionBrief } from '../session-brief/SessionBrief.tsx';
import { ChapterFigures, chapterTitle } from '../session-outline/ChapterFigures.tsx';
import { ItemLink } from '../shared/ArgumentText.tsx';
import { useNotePlace } from '../shared/itemPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { useItemScope, useReplayView } from './ReplayViewContext.ts';

/** Chapters on paper: so many with their answers, so many more by their titles; then they are counted. So are notes. */
const most = { answered: 16, named: 48, notes: 24, characters: 280 } as const;

const ownWords = { ...chaptersWords, ...notesWords };

/** What a replay is on paper: the brief of its session and its chapters, on a few pages. It is there only while the page is printed. */
export function ReplayPaper(): ReactElement | null {
  const index = useReplay((state) => state.index);
  const printing = usePrinting(index);
  return printing ? <Paper index={index} /> : null;
}

/** Whether the page is being printed. What is drawn then is there before the browser takes its picture. */
function usePrinting(index: SessionIndex): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => {
      briefOf(index);
      flushSync(() => setPrinting(true));
    };
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [index]);
  return printing;
}

function Paper({ index }: { index: SessionIndex }): ReactElement {
  const { t } = useKit(ownWords);
  const { summary, notes } = useReplayView();
  const title = useMasked(index.session.task_title);
  const chapters = chaptersOf(index);
  const placed = notes?.placed ?? [];
  const shown = chapters.slice(0, most.named);
  const noted = notesOfChapters(index, placed.slice(0, most.notes));
  const notesShown = shown.reduce((sum, chapter) => sum + (noted.get(chapter.index)?.length ?? 0), 0);
  const notesLeft = placed.length - notesShown;
  const left = Math.max(0, chapters.length - most.named);
  return (
    <div className="ark ark-paper" data-theme="light">
      <p className="ark-paper__title">
        <LogText text={title} />
      </p>
      <OnPaperContext.Provider value={true}>
        <SessionBrief index={index} summary={summary} />
      </OnPaperContext.Provider>
      <p className="ark-paper__heading">{t('chapters')}</p>
      <ol className="ark-paper__chapters">
        {shown.map((chapter) => (
          <PaperChapter key={chapter.id} {...{ index, chapter }} notes={noted.get(chapter.index) ?? []} />
        ))}
      </ol>
      {left === 0 ? null : <p>{t('chapters.more', { n: left })}</p>}
      {notesLeft === 0 ? null : <p>{t('notes.more', { n: notesLeft })}</p>}
    </div>
  );
}

interface PaperChapterProps {
  index: SessionIndex;
  chapter: Chapter;
  notes: readonly PlacedNote[];
}

function PaperChapter({ index, chapter, notes }: PaperChapterProps): ReactElement {
  const kit = useKit(chaptersWords);
  const item = chapter.index < most.answered ? index.items[chapter.answer ?? -1] : undefined;
  const answer = useMasked(item?.is === 'event' ? eventText(item.event) : '');
  const lead = leadOf(answer);
  const said = cutText(lead, most.characters);
  const title = useMasked(chapterTitle(kit, index, chapter));
  return (
    <li className="ark-paper__chapter">
      <span className="ark-paper__name">
        <LogText text={title} />
      </span>
      <span className="ark-paper__figures">
        {hasClock(index) ? <span className="ark-figures">{kit.formatters.clock(chapter.start)}</span> : null}{' '}
        <ChapterFigures index={index} chapter={chapter} />
      </span>
      {said === '' ? null : (
        <span className="ark-paper__answer">
          <LogText text={said.length < lead.length ? `${said}\u2026` : said} />
        </span>
      )}
      {notes.map((placed) => (
        <PaperNote key={placed.note.id} {...{ index, placed }} />
      ))}
    </li>
  );
}

function PaperNote({ index, placed }: { index: SessionIndex; placed: PlacedNote }): ReactElement {
  const { t } = useKit(notesWords);
  const { on, text } = useMasked(placed.note);
  const scope = useItemScope();
  const placeText = useNotePlace(index, scope);
  const said = cutText(text, most.characters);
  return (
    <span className="ark-paper__note">
      <span>
        <span className="ark-paper__figures">
          {t(text === '' ? 'notes.bookmark' : 'notes.note')} <span className="ark-figures">{placeText(on)}</span>
        </span>{' '}
        {text === '' ? (
          <ItemLink {...{ index, scope }} item={placed.item} onSelect={undefined} />
        ) : (
          <LogText text={said.length < text.length ? `${said}\u2026` : said} />
        )}
      </span>
    </span>
  );
}
