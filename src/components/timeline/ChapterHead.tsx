import { type ReactElement, useEffect } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { countUpTo, memoize } from '../../replay/internal.ts';
import { toIso } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { ChapterFigures, ChapterLine, chapterTitle } from '../session-outline/ChapterFigures.tsx';
import { ChapterWork } from '../session-outline/ChapterWork.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { NoteLine, Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import type { TimelineLayout } from './layoutTimeline.ts';
import type { ChapterRow } from './rowBuilder.ts';
import type { TimelineRows } from './timelineRows.ts';

interface ChapterHeadProps {
  index: SessionIndex;
  chapter: ChapterRow;
  onFold: () => void;
}

/** What came of a chapter, shown beside its prompt; a button that folds and unfolds the steps. */
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

interface OpeningRowProps extends ItemPlace, ChapterHeadProps {
  onSelect: ((id: string) => void) | undefined;
}

/** The head of a chapter that does not begin with a prompt. */
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

interface StickyChapterProps {
  /** How far the list is scrolled, in pixels. */
  scrolledPx: number;
  rows: TimelineRows;
  layout: TimelineLayout;
  /** Goes to the head of a chapter, given its row. */
  onGo: (row: number) => void;
  /** Called with the chapter at the top of the view, as a position in `chaptersOf`. */
  onChapterChange: ((chapter: number) => void) | undefined;
}

/** Height of the sticky head, in pixels; the style sheet repeats it. */
export const stickyPx = 28;

/** The head of the chapter at the top of the view, shown while its own head is out of sight; pressing it scrolls back there. */
export function StickyChapter(props: StickyChapterProps): ReactElement | null {
  const { scrolledPx, rows, layout, onGo, onChapterChange } = props;
  const at = chapterAtTop(rows, layout, scrolledPx);
  const seen = rows.chapters[at]?.chapter.index ?? -1;
  useEffect(() => {
    if (seen >= 0) onChapterChange?.(seen);
  }, [seen, onChapterChange]);
  const here = rows.chapters[at];
  // Not needed while the chapter's own head is in view.
  if (here === undefined || layout.top(here.row) + layout.height(here.row) > scrolledPx + stickyPx) return null;
  return <StickyHead key={here.chapter.id} index={rows.index} {...here} onGo={onGo} />;
}

/** The rows of the heads of chapters; asked whenever the list is drawn. */
const headRows = memoize(({ chapters }: TimelineRows) => Uint32Array.from(chapters, ({ row }) => row));

/** The chapter at the top of a view, as a position among the heads of chapters; -1 above the first head. */
function chapterAtTop(rows: TimelineRows, layout: TimelineLayout, scrollTop: number): number {
  return countUpTo(headRows(rows), layout.rowAt(scrollTop + stickyPx)) - 1;
}

function StickyHead({
  index,
  chapter,
  row,
  onGo,
}: ChapterRow & { index: SessionIndex; onGo: (row: number) => void }): ReactElement {
  const { t } = useKit(chaptersWords);
  return (
    <button
      type="button"
      className="ark-timeline__sticky"
      // Not in the Tab order: the tree has the same head, with keys for it.
      tabIndex={-1}
      title={t('chapter.goTo')}
      onClick={() => onGo(row)}
    >
      <ChapterLine index={index} chapter={chapter} />
    </button>
  );
}
