'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { countChanges, haveLineNumbers, unifiedPatch } from '../../session/facts/fileChanges.ts';
import type { DiffLine } from '../../session/facts/lineDiff.ts';
import { notesWords } from '../language/english/notes.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { createLineMask } from '../masking/createLineMask.ts';
import type { Masking } from '../masking/masking.ts';
import { RevealButton } from '../shared/ActionButton.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked, useRevealOf } from '../theme/useMasked.tsx';
import { DiffBody } from './DiffBody.tsx';
import { ApplyButton, ChangedFile, useDiffLayout } from './DiffHead.tsx';
import { type LineChoice, LineChoiceContext } from './DiffRow.tsx';
import type { DiffLayout, DiffLineNumber } from './diffRows.ts';
import { type DiffSource, toChange } from './diffSource.ts';

/** Props of {@link DiffView}. */
export interface DiffViewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** A patch of the standard, or two versions of a text. Give the same object again as long as the change is the same. */
  source: DiffSource;
  /**
   * One column, or before and after side by side if at least 720 px wide and there are lines of both; the reader may change it. @default 'unified' @selector
   * [data-layout]
   */
  defaultLayout?: DiffLayout;
  /** Paths inside this folder are shown relative to it. */
  cwd?: string | undefined;
  /**
   * Writes the change to the reader's files; receives it as a unified patch, exactly as in the log, because a mask would be written too.
   * With it there is a button, which asks for confirmation first.
   */
  onApply?: ((patch: string) => void | Promise<void>) | undefined;
  /**
   * Called with the line whose number was pressed. With it the numbers are buttons, the arrow keys move between them, and words are not
   * compared.
   */
  onLine?: ((line: DiffLineNumber) => void) | undefined;
  /** The line marked as chosen; only with `onLine`. @default none */
  line?: DiffLineNumber | undefined;
  /** Lines marked as having a note; only with `onLine`. @default none */
  noted?: readonly DiffLineNumber[] | undefined;
  /** Nonce for a content security policy that requires one for style sheets: comparing words adds one. */
  nonce?: string | undefined;
}

const ownWords = { ...viewersWords, ...notesWords };

/**
 * The changes of one file, in one or two columns, with words compared where that helps.
 *
 * When to use it: for a patch, or for two versions of a text; of a long one, only visible lines are drawn.
 */
export const DiffView = forwardRef<HTMLDivElement, DiffViewProps>(function DiffView(
  { source: logged, defaultLayout = 'unified', cwd, onApply, onLine, line, noted, nonce, className, ...rest },
  ref,
) {
  const { t } = useKit();
  const { t: words } = useKit(ownWords);
  const [mask] = useState(createHunkMask);
  const { shown: source, kit, reveal } = useRevealOf(logged, useMasked(logged, mask));
  const change = useMemo(() => toChange(source), [source]);
  const changes = useMemo(() => [change], [change]);
  const count = useMemo(() => countChanges(changes), [changes]);
  const { layout, button, measure } = useDiffLayout(defaultLayout, changes);
  const choice = useLineChoice({ onLine, line, noted });
  const patch = (): string => unifiedPatch([change]);
  return (
    <KitContext.Provider value={kit}>
      <div ref={ref} className={joinClasses('ark', 'ark-diff-view', className)} {...rest}>
        <div className="ark-diff-view__head">
          {change.path === '' ? null : <ChangedFile change={change} cwd={cwd} />}
          <ChangeCount added={count.added} removed={count.removed} />
          <span className="ark-diff-view__actions">
            <RevealButton reveal={reveal} />
            {count.added + count.removed === 0 ? null : (
              <>
                {button}
                <CopyButton text={patch} label={t(haveLineNumbers([change]) ? 'copy.patch' : 'copy.changes')} />
              </>
            )}
            {onApply === undefined ? null : <ApplyButton onApply={() => onApply(unifiedPatch([toChange(logged)]))} />}
          </span>
        </div>
        <LineChoiceContext.Provider value={choice}>
          <div ref={measure} {...(choice === undefined ? undefined : linesProps(words('diff.lines'), line))}>
            <DiffBody change={change} layout={layout} nonce={nonce} isLight={choice !== undefined} />
          </div>
        </LineChoiceContext.Provider>
      </div>
    </KitContext.Provider>
  );
});

/** Masks the lines of each hunk by themselves, and of a long one what has changed, so that a scrub masks only what is new. */
function createHunkMask(): (masking: Masking, source: DiffSource) => DiffSource {
  const maskLines = createLineMask();
  return (masking, source) => {
    if (!('hunks' in source) || source.hunks === undefined) return masking.mask(source);
    const { hunks, ...rest } = source;
    const masked = hunks.map((hunk) => {
      const lines = maskLines<DiffLine | string>(masking, hunk.lines);
      return lines === hunk.lines ? hunk : { ...hunk, lines };
    });
    const named = masking.mask(rest);
    const isSame = named === rest && masked.every((hunk, at) => hunk === hunks[at]);
    return isSame ? source : ({ ...named, hunks: masked } as DiffSource);
  };
}

/** What rows have to know to be chosen: the same object as long as the same lines are marked, so that unchanged rows are not drawn again. */
function useLineChoice({
  onLine,
  line,
  noted,
}: Pick<DiffViewProps, 'onLine' | 'line' | 'noted'>): LineChoice | undefined {
  const { t } = useKit(ownWords);
  const latest = useRef(onLine);
  useEffect(() => {
    latest.current = onLine;
  });
  const canChoose = onLine !== undefined;
  const [side, number] = [line?.side, line?.number];
  const marked = noted?.map(keyOfLine).join('\n') ?? '';
  return useMemo(() => {
    if (!canChoose) return undefined;
    const marks = new Set(marked.split('\n'));
    const isNoted = (line: DiffLineNumber): boolean => marks.has(keyOfLine(line));
    const nameOf = (line: DiffLineNumber): string =>
      t(line.side === 'old' ? 'diff.oldLine' : 'diff.line', { number: line.number });
    return {
      onLine: (number) => latest.current?.(number),
      line: side === undefined || number === undefined ? undefined : { side, number },
      isNoted,
      labelOf: (line) => (isNoted(line) ? t('notes.lineNoted', { line: nameOf(line) }) : nameOf(line)),
    };
  }, [canChoose, side, number, marked, t]);
}

function keyOfLine({ side, number }: DiffLineNumber): string {
  return `${side} ${number}`;
}

/** Lines of which one can be chosen. Until one is, the first is where the keyboard starts. */
function linesProps(label: string, line: DiffLineNumber | undefined): ComponentPropsWithoutRef<'div'> {
  return {
    className: 'ark-diff-view__lines',
    role: 'group',
    'aria-label': label,
    tabIndex: line === undefined ? 0 : -1,
    onKeyDown: goToLine,
  };
}

/** The arrow keys move between the numbers of neighbouring lines. */
function goToLine(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (by === 0 || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
  const numbers = [...currentTarget.querySelectorAll<HTMLElement>('button.ark-diff__number')];
  const at = numbers.indexOf(target);
  const next = at === -1 ? numbers[by > 0 ? 0 : -1] : numbers[at + by];
  // A scrolling list needs these keys itself.
  if (at === -1 && target !== currentTarget) return;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
