'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  memo,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type Chapter, chaptersOf, notesOfChapters, type PlacedNote, type SessionIndex } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { rowsToDraw, useRowsInView } from '../hooks/useRowsInView.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { notesWords } from '../language/english/notes.ts';
import { ItemLink } from '../shared/ArgumentText.tsx';
import { type ItemScope, useNotePlace } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { pagesOf, rowAfterKey } from '../shared/keyTable.ts';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { layoutAlike } from '../timeline/layoutTimeline.ts';
import { ChapterLine } from './ChapterFigures.tsx';

/** Props of {@link SessionOutline}. */
export interface SessionOutlineProps extends Omit<ComponentPropsWithoutRef<'nav'>, 'children'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** The chapter that is read or played, as a position in `chaptersOf`. @default none @selector [aria-current] */
  current?: number | undefined;
  /** With it, a chapter can be gone to; takes its position in `chaptersOf`. */
  onGo?: ((chapter: number) => void) | undefined;
  /** Notes and bookmarks to list below their chapters, as `placeNotes` gives them. @default none */
  notes?: readonly PlacedNote[] | undefined;
  /** With it, a note can be gone to. */
  onGoToNote?: ((note: PlacedNote) => void) | undefined;
  /** What is known of the session around it: its folder, from which the paths of noted files are written. @default nothing */
  scope?: ItemScope | undefined;
}

/** A row of an outline: a chapter, or a note in it. */
type OutlineEntry =
  | { readonly is: 'chapter'; readonly chapter: Chapter }
  | { readonly is: 'note'; readonly placed: PlacedNote };

const noNotes: readonly PlacedNote[] = [];

/** A page of the outline, for its keys. */
const pageRows = 10;

/** An outline of more rows draws only those in sight. For that they all have one height. */
const mostDrawn = 100;

/** Height of a row in a long outline, in pixels: a line of title, a line of figures. */
const rowPx = 46;

/**
 * When to use it: beside or above the list of a session of several prompts, to see what it was about, and to go there.
 *
 * The chapters of a session, one a prompt, each with its title, calls, lines, failures and time, and below it what readers noted in it.
 * What is read or played is marked, and stays in view. One Tab stop: arrow keys go through chapters and notes, Enter goes there.
 */
export const SessionOutline = forwardRef<HTMLElement, SessionOutlineProps>(function SessionOutline(
  { index, current, onGo, notes = noNotes, onGoToNote, scope, className, ...rest },
  ref,
) {
  const { t } = useKit(chaptersWords);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [focused, setFocused] = useState<number>();
  const rows = useMemo((): readonly OutlineEntry[] => {
    const noted = notesOfChapters(index, notes);
    return chaptersOf(index).flatMap((chapter): OutlineEntry[] => [
      { is: 'chapter', chapter },
      ...(noted.get(chapter.index) ?? []).map((placed) => ({ is: 'note' as const, placed })),
    ]);
  }, [index, notes]);
  const isLong = rows.length > mostDrawn;
  const layout = useMemo(() => layoutAlike(rows.length, rowPx), [rows.length]);
  const inView = useRowsInView(isLong ? scroller : null, layout);
  const currentRow = useMemo(
    () => rows.findIndex((row) => row.is === 'chapter' && row.chapter.index === current),
    [rows, current],
  );
  const entry = Math.min(focused ?? Math.max(0, currentRow), rows.length - 1);
  const drawn = isLong ? rowsToDraw(inView, entry, rows.length) : [...rows.keys()];
  const go = useLatest(onGo);
  const goToNote = useLatest(onGoToNote);

  useEffect(() => {
    if (scroller === null || currentRow < 0) return;
    if (isLong) keepInView(scroller, layout.top(currentRow), rowPx);
    else {
      const marked = scroller.firstElementChild?.children[currentRow];
      if (marked instanceof HTMLElement) keepInView(scroller, marked.offsetTop, marked.offsetHeight);
    }
  }, [scroller, currentRow, isLong, layout]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || scroller === null) return;
    const at = rowOfTarget(event.target);
    if (at === undefined) return;
    const next = rowAfterKey(event.key, at, { last: rows.length - 1, pageFrom: pagesOf(pageRows) });
    if (next === undefined) return;
    // Not a key of the list, nor a step of the replay.
    event.preventDefault();
    // A row out of sight is drawn first.
    flushSync(() => setFocused(next));
    if (isLong) keepInView(scroller, layout.top(next), rowPx);
    scroller.querySelector<HTMLElement>(`[data-row="${next}"] > button`)?.focus();
  };
  return (
    <nav ref={ref} className={joinClasses('ark', 'ark-outline', className)} aria-label={t('chapters')} {...rest}>
      <div ref={setScroller} className="ark-outline__list">
        <ol
          className="ark-outline__chapters"
          style={isLong ? { height: layout.totalPx } : undefined}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setFocused(rowOfTarget(target))}
          onBlur={() => setFocused(undefined)}
        >
          {drawn.map((n) => {
            const row = rows[n] as OutlineEntry;
            const position = { n, isEntry: n === entry, outOf: isLong ? rows.length : undefined };
            return row.is === 'chapter' ? (
              <ChapterRow
                key={row.chapter.id}
                {...{ index, go, ...position }}
                chapter={row.chapter}
                current={n === currentRow}
                disabled={onGo === undefined}
              />
            ) : (
              <NoteRow
                key={`note ${row.placed.note.id}`}
                {...{ index, scope, ...position }}
                placed={row.placed}
                go={goToNote}
                disabled={onGoToNote === undefined}
              />
            );
          })}
        </ol>
      </div>
    </nav>
  );
});

