'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useMemo } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ContextReference, ToolCall } from '../../session/index.ts';
import { cutText, isErrorLine } from '../../session/text/lines.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import {
  type CallFigure,
  type CallState,
  callFigure,
  callState,
  isInferred,
  isOutcomeInferred,
  isTrouble,
  subagentShares,
} from '../shared/call/callFacts.ts';
import { type OutputExcerpt, outputExcerpt } from '../shared/call/outputExcerpt.ts';
import { useMaskedCall } from '../shared/call/useMaskedCall.ts';
import { useReason } from '../shared/call/useReason.ts';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { StateBadge } from '../shared/OutcomeText.tsx';
import { Row } from '../shared/Row.tsx';
import { ShareBar } from '../shared/ShareBar.tsx';
import { Tag } from '../shared/Tag.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';

interface ExcerptProps {
  excerpt: OutputExcerpt;
}

/** Maximum number of characters; no row is wider. */
const longestLine = 400;

/** The last lines that a failed command printed. */
function Excerpt({ excerpt: { more, lines } }: ExcerptProps): ReactElement {
  const { t } = useKit();
  return (
    <div className="ark-call__excerpt">
      {more > 0 ? <span className="ark-call__above">{t('text.otherLines', { n: more })}</span> : null}
      {inPlace(lines, (line) => (
        <span className="ark-call__output" data-error={isErrorLine(line) ? '' : undefined}>
          <bdi className="ark-one-line ark-mono">
            <LogText text={cutText(line, longestLine)} />
          </bdi>
        </span>
      ))}
    </div>
  );
}

/** Props of {@link ToolCallCard}. */
export interface ToolCallCardProps
  extends ItemPlace,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect' | 'tabIndex'> {
  /** The call, with all that came of it. */
  call: ToolCall;
  /** Context to mark in the row, the most informative first. */
  context?: readonly ContextReference[];
  /** The end of what a failed command printed. @default 'when-failed' */
  excerpt?: 'when-failed' | 'never';
  /** The folder that the call went to: said where it is another one than `previousWorkdir`. */
  workdir?: string | undefined;
  /** The folder before. */
  previousWorkdir?: string | undefined;
  /** Number of failed calls inside its subagent. @default 0 */
  innerFailures?: number;
  /** Number of polls for the end of what the call started; they are its inner calls. @default 0 */
  polled?: number;
  /** Length of what the call started, if longer than the call, in milliseconds. @default the duration of the call */
  durationMs?: number | undefined;
  /** Whether the inner calls are shown; with `onExpandedChange` the row gets a button for them. @default false */
  expanded?: boolean;
  /** Called when the reader folds or unfolds. */
  onExpandedChange?: (expanded: boolean) => void;
  /** With it, the row is a button. */
  onSelect?: (callId: string) => void;
  /** Tab order of that button, for lists that move one focus among their rows. @default 0 */
  tabIndex?: number;
}

/**
 * A tool call as one row: what was called, with its main argument, what came of it and how long it took.
 *
 * When to use it: in lists; `ToolCallDetail` shows the whole call.
 */
export const ToolCallCard = forwardRef<HTMLDivElement, ToolCallCardProps>(function ToolCallCard(
  {
    call: given,
    context = [],
    excerpt = 'when-failed',
    workdir,
    previousWorkdir,
    innerFailures = 0,
    polled = 0,
    durationMs,
    expanded = false,
    onExpandedChange,
    onSelect,
    tabIndex,
    ...place
  },
  ref,
) {
  const { t } = useKit();
  const state = callState(given, place.playState);
  const call = useMaskedCall(given, state);
  const lines = useMemo(
    () => (excerpt === 'when-failed' && state === 'failed' ? outputExcerpt(call) : undefined),
    [excerpt, state, call],
  );
  return (
    <Row
      ref={ref}
      item="call"
      at={call.started_at}
      branch={call.branch}
      data-state={state}
      category={call.tool_category}
      icon={
        <>
          <Icon name={toolFamily(given.tool_name)} />
          <StateBadge state={state} />
        </>
      }
      result={<CallResult call={call} state={state} context={context} innerFailures={innerFailures} polled={polled} />}
      duration={<CallDuration call={call} state={state} durationMs={durationMs} />}
      below={lines === undefined ? undefined : <Excerpt excerpt={lines} />}
      {...place}
    >
      <CallSubject
        call={call}
        state={state}
        cwd={place.scope?.cwd}
        selected={place.selected ?? false}
        onSelect={onSelect === undefined ? undefined : () => onSelect(given.call_id)}
        tabIndex={tabIndex}
      />
      {workdir === undefined || previousWorkdir === undefined ? null : (
        <span className="ark-call__workdir">
          <WorkdirPath path={workdir} previous={previousWorkdir} />
        </span>
      )}
      {onExpandedChange === undefined ? null : (
        <ActionButton
          look="icon"
          icon={expanded ? 'chevronDown' : 'chevronRight'}
          label={t(expanded ? 'call.hideInner' : 'call.showInner')}
          aria-expanded={expanded}
          onClick={() => onExpandedChange(!expanded)}
        />
      )}
    </Row>
  );
});

interface CallResultProps {
  call: ToolCall;
  state: CallState;
  context: readonly ContextReference[];
  innerFailures: number;
  polled: number;
}

/** Maximum number of marks; more are shown as a number. */
const mostMarks = 5;

