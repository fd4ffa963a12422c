import { type ReactElement, type ReactNode, useMemo } from 'react';
import { countChanges, fileChanges, haveLineNumbers, unifiedPatch } from '../../session/facts/fileChanges.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { DiffBody } from '../diff-view/DiffBody.tsx';
import { ApplyButton, ChangedFile, useDiffLayout } from '../diff-view/DiffHead.tsx';
import { toChange } from '../diff-view/diffSource.ts';
import { Icon } from '../icons/Icon.tsx';
import { detailWords } from '../language/english/detail.ts';
import { findRedactionMarkers } from '../masking/masking.ts';
import { ActionButton, RevealButton } from '../shared/ActionButton.tsx';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { type CallState, callState, isInferred, isOutcomeInferred, isTrouble } from '../shared/call/callFacts.ts';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { elapsedMs } from '../shared/Row.tsx';
import { Section } from '../shared/Section.tsx';
import { Tag } from '../shared/Tag.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import type { Reveal } from '../theme/useMasked.tsx';
import type { DetailPart } from './DetailParts.tsx';

interface DetailHeaderProps {
  call: ToolCall;
  replayedAt: number | undefined;
  scope: ItemScope | undefined;
  playState: 'done' | 'running' | 'ahead';
  steps: CallSteps | undefined;
  headingLevel: 2 | 3 | 4;
  titleId: string;
  reveal: Reveal | undefined;
  actions: ReactNode;
}

/** What was called, with what, and what came of it. */
export function DetailHeader({
  call,
  replayedAt,
  scope,
  playState,
  steps,
  headingLevel,
  titleId,
  reveal,
  actions,
}: DetailHeaderProps): ReactElement {
  const Title = `h${headingLevel}` as const;
  const argument = useMemo(() => callArgument(call), [call]);
  return (
    <header className="ark-inset ark-detail__header">
      <div className="ark-detail__title-line">
        <span className="ark-call__icon" data-category={call.tool_category}>
          <Icon name={toolFamily(call.tool_name)} />
        </span>
        <Title id={titleId} className="ark-detail__title">
          <ToolName name={call.tool_name} />
        </Title>
        <span className="ark-detail__argument">
          <ArgumentText argument={argument} cwd={scope?.cwd} />
        </span>
        <RevealButton reveal={reveal} />
        {steps === undefined ? null : <StepButtons steps={steps} />}
      </div>
      <div className="ark-detail__facts-line">
        <HeaderFacts call={call} replayedAt={replayedAt} scope={scope} playState={playState} />
        {actions}
      </div>
    </header>
  );
}

interface StepButtonsProps {
  steps: CallSteps;
}

/** Which call of how many this is, with buttons to its neighbours. At an end the button stays, so that focus does too. */
function StepButtons({ steps: { position, total, onStep } }: StepButtonsProps): ReactElement {
  const { t } = useKit(detailWords);
  const first = position <= 1;
  const last = position >= total;
  return (
    <span className="ark-detail__steps">
      <span>{t('detail.position', { position, total })}</span>
      <ActionButton
        look="icon"
        icon="chevronUp"
        label={t('detail.previous')}
        aria-disabled={first}
        onClick={() => (first ? undefined : onStep(-1))}
      />
      <ActionButton
        look="icon"
        icon="chevronDown"
        label={t('detail.next')}
        aria-disabled={last}
        onClick={() => (last ? undefined : onStep(1))}
      />
    </span>
  );
}

interface HeaderFactsProps {
  call: ToolCall;
  replayedAt: number | undefined;
  scope: ItemScope | undefined;
  playState: 'done' | 'running' | 'ahead';
}

