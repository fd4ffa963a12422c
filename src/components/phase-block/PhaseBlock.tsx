'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId } from 'react';
import type { PhaseBlock as Block, ExploredFile } from '../../replay/index.ts';
import type { PhaseAnnotation } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { PhaseSign } from '../phase-strip/PhaseStrip.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Disclosure, type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { PhaseDetails } from './PhaseDetails.tsx';

/** Props of {@link PhaseBlock}. */
export interface PhaseBlockProps extends OpenProps, Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** The phase, as `phaseBlocks` of the replay gives it. @selector [data-phase] */
  block: Block;
  /** The files it looked at, from `filesExplored`; called only when it is unfolded. */
  files?: () => readonly ExploredFile[];
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Whether the rows of the phase are folded away. Without `onFoldedChange` there are no such rows, and the header unfolds its details. */
  folded?: boolean | undefined;
  /** Called when the header folds or unfolds the rows of its phase; with it, a separate button unfolds the details. */
  onFoldedChange?: ((folded: boolean) => void) | undefined;
  /** Whether it says who annotated the phase; if hidden, the tooltip says so. @default 'shown' */
  origin?: 'shown' | 'hidden' | undefined;
  /** Summary of its work, shown instead of its description. @default its description */
  summary?: ReactNode;
  /** Relative to the playhead. @default 'done' @selector [data-play-state] */
  playState?: 'done' | 'running' | 'ahead' | undefined;
}

/**
 * When to use it: above the rows of a phase, in a list of your own; `Timeline` has one above each phase.
 *
 * The header of a phase: its kind, number of calls, length, number of the attempt, and who annotated it with which confidence. It unfolds
 * the decisions, the context used and the files looked at, and folds the rows below it.
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

/** Who annotated a phase, in two words. */
function originOf({ t }: KitOf<typeof phasesWords>, { annotated_by, confidence }: PhaseAnnotation): string {
  return `${t(`phase.by.${annotated_by}`)} \u00b7 ${t(`phase.confidence.${confidence}`)}`;
}

/** Who annotated a phase, and with which confidence. */
function PhaseOrigin({ annotation }: PhaseOriginProps): ReactElement {
  const kit = useKit(phasesWords);
  const { annotated_by, annotated_at, confidence, inferred } = annotation;
  const { t, formatters } = kit;
  const sure = t(`phase.confidence.${confidence}`);
  const said = t('phase.confidence', { confidence: sure });
  // An inferred phase's time of writing is only the time of the conversion.
  const dated = annotated_by !== 'auto' && inferred?.includes('annotated_at') !== true;
  const why = dated ? t('phase.annotatedAt', { said, time: formatters.dateTime(annotated_at) }) : said;
  return (
    <span className="ark-phase__origin" data-by={annotated_by} title={why}>
      {originOf(kit, annotation)}
    </span>
  );
}

/** Whether to list files that a phase only read: only if exploring was its purpose. */
export function tellsExplored({ annotation, type, calls }: Block): boolean {
  return annotation?.exploration_record !== undefined || (type === 'explore' && calls > 0);
}

/** Whether a phase has more to show than its header does. */
export function hasPhaseDetails(block: Block): boolean {
  const { decisions = [], context_used = [] } = block.annotation ?? {};
  return decisions.length > 0 || context_used.length > 0 || tellsExplored(block);
}
