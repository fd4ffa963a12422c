'use client';
import { type ReactElement, useEffect, useReducer } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { countUpTo } from '../../replay/internal.ts';
import { toIso } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { ChapterFigures, chapterTitle } from '../session-outline/ChapterFigures.tsx';
import { ChapterWork } from '../session-outline/ChapterWork.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { NoteLine } from '../shared/NoteLine.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import type { TimelineLayout } from './layoutTimeline.ts';
import type { ChapterRow, TimelineRows } from './timelineRows.ts';

/** Props of {@link ChapterHead}. */
interface ChapterHeadProps {
  index: SessionIndex;
  chapter: ChapterRow;
  onFold: () => void;
}

/** What a chapter comes to, beside its prompt; pressed, it folds its steps and shows them. */
export function ChapterHead({ index, chapter: { chapter, fold }, onFold }: ChapterHeadProps): ReactElement {
  const { t } = useKit(chaptersWords);
  return (
    <Disclosure
      className="ark-chapter__head"
      chevron={{ at: 'end', size: 12 }}
      open={!fold.folded}
      onToggle={onFold}
      title={t('chapter.toggle', { n: chapter.index + 1 })}
    >
      <ChapterFigures index={index} chapter={chapter} />
    </Disclosure>
  );
}

/** Props of {@link OpeningRow}. */
interface OpeningRowProps extends ItemPlace, ChapterHeadProps {
  onSelect: ((id: string) => void) | undefined;
}

/** The head of a chapter that begins with no prompt. */
export function OpeningRow({ index, chapter, onFold, onSelect, ...place }: OpeningRowProps): ReactElement {
  const kit = useKit(chaptersWords);
  const title = useMasked(chapterTitle(kit, index, chapter.chapter));
  const { fold } = chapter;
  return (
    <Row
      item="chapter"
      at={toIso(index.axes.full.toWall(chapter.chapter.start))}
      icon={<Icon name="list" />}
      below={
        fold.folded ? (
          <ChapterWork
            {...{ index, onSelect }}
            chapter={chapter.chapter}
            scope={place.scope}
            folded
            onToggle={onFold}
          />
        ) : undefined
      }
      {...place}
    >
      <NoteLine title={title}>
        <ChapterHead {...{ index, chapter, onFold }} />
      </NoteLine>
    </Row>
  );
}

/** Props of {@link StickyChapter}. */
interface StickyChapterProps {
  scroller: HTMLElement;
  rows: TimelineRows;
  layout: TimelineLayout;
  /** Goes to the head of a chapter, by its row. */
  onGo: (row: number) => void;
  /** Told which chapter is at the top of the view, as a position in `chaptersOf`. */
  onChapterChange: ((chapter: number) => void) | undefined;
}

/** Height of the head that stays, in pixels; the style sheet has it too. */
export const stickyPx = 28;

/** The head of the chapter at the top of the view, while its own is out of sight; a press leads back to that. */
export function StickyChapter(props: StickyChapterProps): ReactElement | null {
  const { scroller, rows, layout, onGo, onChapterChange } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const at = chapterAtTop(rows, layout, scroller.scrollTop);
  const seen = rows.chapters[at]?.chapter.index ?? -1;
  useEffect(() => {
    const follow = (): void => {
      if (chapterAtTop(rows, layout, scroller.scrollTop) !== at) redraw();
    };
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [scroller, rows, layout, at]);
  useEffect(() => {
    if (seen >= 0) onChapterChange?.(seen);
  }, [seen, onChapterChange]);
  const here = rows.chapters[at];
  // A head that is seen itself needs no other.
  if (here === undefined || layout.top(here.row) + layout.height(here.row) > scroller.scrollTop + stickyPx) return null;
  return <StickyHead key={here.chapter.id} index={rows.index} {...here} onGo={onGo} />;
}

/** The chapter at the top of a view, as a position among the heads of chapters; -1 above the first. */
function chapterAtTop({ chapters }: TimelineRows, layout: TimelineLayout, scrollTop: number): number {
  const row = layout.rowAt(scrollTop + stickyPx);
  return (
    countUpTo(
      Uint32Array.from(chapters, (each) => each.row),
      row,
    ) - 1
  );
}

function StickyHead({
  index,
  chapter,
  row,
  onGo,
}: ChapterRow & { index: SessionIndex; onGo: (row: number) => void }): ReactElement {
  const kit = useKit(chaptersWords);
  const title = useMasked(chapterTitle(kit, index, chapter));
  return (
    <button
      type="button"
      className="ark-timeline__sticky"
      // The tree has it, and its keys.
      tabIndex={-1}
      title={kit.t('chapter.goTo')}
      onClick={() => onGo(row)}
    >
      <span className="ark-outline__number ark-figures">{kit.formatters.number(chapter.index + 1)}</span>
      <span className="ark-outline__title" data-kind={chapter.kind}>
        <OneLine text={title} />
      </span>
      <ChapterFigures index={index} chapter={chapter} />
    </button>
  );
}