/** What every row of an outline knows of its place. */
interface ListPosition {
  /** Position among the rows. */
  n: number;
  /** Whether Tab leads to it. */
  isEntry: boolean;
  /** Number of rows, where not all of them are drawn. */
  outOf: number | undefined;
  disabled: boolean;
}

/** Attributes of a row: its position, and where not all rows are drawn, its place. */
function positionAttributes({ n, outOf }: Pick<ListPosition, 'n' | 'outOf'>) {
  if (outOf === undefined) return { 'data-row': n };
  const style = { top: n * rowPx, height: rowPx };
  return { 'data-row': n, 'data-look': 'placed', 'aria-posinset': n + 1, 'aria-setsize': outOf, style };
}

interface ChapterRowProps extends ListPosition {
  index: SessionIndex;
  chapter: Chapter;
  current: boolean;
  go: (chapter: number) => void;
}

const ChapterRow = memo(function ChapterRow({
  index,
  chapter,
  current,
  go,
  isEntry,
  disabled,
  ...place
}: ChapterRowProps): ReactElement {
  return (
    <li className="ark-outline__chapter" aria-current={current ? 'step' : undefined} {...positionAttributes(place)}>
      <button
        type="button"
        className="ark-outline__go"
        tabIndex={isEntry ? 0 : -1}
        disabled={disabled}
        onClick={() => go(chapter.index)}
      >
        <ChapterLine index={index} chapter={chapter} />
      </button>
    </li>
  );
});

interface NoteRowProps extends ListPosition {
  index: SessionIndex;
  scope: ItemScope | undefined;
  placed: PlacedNote;
  go: (note: PlacedNote) => void;
}

/** A note, or the item of a bookmark; below it where it is pinned. */
const NoteRow = memo(function NoteRow({
  index,
  scope,
  placed,
  go,
  isEntry,
  disabled,
  ...place
}: NoteRowProps): ReactElement {
  const { t } = useKit(notesWords);
  const { on, text } = useMasked(placed.note);
  const isBookmark = text.trim() === '';
  const placeText = useNotePlace(index, scope);
  return (
    <li className="ark-outline__chapter" {...positionAttributes(place)}>
      <button
        type="button"
        className="ark-outline__go"
        data-look="note"
        tabIndex={isEntry ? 0 : -1}
        disabled={disabled}
        onClick={() => go(placed)}
      >
        <span className="ark-outline__number">
          <Icon name={isBookmark ? 'pin' : 'note'} size={12} />
          <span className="ark-unseen">{t(isBookmark ? 'notes.bookmark' : 'notes.note')}</span>
        </span>
        <span className="ark-outline__title" data-kind="note">
          {isBookmark ? (
            <ItemLink {...{ index, scope }} item={placed.item} onSelect={undefined} />
          ) : (
            <OneLine text={text} />
          )}
        </span>
        <span className="ark-chapter__figures ark-figures">{placeText(on)}</span>
      </button>
    </li>
  );
});

/** A function that stays the same and calls the one given last. */
function useLatest<Value>(call: ((value: Value) => void) | undefined): (value: Value) => void {
  const latest = useRef(call);
  useBeforePaint(() => {
    latest.current = call;
  });
  return useCallback((value) => latest.current?.(value), []);
}

/** The row that an element belongs to. */
function rowOfTarget(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row === null ? undefined : Number(row.dataset.row);
}

/** Scrolls a list, and nothing around it, so that one of its rows is seen. */
function keepInView(list: HTMLElement, top: number, height: number): void {
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}
