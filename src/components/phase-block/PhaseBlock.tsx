'use client';

import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId } from 'react';
import type { PhaseBlock as Block, ExploredFile } from '../../replay/index.ts';
import type { PhaseAnnotation } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { PhaseSign } from '../phase-strip/PhaseSign.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import type { KitOf } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { hasPhaseDetails } from './detailsOfPhase.ts';
import { PhaseDetails } from './PhaseDetails.tsx';

/** Props of {@link PhaseBlock}. */
export interface PhaseBlockProps extends OpenProps, Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** The phase, as `phaseBlocks` of the replay gives it. @selector [data-phase] */
  block: Block;
  /** What it looked at, as `filesExplored` tells it; asked for only when it is unfolded. */
  files?: () => readonly ExploredFile[];
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Whether the rows of the phase are folded away. Without `onFoldedChange` there are none, and the header unfolds its details. */
  folded?: boolean | undefined;
  /** With it, the header folds the rows of its phase, and a button of its own unfolds the details. */
  onFoldedChange?: ((folded: boolean) => void) | undefined;
  /** Whether it says who annotated the phase; hidden, its tooltip does. @default 'shown' */
  origin?: 'shown' | 'hidden' | undefined;
  /** What was done in it, in place of how it was described. @default its description */
  summary?: ReactNode;
  /** To the playhead. @default 'done' @selector [data-play-state] */
  playState?: 'done' | 'running' | 'ahead' | undefined;
}

/**
 * When to use it: above the rows of a phase, in a list of your own; `Timeline` has one above each.
 *
 * The header of a phase: its kind, how many calls and how long, which try it was, who says so and how sure they are. It
 * unfolds what was decided, which context was used and which files were looked at, and folds the rows below it.
 */
export const PhaseBlock = forwardRef<HTMLDivElement, PhaseBlockProps>(function PhaseBlock(
  {
    block,
    files,
    scope,
    playState = 'done',
    summary,
    folded = false,
    onFoldedChange,
    origin = 'shown',
    open: given,
    defaultOpen,
    onOpenChange,
    className,
    ...rest
  },
  ref,
) {
  const kit = useKit(phasesWords);
  const { t, formatters } = kit;
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const detailsId = useId();
  const { type, calls, activeMs, attempt } = block;
  const annotation = useMasked(block.annotation);
  const retried = attempt.number > 1;
  const unfolds = hasPhaseDetails(block);
  const counted = block.empty === undefined ? t('call.uses', { n: calls }) : t('phase.noCalls');
  const figures = [counted, ...(activeMs > 0 ? [formatters.duration(activeMs)] : [])];
  const words: ReactNode = (
    <>
      <PhaseSign type={type} />
      <span className="ark-phase__name">{t(`phase.${type}`)}</span>{' '}
      {retried ? (
        <span className="ark-phase__retry">
          <Icon name="retry" size={12} />
          {t('phase.retry', { n: attempt.number - 1 })}
        </span>
      ) : null}
      <span className="ark-phase__figures">{figures.join(' \u00b7 ')}</span>{' '}
      {summary === undefined && annotation?.description === undefined ? null : (
        <span className="ark-phase__note">{summary ?? <OneLine text={annotation?.description ?? ''} />}</span>
      )}
    </>
  );
  return (
    <div
      ref={ref}
      className={joinClasses('ark', 'ark-phase', className)}
      data-phase={type}
      data-play-state={playState}
      data-retry={retried ? '' : undefined}
      {...rest}
    >
      <div className="ark-phase__head">
        {onFoldedChange !== undefined ? (
          <Disclosure
            className="ark-line-button ark-phase__words"
            chevron={{ at: 'start', size: 12 }}
            open={!folded}
            onToggle={() => onFoldedChange(!folded)}
            title={origin === 'hidden' && annotation !== undefined ? originOf(kit, annotation) : undefined}
          >
            {words}
          </Disclosure>
        ) : unfolds ? (
          <Disclosure
            className="ark-line-button ark-phase__words"
            chevron={{ at: 'end', size: 12 }}
            open={open}
            onToggle={toggle}
            controls={detailsId}
          >
            {words}
          </Disclosure>
        ) : (
          <div className="ark-phase__words">{words}</div>
        )}
        <span className="ark-phase__aside">
          {annotation === undefined || origin === 'hidden' ? null : <PhaseOrigin annotation={annotation} />}
          {onFoldedChange !== undefined && unfolds ? (
            <ActionButton
              look="icon"
              icon="file"
              label={t('phase.details', { phase: t(`phase.${type}`) })}
              aria-expanded={open}
              aria-controls={open ? detailsId : undefined}
              onClick={toggle}
            />
          ) : null}
        </span>
      </div>
      {open && unfolds ? (
        <PhaseDetails id={detailsId} annotation={annotation} files={files?.() ?? []} scope={scope} />
      ) : null}
    </div>
  );
});

/** Props of {@link PhaseOrigin}. */
interface PhaseOriginProps {
  annotation: PhaseAnnotation;
}

/** Who says that a phase was what it is, in two words. */
function originOf({ t }: KitOf<typeof phasesWords>, { annotated_by, confidence }: PhaseAnnotation): string {
  return `${t(`phase.by.${annotated_by}`)} \u00b7 ${t(`phase.confidence.${confidence}`)}`;
}

/** Who says that a phase was what it is, and how sure they are. */
function PhaseOrigin({ annotation }: PhaseOriginProps): ReactElement {
  const kit = useKit(phasesWords);
  const { annotated_by, annotated_at, confidence, inferred } = annotation;
  const { t, formatters } = kit;
  const sure = t(`phase.confidence.${confidence}`);
  const said = t('phase.confidence', { confidence: sure });
  // When an inferred phase was written down tells of the conversion alone.
  const dated = annotated_by !== 'auto' && inferred?.includes('annotated_at') !== true;
  const why = dated ? t('phase.annotatedAt', { said, time: formatters.dateTime(annotated_at) }) : said;
  return (
    <span className="ark-phase__origin" data-by={annotated_by} title={why}>
      {originOf(kit, annotation)}
    </span>
  );
}