/** Outcome, category, duration and times of a call, on one line. */
function HeaderFacts({ call, replayedAt, scope, playState }: HeaderFactsProps): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const state = callState(call, playState);
  const elapsed = elapsedMs(scope?.startedAt, replayedAt ?? call.started_at);
  const dated = scope?.dated !== false;
  const open = state === 'running' || state === 'unanswered';
  return (
    <ul className="ark-detail__facts">
      <li className="ark-detail__fact">
        <OutcomeText outcome={state} inferred={isOutcomeInferred(call) && !open} />
      </li>
      <li className="ark-detail__fact" data-fact="category">
        {t(`category.${call.tool_category}`)}
      </li>
      {open || (isInferred(call, 'duration_ms') && call.duration_ms === 0) ? null : (
        <li className="ark-detail__fact">
          {isInferred(call, 'duration_ms') ? '\u2248' : ''}
          {formatters.duration(call.duration_ms)}
        </li>
      )}
      {elapsed === undefined && !dated ? null : (
        <li className="ark-detail__fact">
          {elapsed === undefined ? null : <span>{formatters.clock(elapsed)}</span>}
          {dated ? (
            <time dateTime={call.started_at} title={formatters.dateTime(call.started_at)} className="ark-detail__time">
              {formatters.timeOfDay(call.started_at)}
            </time>
          ) : null}
        </li>
      )}
      {call.branch === 'abandoned' ? (
        <li className="ark-detail__fact">
          <Tag look="dashed">{t('call.abandoned')}</Tag>
        </li>
      ) : null}
    </ul>
  );
}

/** Where a call stands among the calls that the reader steps through. */
export interface CallSteps {
  /** 1-based. */
  readonly position: number;
  readonly total: number;
  /** Goes to the call before or after. */
  readonly onStep: (by: -1 | 1) => void;
}

interface ChangesSectionProps extends DetailPart {
  state: CallState;
}

/** Whether the requested change was made; a change that the log recorded was. */
function wasMade({ output }: ToolCall, state: CallState): 'yes' | 'no' | 'unknown' {
  if ((output.result?.patches?.length ?? 0) > 0 || state === 'running') return 'yes';
  if (isTrouble(state)) return 'no';
  return state === 'unanswered' ? 'unknown' : 'yes';
}

/** What a call changed in files, or only asked for: that is shown without the colours of a change. */
export function ChangesSection({ call, level, scope, state }: ChangesSectionProps): ReactElement | null {
  const { t, onApplyPatch } = useKit(detailWords);
  const changes = useMemo(() => fileChanges(call).map(toChange), [call]);
  const { layout, button, measure } = useDiffLayout('unified', changes);
  if (changes.length === 0) return null;
  const made = wasMade(call, state);
  const count = countChanges(changes);
  // A masked secret would be written to the file as its mask.
  const patch = onApplyPatch === undefined ? '' : unifiedPatch(changes);
  const canApply = patch !== '' && findRedactionMarkers(patch).length === 0;
  const named = changes.length > 1 || changes.some(({ change }) => change !== 'modified');
  return (
    <Section
      name="changes"
      level={level}
      title={t(made === 'yes' ? 'detail.changes' : made === 'no' ? 'detail.asked' : 'detail.askedUnknown')}
      aside={made === 'yes' ? <ChangeCount added={count.added} removed={count.removed} /> : undefined}
      actions={
        count.added + count.removed === 0 ? undefined : (
          <>
            {button}
            <CopyButton
              text={() => unifiedPatch(changes)}
              label={t(haveLineNumbers(changes) ? 'copy.patch' : 'copy.changes')}
            />
            {canApply && onApplyPatch !== undefined ? <ApplyButton onApply={() => onApplyPatch(patch)} /> : null}
          </>
        )
      }
    >
      {inPlace(changes, (change, at) => (
        <div
          ref={at === 0 ? measure : undefined}
          className="ark-flush ark-detail__change"
          data-asked={made === 'yes' ? undefined : ''}
        >
          {named ? (
            <div className="ark-detail__file">
              <ChangedFile change={made === 'yes' ? change : { ...change, change: 'modified' }} cwd={scope?.cwd} />
            </div>
          ) : null}
          <DiffBody change={change} layout={layout} />
        </div>
      ))}
    </Section>
  );
}