/** What came of a call: context marks, qualifying tags, and its figure or the reason of its failure. */
function CallResult({ call, state, context, innerFailures, polled }: CallResultProps): ReactElement {
  const { t, formatters } = useKit();
  const figure = useMemo(() => callFigure(call), [call]);
  const reason = useReason(call, state, 'seen');
  const more = context.length - mostMarks;
  return (
    <>
      {context.length === 0 ? null : (
        <span className="ark-call__marks">
          {context.slice(0, mostMarks).map(({ type, relevance }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: masked, the sources of two may be equal; they never change places.
            <ContextMark key={at} type={type} relevance={relevance} />
          ))}
          {more > 0 ? <span>{formatters.change(more, '+')}</span> : null}
        </span>
      )}
      {call.branch === 'abandoned' ? (
        <span className="ark-row__words">
          <Tag look="dashed">{t('call.abandoned')}</Tag>
        </span>
      ) : null}
      {state === 'unanswered' ? (
        <span className="ark-row__words">
          <Tag look="dashed">{t('call.unanswered')}</Tag>
        </span>
      ) : null}
      {state === 'running' ? <span className="ark-row__words">{t('call.running')}</span> : null}
      {isOutcomeInferred(call) && state !== 'running' ? (
        <Tag look="dashed" title={t('call.inferredOutcome')}>
          {t('inferred')}
        </Tag>
      ) : null}
      {polled > 0 ? <span className="ark-call__quiet">{t('call.polled', { n: polled })}</span> : null}
      {isTrouble(state) && reason !== undefined ? (
        <span className="ark-call__reason ark-row__words" data-state={state}>
          <OneLine text={reason} />
        </span>
      ) : null}
      {figure !== undefined && (state === 'succeeded' || state === 'unknown') ? (
        <Figure figure={figure} call={call} innerFailures={innerFailures} />
      ) : null}
    </>
  );
}

interface FigureProps {
  figure: CallFigure;
  call: ToolCall;
  innerFailures: number;
}

/** The one figure of a result, in words or signs. */
function Figure({ figure, call, innerFailures }: FigureProps): ReactElement {
  const { t } = useKit();
  switch (figure.kind) {
    case 'change':
      return <ChangeCount added={figure.added} removed={figure.removed} />;
    case 'empty':
      return <span className="ark-call__quiet">{t('call.noOutput')}</span>;
    case 'lines':
      return <span>{t(figure.cut ? 'text.linesCut' : 'text.lines', { n: figure.n })}</span>;
    case 'display':
      return (
        <span className="ark-call__display ark-row__words">
          <OneLine text={figure.text} />
        </span>
      );
    case 'files':
    case 'matches':
    case 'results':
      return <span>{t(`call.${figure.kind}`, { n: figure.n })}</span>;
    case 'uses':
      return (
        <>
          {call.subagent_info === undefined ? null : <ShareBar shares={subagentShares(call.subagent_info)} />}
          <span>{t('call.uses', { n: figure.n })}</span>
          {innerFailures > 0 ? (
            <span className="ark-call__reason" data-state="failed">
              {t('call.innerFailures', { n: innerFailures })}
            </span>
          ) : null}
        </>
      );
  }
}

interface CallDurationProps {
  call: ToolCall;
  state: CallState;
  /** What counts in place of the call's own, in milliseconds. */
  durationMs: number | undefined;
}

/** How long a call took: a moving line while it runs, an en dash where no result ever came, `≈` where it is a guess. */
function CallDuration({ call, state, durationMs }: CallDurationProps): ReactElement | null {
  const { t, formatters } = useKit();
  if (state === 'running') return <span className="ark-call__running" aria-hidden="true" />;
  if (durationMs !== undefined) return <>{formatters.duration(durationMs)}</>;
  if (state === 'unanswered') return <span aria-hidden="true">{'\u2013'}</span>;
  const duration = formatters.duration(call.duration_ms);
  if (!isInferred(call, 'duration_ms')) return <>{duration}</>;
  // Nothing between its start and its end shows that time passed, so its length is unknown.
  if (call.duration_ms === 0) return null;
  return <span title={t('call.inferredDuration')}>{`\u2248${duration}`}</span>;
}

interface CallSubjectProps {
  call: ToolCall;
  state: CallState;
  cwd: string | undefined;
  selected: boolean;
  onSelect: (() => void) | undefined;
  tabIndex: number | undefined;
}

/** Name and argument of a call, as the button of its row where it can be selected. */
function CallSubject({ call, state, cwd, selected, onSelect, tabIndex }: CallSubjectProps): ReactElement {
  const { t } = useKit();
  const argument = useMemo(() => callArgument(call), [call]);
  const reason = useReason(call, state, 'heard');
  const subject = (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={argument} cwd={cwd} />
    </>
  );
  if (onSelect === undefined) return subject;
  // Said with the button, because a row of buttons is walked through without the cells beside them.
  const more = isTrouble(state)
    ? reason
    : state === 'unanswered' || state === 'running'
      ? t(`call.${state}`)
      : undefined;
  return (
    <button
      type="button"
      className="ark-line-button ark-row__button"
      aria-pressed={selected}
      tabIndex={tabIndex}
      onClick={onSelect}
    >
      {subject}
      {more === undefined ? null : (
        <span className="ark-unseen">
          , <LogText text={more} />
        </span>
      )}
    </button>
  );
}
