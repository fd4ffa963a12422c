import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { ExploredFile } from '../../replay/index.ts';
import { namedFiles } from '../../session/facts/callFiles.ts';
import type { ContextReference, Decision, PhaseAnnotation } from '../../session/index.ts';
import { INFERRED_CONTEXT } from '../../session/internal.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ContextUsed}. */
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

/** Props of {@link PhaseGroup}. */
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

/** Props of {@link PhaseDetails}. */
interface PhaseDetailsProps {
  id: string;
  annotation: PhaseAnnotation | undefined;
  files: readonly ExploredFile[];
  scope: ItemScope | undefined;
}

/** The decisions of a phase, the context it used, and the files it looked at. */
export function PhaseDetails({ id, annotation, files, scope }: PhaseDetailsProps): ReactElement {
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

/** Props of {@link DecisionItem}. */
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

/** Props of {@link ExploredFileItem}. */
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
