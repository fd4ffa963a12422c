'use client';
import { type ComponentPropsWithoutRef, forwardRef, useMemo } from 'react';
import { countChanges } from '../../session/facts/fileChanges.ts';
import { isPlaced, unifiedPatch } from '../../session/facts/unifiedPatch.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { RevealButton } from '../shared/RevealButton.tsx';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useReveal } from '../theme/useReveal.ts';
import { ApplyButton } from './ApplyButton.tsx';
import { ChangedFile } from './ChangedFile.tsx';
import { DiffBody } from './DiffBody.tsx';
import type { DiffLayout } from './diffRows.ts';
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
  /** For a content security policy that wants a nonce on style sheets: the word comparison brings one. */
  nonce?: string | undefined;
}

/**
 * What changed in one file, in one column or two, words compared where that helps.
 *
 * When to use it: for a patch, or for two versions of a text; of a long one only what is in view is drawn.
 */
export const DiffView = forwardRef<HTMLDivElement, DiffViewProps>(function DiffView(
  { source: logged, defaultLayout = 'unified', cwd, onApply, nonce, className, ...rest },
  ref,
) {
  const { t } = useKit();
  const { shown: source, kit, reveal } = useReveal(logged);
  const { layout, button, measure } = useDiffLayout(defaultLayout);
  const change = useMemo(() => toChange(source), [source]);
  const count = useMemo(() => countChanges([change]), [change]);
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
        <div ref={measure}>
          <DiffBody change={change} layout={layout} nonce={nonce} />
        </div>
      </div>
    </KitContext.Provider>
  );
});
