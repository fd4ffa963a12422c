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
import { type Chapter, chaptersOf, type SessionIndex } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { rowsToDraw, useRowsInView } from '../hooks/useRowsInView.ts';
import { chaptersWords } from '../language/english/chapters.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { pagesOf, rowAfterKey } from '../shared/rowAfterKey.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { layoutAlike } from '../timeline/layoutTimeline.ts';
import { ChapterFigures, chapterTitle } from './ChapterFigures.tsx';

/** Props of {@link SessionOutline}. */
export interface SessionOutlineProps extends Omit<ComponentPropsWithoutRef<'nav'>, 'children'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** The chapter that is read or played, as a position in `chaptersOf`. @default none @selector [aria-current] */
  current?: number | undefined;
  /** With it, a chapter can be gone to; takes its position in `chaptersOf`. */
  onGo?: ((chapter: number) => void) | undefined;
}

/** A page of the outline, for its keys. */
const pageRows = 10;

/** An outline of more chapters draws only those in sight. For that they all have one height. */
const mostDrawn = 100;

/** Height of a chapter in a long outline, in pixels: a line of title, a line of figures. */
const rowPx = 46;

/**
 * When to use it: beside or above the list of a session of several prompts, to see what it was about, and to go there.
 *
 * The chapters of a session, one a prompt, each with its title, calls, lines, failures and time. What is read or played is marked,
 * and stays in view. One Tab stop: arrow keys go through the chapters, Enter goes there.
 */
export const SessionOutline = forwardRef<HTMLElement, SessionOutlineProps>(function SessionOutline(
  { index, current, onGo, className, ...rest },
  ref,
) {
  const { t } = useKit(chaptersWords);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [focused, setFocused] = useState<number>();
  const chapters = chaptersOf(index);
  const isLong = chapters.length > mostDrawn;
  const layout = useMemo(() => layoutAlike(chapters.length, rowPx), [chapters.length]);
  const inView = useRowsInView(isLong ? scroller : null, layout);
  const entry = Math.min(focused ?? current ?? 0, chapters.length - 1);
  const drawn = isLong ? rowsToDraw(inView, entry, chapters.length) : [...chapters.keys()];
  const go = useLatest(onGo);

  useEffect(() => {
    if (scroller === null || current === undefined) return;
    if (isLong) keepInView(scroller, layout.top(current), rowPx);
    else {
      const marked = scroller.firstElementChild?.children[current];
      if (marked instanceof HTMLElement) keepInView(scroller, marked.offsetTop, marked.offsetHeight);
    }
  }, [scroller, current, isLong, layout]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || scroller === null) return;
    const at = chapterOfTarget(event.target);
    if (at === undefined) return;
    const next = rowAfterKey(event.key, at, { last: chapters.length - 1, pageFrom: pagesOf(pageRows) });
    if (next === undefined) return;
    // Not a key of the list, nor a step of the replay.
    event.preventDefault();
    // A chapter out of sight is drawn first.
    flushSync(() => setFocused(next));
    if (isLong) keepInView(scroller, layout.top(next), rowPx);
    scroller.querySelector<HTMLElement>(`[data-chapter="${next}"] > button`)?.focus();
  };
  return (
    <nav ref={ref} className={joinClasses('ark', 'ark-outline', className)} aria-label={t('chapters')} {...rest}>
      <div ref={setScroller} className="ark-outline__list">
        <ol
          className="ark-outline__chapters"
          style={isLong ? { height: layout.totalPx } : undefined}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setFocused(chapterOfTarget(target))}
          onBlur={() => setFocused(undefined)}
        >
          {drawn.map((n) => (
            <OutlineRow
              key={chapters[n]?.id}
              {...{ index, go }}
              chapter={chapters[n] as Chapter}
              current={n === current}
              isEntry={n === entry}
              disabled={onGo === undefined}
              outOf={isLong ? chapters.length : undefined}
            />
          ))}
        </ol>
      </div>
    </nav>
  );
});

interface OutlineRowProps {
  index: SessionIndex;
  chapter: Chapter;
  current: boolean;
  isEntry: boolean;
  disabled: boolean;
  /** Number of chapters, where not all of them are drawn. */
  outOf: number | undefined;
  go: (chapter: number) => void;
}

const OutlineRow = memo(function OutlineRow({
  index,
  chapter,
  current,
  isEntry,
  disabled,
  outOf,
  go,
}: OutlineRowProps): ReactElement {
  const kit = useKit(chaptersWords);
  const n = chapter.index;
  const title = useMasked(chapterTitle(kit, index, chapter));
  const place =
    outOf === undefined
      ? undefined
      : { 'aria-posinset': n + 1, 'aria-setsize': outOf, style: { top: n * rowPx, height: rowPx } };
  return (
    <li
      className="ark-outline__chapter"
      data-chapter={n}
      data-look={outOf === undefined ? undefined : 'placed'}
      aria-current={current ? 'step' : undefined}
      {...place}
    >
      <button
        type="button"
        className="ark-outline__go"
        tabIndex={isEntry ? 0 : -1}
        disabled={disabled}
        onClick={() => go(n)}
      >
        <span className="ark-outline__number ark-figures">{kit.formatters.number(n + 1)}</span>
        <span className="ark-outline__title" data-kind={chapter.kind}>
          <OneLine text={title} />
        </span>
        <ChapterFigures index={index} chapter={chapter} />
      </button>
    </li>
  );
});

/** A function that stays the same and calls the one given last. */
function useLatest(call: ((chapter: number) => void) | undefined): (chapter: number) => void {
  const latest = useRef(call);
  useBeforePaint(() => {
    latest.current = call;
  });
  return useCallback((chapter) => latest.current?.(chapter), []);
}

/** The chapter that an element belongs to. */
function chapterOfTarget(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-chapter]') : null;
  return row === null ? undefined : Number(row.dataset.chapter);
}

/** Scrolls a list, and nothing around it, so that one of its rows is seen. */
function keepInView(list: HTMLElement, top: number, height: number): void {
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}
