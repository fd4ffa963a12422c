'use client';
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, useEffect, useRef } from 'react';
import { chaptersOf, type SessionIndex } from '../../replay/index.ts';
import { chaptersWords } from '../language/english/chapters.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { pagesOf, rowAfterKey } from '../shared/rowAfterKey.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
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
  const kit = useKit(chaptersWords);
  const { t, formatters } = kit;
  const list = useRef<HTMLOListElement>(null);
  const chapters = chaptersOf(index);
  const titles = useMasked(chapters.map((chapter) => chapterTitle(kit, index, chapter)));

  useEffect(() => {
    const marked = list.current?.children[current ?? -1];
    if (list.current === null || !(marked instanceof HTMLElement)) return;
    keepInView(list.current, marked);
  }, [current]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || list.current === null) return;
    const buttons = [...list.current.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = rowAfterKey(event.key, at, { last: buttons.length - 1, pageFrom: pagesOf(pageRows) });
    if (at < 0 || next === undefined) return;
    // Not a key of the list, nor a step of the replay.
    event.preventDefault();
    buttons[next]?.focus();
  };
  const entry = current ?? 0;
  return (
    <nav ref={ref} className={joinClasses('ark', 'ark-outline', className)} aria-label={t('chapters')} {...rest}>
      <ol ref={list} className="ark-outline__list" onKeyDown={onKeyDown}>
        {chapters.map((chapter, n) => (
          <li key={chapter.id} className="ark-outline__chapter" aria-current={n === current ? 'step' : undefined}>
            <button
              type="button"
              className="ark-outline__go"
              tabIndex={n === entry ? 0 : -1}
              disabled={onGo === undefined}
              onClick={() => onGo?.(n)}
            >
              <span className="ark-outline__number ark-figures">{formatters.number(n + 1)}</span>
              <span className="ark-outline__title" data-kind={chapter.kind}>
                <OneLine text={titles[n] ?? ''} />
              </span>
              <ChapterFigures index={index} chapter={chapter} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
});

/** Scrolls a list, and nothing around it, so that one of its rows is seen. */
function keepInView(list: HTMLElement, row: HTMLElement): void {
  const { offsetTop: top, offsetHeight: height } = row;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}
