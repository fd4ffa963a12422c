'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useState } from 'react';
import type { PhaseBlock as Block, ExploredFile } from '../../replay/index.ts';
import { namedFiles } from '../../session/facts/callFiles.ts';
import type { ContextReference, Decision, PhaseAnnotation } from '../../session/index.ts';
import { INFERRED_CONTEXT } from '../../session/internal.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { PhaseSign } from '../phase-strip/PhaseStrip.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Disclosure, type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { Tag } from '../shared/Tag.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

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
  const { t } = kit;
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const detailsId = useId();
  const { type } = block;
  const annotation = useMasked(block.annotation);
  const unfolds = hasPhaseDetails(block);
  const description = annotation?.description === undefined ? undefined : <OneLine text={annotation.description} />;
  const words = <PhaseWords block={block} summary={summary ?? description} />;
  return (
    <div
      ref={ref}
      className={joinClasses('ark', 'ark-phase', className)}
      data-phase={type}
      data-play-state={playState}
      data-retry={block.attempt.number > 1 ? '' : undefined}
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

interface PhaseWordsProps {
  block: Block;
  /** What the phase is about. */
  summary: ReactNode;
}

/** What the header says: the kind of phase, which attempt it is, its figures, and what it is about. */
function PhaseWords({ block, summary }: PhaseWordsProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  const { type, calls, activeMs, attempt, empty } = block;
  const counted = empty === undefined ? t('call.uses', { n: calls }) : t('phase.noCalls');
  const figures = [counted, ...(activeMs > 0 ? [formatters.duration(activeMs)] : [])];
  return (
    <>
      <PhaseSign type={type} />
      <span className="ark-phase__name">{t(`phase.${type}`)}</span>{' '}
      {attempt.number > 1 ? (
        <span className="ark-phase__retry">
          <Icon name="retry" size={12} />
          {t('phase.retry', { n: attempt.number - 1 })}
        </span>
      ) : null}
      <span className="ark-phase__figures">{figures.join(' \u00b7 ')}</span>{' '}
      {summary === undefined ? null : <span className="ark-phase__note">{summary}</span>}
    </>
  );
}

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
export function showsExplored({ annotation, type, calls }: Block): boolean {
  return annotation?.exploration_record !== undefined || (type === 'explore' && calls > 0);
}

/** Whether a phase has more to show than its header does. */
export function hasPhaseDetails(block: Block): boolean {
  const { decisions = [], context_used = [] } = block.annotation ?? {};
  return decisions.length > 0 || context_used.length > 0 || showsExplored(block);
}

interface ContextUsedProps {
  context: ContextReference;
  scope: ItemScope | undefined;
}

const fold = { head: 3, tail: 0 };

/** A piece of context that a phase used: its kind, relevance, origin and use. */
function ContextUsed({ context, scope }: ContextUsedProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { type, source, relevance, summary, quoted_content: quoted, usage_mode } = context;
  return (
    <>
      <span className="ark-phase__sign">
        <ContextMark type={type} relevance={relevance} decorative />
        {t(`context.${type}`)}
        <span className="ark-unseen">, {t(`relevance.${relevance}`)}</span>
      </span>
      <span className="ark-phase__said">
        <span className="ark-phase__source" title={t(`relevance.${relevance}`)}>
          <OneLine text={relativePath(source, scope?.cwd)} face="mono" />
          {usage_mode === undefined ? null : <span className="ark-phase__mode">{t(`usageMode.${usage_mode}`)}</span>}
        </span>
        {summary === undefined || summary === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(summary)} />
          </span>
        )}
        {quoted === undefined || quoted === '' ? null : (
          <span className="ark-phase__quote">
            <LongText text={quoted} fold={fold} />
          </span>
        )}
      </span>
    </>
  );
}

interface PhaseGroupProps<Item> {
  title: string;
  /** What the group is inferred from. */
  aside?: string | undefined;
  /** The reason for its kind, in the words of the log. */
  why?: string | undefined;
  items: readonly Item[];
  draw: (item: Item) => ReactNode;
}

/** Further items are shown only on request. */
const most = 24;

