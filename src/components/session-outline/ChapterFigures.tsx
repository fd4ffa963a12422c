import { type ReactElement, useCallback } from 'react';
import {
  type Chapter,
  chapterWork,
  chapterWorkSteps,
  knownChapterWork,
  type SessionIndex,
  type Work,
  workKinds,
} from '../../replay/index.ts';
import { eventText, wordsOfPerson } from '../../session/facts/eventText.ts';
import { sumOf, writeMainAndInner } from '../../session/internal.ts';
import { oneLine } from '../../session/text/lines.ts';
import { withoutMarks } from '../../session/text/markdown.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { OneLine } from '../shared/LogText.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** Chapters of a session of so many calls are added up at once; those of a longer one in slices, and a page stays alive. */
const atOnce = 2000;

/** What was done in a chapter; undefined while that of a long session is still added up. */
export function useChapterWork(index: SessionIndex, chapter: Chapter): Work | undefined {
  const isShort = index.landmarks.call.length <= atOnce;
  const known = isShort ? chapterWork(index, chapter) : knownChapterWork(index, chapter);
  const start = useCallback(() => chapterWorkSteps(index, chapter), [index, chapter]);
  const made = useInSlices(known === undefined ? start : undefined);
  return known ?? made;
}

/** A title has room for so many characters, and is made of so many of its prompt. */
const longest = 200;
const most = 4000;

/** What a chapter is called: the beginning of what the person wrote, without marks of Markdown. */
export function chapterTitle(
  { t }: Pick<KitOf<typeof chaptersWords>, 't'>,
  { items }: SessionIndex,
  { prompt, index, last, first }: Chapter,
): string {
  const item = prompt === undefined ? undefined : items[prompt];
  if (item?.is === 'event')
    return oneLine(withoutMarks(wordsOfPerson(eventText(item.event)).slice(0, most)), longest) || '\u2026';
  return t(index === 0 && first === 0 && last === items.length - 1 ? 'chapter.whole' : 'chapter.opening');
}

/** What was done, in words: `read 14 files, ran 6 commands`. */
export function workWords({ t }: Pick<KitOf<typeof chaptersWords>, 't'>, { counts, interrupted }: Work): string[] {
  const done = workKinds.flatMap((kind) => (counts[kind] === 0 ? [] : [t(`work.${kind}`, { n: counts[kind] })]));
  return interrupted === 0 ? done : [...done, t('work.interrupted', { n: interrupted })];
}

/** Props of {@link ChapterFigures}. */
export interface ChapterFiguresProps {
  index: SessionIndex;
  chapter: Chapter;
}

/** What a chapter comes to: calls, lines, failures, time. Zeros are left out. */
export function ChapterFigures({ index, chapter }: ChapterFiguresProps): ReactElement {
  const { t, formatters } = useKit(chaptersWords);
  const work = useChapterWork(index, chapter);
  const { calls, failed, activeMs } = chapter;
  const wrong = sumOf(failed);
  return (
    <span className="ark-chapter__figures ark-figures">
      {sumOf(calls) === 0 ? null : (
        <span>
          {calls.inner === 0
            ? t('call.uses', { n: calls.main })
            : t('chapter.calls', { calls: writeMainAndInner(calls, formatters.number) })}
        </span>
      )}
      {work === undefined || work.added + work.removed === 0 ? null : (
        <ChangeCount added={work.added} removed={work.removed} moreRemoved={work.moreRemoved} />
      )}
      {wrong === 0 ? null : (
        <span className="ark-chapter__failed">
          <Icon name="failed" size={12} />
          <span className="ark-unseen">{t('chapter.failed', { n: wrong })}</span>
          <span aria-hidden="true">{formatters.number(wrong)}</span>
        </span>
      )}
      {activeMs === 0 ? null : <span>{formatters.duration(activeMs)}</span>}
    </span>
  );
}

/** A chapter as one line: its number, its title, and what it comes to. */
export function ChapterLine({ index, chapter }: ChapterFiguresProps): ReactElement {
  const kit = useKit(chaptersWords);
  const title = useMasked(chapterTitle(kit, index, chapter));
  return (
    <>
      <span className="ark-outline__number ark-figures">{kit.formatters.number(chapter.index + 1)}</span>
      <span className="ark-outline__title" data-kind={chapter.kind}>
        <OneLine text={title} />
      </span>
      <ChapterFigures index={index} chapter={chapter} />
    </>
  );
}
