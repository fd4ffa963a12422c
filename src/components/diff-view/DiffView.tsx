'use client';
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, useMemo } from 'react';
import { countChanges } from '../../session/facts/fileChanges.ts';
import { isPlaced, unifiedPatch } from '../../session/facts/unifiedPatch.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { RevealButton } from '../shared/RevealButton.tsx';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useReveal } from '../theme/useReveal.ts';
import { ApplyButton } from './ApplyButton.tsx';
import { ChangedFile } from './ChangedFile.tsx';
import { DiffBody } from './DiffBody.tsx';
import { type LineChoice, LineChoiceContext } from './DiffRow.tsx';
import type { DiffLayout, DiffPlace } from './diffRows.ts';
import { type DiffSource, toChange } from './diffSource.ts';
import { useDiffLayout } from './useDiffLayout.tsx';

/** Props of {@link DiffView}. */
export interface DiffViewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** A patch of the standard, or two versions of a text. Give the same object again while it is the same change. */
  source: DiffSource;
  /** One column, or before and after side by side from 720 px; the reader may change it. @default 'unified' @selector [data-layout] */
  defaultLayout?: DiffLayout;
  /** Paths inside this folder lose it. */
  cwd?: string | undefined;
  /**
   * Writes the change to the reader's files; given the change as a unified patch, as the log has it: a mask in it would be
   * written too. Only with it there is a button for
   * that, and the button asks first.
   */
  onApply?: ((patch: string) => void | Promise<void>) | undefined;
  /**
   * Called with a line whose number was pressed. With it the numbers are buttons, the arrow keys go from one to the next, and words
   * are not compared.
   */
  onLine?: ((line: DiffPlace) => void) | undefined;
  /** The line that is marked as chosen; only with `onLine`. @default none */
  line?: DiffPlace | undefined;
  /** For a content security policy that wants a nonce on style sheets: the word comparison brings one. */
  nonce?: string | undefined;
}

/**
 * What changed in one file, in one column or two, words compared where that helps.
 *
 * When to use it: for a patch, or for two versions of a text; of a long one only what is in view is drawn.
 */
export const DiffView = forwardRef<HTMLDivElement, DiffViewProps>(function DiffView(
  { source: logged, defaultLayout = 'unified', cwd, onApply, onLine, line, nonce, className, ...rest },
  ref,
) {
  const { t } = useKit();
  const { t: words } = useKit(viewersWords);
  const { shown: source, kit, reveal } = useReveal(logged);
  const { layout, button, measure } = useDiffLayout(defaultLayout);
  const change = useMemo(() => toChange(source), [source]);
  const count = useMemo(() => countChanges([change]), [change]);
  const choice = useMemo((): LineChoice | undefined => {
    if (onLine === undefined) return undefined;
    return {
      onLine,
      line,
      labelOf: ({ side, number }) => words(side === 'old' ? 'diff.oldLine' : 'diff.line', { number }),
    };
  }, [onLine, line, words]);
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
                <CopyButton text={patch} label={t(isPlaced([change]) ? 'copy.patch' : 'copy.changes')} />
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

/** Lines of which one can be chosen: a place for the keyboard to begin at, as long as none is. */
function linesProps(label: string, line: DiffPlace | undefined): ComponentPropsWithoutRef<'div'> {
  return {
    className: 'ark-diff-view__lines',
    role: 'group',
    'aria-label': label,
    tabIndex: line === undefined ? 0 : -1,
    onKeyDown: goToLine,
  };
}

/** The arrow keys go from the number of a line to that of the line above or below. */
function goToLine(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (by === 0 || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
  const numbers = [...currentTarget.querySelectorAll<HTMLElement>('button.ark-diff__number')];
  const at = numbers.indexOf(target);
  const next = at === -1 ? numbers[by > 0 ? 0 : -1] : numbers[at + by];
  // A list that scrolls has a use for the keys itself.
  if (at === -1 && target !== currentTarget) return;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