/** A titled list in the details of a phase; renders nothing without items. */
function PhaseGroup<Item>({ title, aside, why, items, draw }: PhaseGroupProps<Item>): ReactElement | null {
  const { t } = useKit(phasesWords);
  const [whole, setWhole] = useState(false);
  const titleId = useId();
  if (items.length === 0) return null;
  const shown = whole ? items : items.slice(0, most);
  return (
    <section className="ark-phase__group" aria-labelledby={titleId}>
      <div className="ark-phase__group-head">
        <span id={titleId} className="ark-phase__group-title">
          {title}
        </span>
        {aside === undefined ? null : <Tag look="dashed">{aside}</Tag>}
      </div>
      {why === undefined ? null : (
        <p className="ark-phase__quiet">
          <LogText text={stripAnsi(why)} />
        </p>
      )}
      <ul className="ark-phase__list">
        {inPlace(shown, (item) => (
          <li className="ark-phase__item">{draw(item)}</li>
        ))}
      </ul>
      {shown.length === items.length ? null : (
        <ActionButton label={t('phase.more', { n: items.length - shown.length })} onClick={() => setWhole(true)} />
      )}
    </section>
  );
}

interface PhaseDetailsProps {
  id: string;
  annotation: PhaseAnnotation | undefined;
  files: readonly ExploredFile[];
  scope: ItemScope | undefined;
}

/** The decisions of a phase, the context it used, and the files it looked at. */
function PhaseDetails({ id, annotation, files, scope }: PhaseDetailsProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { decisions = [], context_used = [], exploration_record } = annotation ?? {};
  // A file named as context is listed there with more detail: its use and its relevance.
  const named = namedFiles(context_used.map(({ source }) => source));
  const others = files.filter(({ path, reason }) => (reason !== undefined && reason !== '') || !named.has(path));
  const empty = decisions.length + context_used.length + files.length === 0;
  return (
    <div className="ark-phase__details" id={id}>
      {empty ? <p className="ark-phase__quiet">{t('phase.noFiles')}</p> : null}
      <PhaseGroup
        title={t('phase.decisions')}
        items={decisions}
        draw={(decision) => <DecisionItem decision={decision} />}
      />
      <PhaseGroup
        title={t('phase.context')}
        aside={annotation?.inferred?.includes(INFERRED_CONTEXT) === true ? t('phase.contextInferred') : undefined}
        items={context_used}
        draw={(context) => <ContextUsed context={context} scope={scope} />}
      />
      <PhaseGroup
        title={t(others.length < files.length ? 'phase.otherFiles' : 'phase.files')}
        aside={files.some(({ from }) => from === 'inferred') ? t('phase.filesInferred') : undefined}
        why={exploration_record?.selection_reasoning}
        items={others}
        draw={(file) => <ExploredFileItem file={file} scope={scope} />}
      />
    </div>
  );
}

interface DecisionItemProps {
  decision: Decision;
}

/** One decision: its kind, the decision, the reason, and the alternatives. */
function DecisionItem({ decision }: DecisionItemProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { type, description, reasoning, alternatives_considered: alternatives = [] } = decision;
  return (
    <>
      <span className="ark-phase__sign">
        <Tag>{t(`decision.${type}`)}</Tag>
      </span>
      <span className="ark-phase__said">
        <LogText text={stripAnsi(description)} />
        {reasoning === undefined || reasoning === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(reasoning)} />
          </span>
        )}
        {alternatives.length === 0 ? null : (
          <span className="ark-phase__quiet">
            {t('phase.alternatives')}: <LogText text={stripAnsi(alternatives.join(' \u00b7 '))} />
          </span>
        )}
      </span>
    </>
  );
}

interface ExploredFileItemProps {
  file: ExploredFile;
  scope: ItemScope | undefined;
}

/** A file that a phase looked at, the reason, and whether it was used. */
function ExploredFileItem({ file: { path, reason, used }, scope }: ExploredFileItemProps): ReactElement {
  const { t } = useKit(phasesWords);
  return (
    <>
      <span className="ark-phase__sign">
        {used === undefined ? (
          <Icon name="file" size={12} />
        ) : (
          <>
            <Icon name={used ? 'check' : 'cancelled'} size={12} />
            {t(used ? 'phase.fileUsed' : 'phase.fileUnused')}
          </>
        )}
      </span>
      <span className="ark-phase__said">
        <span className="ark-phase__source">
          <PathText path={relativePath(path, scope?.cwd)} />
        </span>
        {reason === undefined || reason === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(reason)} />
          </span>
        )}
      </span>
    </>
  );
}
